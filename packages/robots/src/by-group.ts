// The manner of RFC 9309 and of everyone who follows it: the first token that has a group wins, else `*` does.

import type { Reading } from './groups.ts'
import { readGroups } from './groups.ts'
import type { Choice, Manner } from './rule-book.ts'
import { compileRules } from './rule-set.ts'
import { googlePath, rfcPath } from './url-path.ts'

export const BY_GROUP: Manner = {
  read: readGroups,
  compile: compileRules,
  path: (url, reader, { percent }) => (percent === 'google' ? googlePath : rfcPath)(url, reader),
  choose: ({ agentsOf }: Reading, chain, { standIns }): Choice | undefined => {
    for (const token of [...chain, ...chain.flatMap(standIns), '*']) {
      const agents = agentsOf.get(token)
      if (agents !== undefined) return { token, agents }
    }
    return undefined
  },
}
