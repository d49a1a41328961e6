/** The person asked for something that cannot be done as it was asked: exit code 2. The message is one sentence that says the way out. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
