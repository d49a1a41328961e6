// What the commands that read a robots.txt have in common.
import { Argument, Option } from 'commander'
import type { Command } from 'commander'
import { DIALECTS } from '@curtsy/robots'
import { collected } from '../input/argument-readers.ts'

/** The first argument: where the file comes from. */
export function robotsSource(): Argument {
  return new Argument(
    '<file|url>',
    'the robots.txt: a file, - for standard input, or the URL of an origin to ask',
  )
}

/** `--agent` and `--allow-address`: who asks where the file is fetched, and what may be asked. */
export function withFetchOptions(
  command: Command,
  agent = 'who asks, where the file is fetched (or CURTSY_USER_AGENT)',
): Command {
  return command
    .option('--agent <agent>', agent)
    .option(
      '--allow-address <cidr>',
      'ask local or private addresses too, such as 127.0.0.0/8; may be repeated',
      collected,
    )
}

/** `--token`: whose rules count. */
export function tokenOption(otherwise = ''): Option {
  return new Option(
    '--token <token>',
    `whose rules: a product token such as ExampleBot; may be repeated, the first that has a group counts${otherwise}`,
  ).argParser(collected)
}

export function dialectOption(): Option {
  return new Option('--dialect <dialect>', 'whose way of reading the file')
    .choices(DIALECTS)
    .default('rfc9309')
}
