import { maskSecrets } from './mask-secrets.ts'
import { visible } from './visible.ts'

/** Text that came from outside, as it is printed for people: on one line, harmless, without secrets. */
export function forPeople(text: string): string {
  return visible(maskSecrets(text))
}
