import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runCli } from './run-cli.ts'
import type { Outlet, Surroundings } from './surroundings.ts'
import { PLAIN } from './terminal/paint.ts'

export const AGENT = 'ExampleBot/1.0 (+https://example.com/bot)'

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

/** Runs a command line in this process, which is much faster than in one of its own. */
export async function curtsy(
  words: readonly string[],
  { cwd, env = {}, stdin = '' }: RunOptions,
): Promise<Ran> {
  const [out, err] = [outletToText(), outletToText()]
  const surroundings: Surroundings = {
    out,
    err,
    words,
    cwd,
    env,
    stdin: textStream(stdin),
    onSignal: () => () => undefined,
    onReaderGone: () => () => undefined,
  }
  const code = await runCli(surroundings)
  return { code, out: out.text(), err: err.text() }
}

async function* textStream(text: string): AsyncGenerator<string> {
  yield text
}

function outletToText(): Outlet & { text(): string } {
  let text = ''
  return {
    write: (more) => {
      text += more
    },
    writeAll: async (more) => {
      text += more
    },
    isTty: false,
    columns: () => 100,
    paint: PLAIN,
    text: () => text,
  }
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ran>
}

/** Runs a command line as a process of its own, as the root script does. */
export function spawnCurtsy(
  words: readonly string[],
  { cwd, env = {}, stdin = '' }: RunOptions,
): Running {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|CURTSY_)/i.test(name)),
  )
  const child = spawn(
    process.execPath,
    ['--import', TSX, '--conditions=@curtsy/source', `${ROOT}packages/cli/src/main.ts`, ...words],
    {
      cwd,
      env: { ...own, NO_COLOR: '1', ...env },
    },
  )
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  child.stdin.end(stdin)
  const ended = new Promise<Ran>((resolve) =>
    child.on('close', (code) => resolve({ code, out, err })),
  )
  return { child, ended }
}
