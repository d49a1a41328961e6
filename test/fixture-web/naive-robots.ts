// As much of RFC 9309 as the files of the fixture web need, by regular expressions, which a crawler must not do with files it gets
// from strangers.

export interface NaiveRule {
  readonly allow: boolean
  readonly pattern: string
}

/** The rules of the group for `token`, or else of the one for `*`. One user-agent line a group. */
export function readRobots(text: string, token: string): readonly NaiveRule[] {
  const groups = new Map<string, NaiveRule[]>()
  let rules: NaiveRule[] = []
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? []
    if (name === 'User-agent') groups.set(value, (rules = []))
    if (name === 'Allow' || name === 'Disallow')
      rules.push({ allow: name === 'Allow', pattern: value })
  }
  return groups.get(token) ?? groups.get('*') ?? []
}

/** The longest matching rule decides; none allows. */
export function allows(rules: readonly NaiveRule[], path: string): boolean {
  const [winner] = rules
    .filter(({ pattern }) => regexOf(pattern).test(path))
    .toSorted((left, right) => right.pattern.length - left.pattern.length)
  return winner?.allow ?? true
}

function regexOf(pattern: string): RegExp {
  const source = pattern.replaceAll(/[.?+()[\]{}|^\\]/g, String.raw`\$&`).replaceAll('*', '.*')
  return new RegExp(`^${source}`)
}
