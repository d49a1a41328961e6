import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const serve = new URL('../../examples/src/fixture-web/serve.ts', import.meta.url)

test(
  'serve prints where the sites are and ends at SIGTERM with exit code 0',
  { timeout: 20_000 },
  async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(serve)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    const [first] = await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const lines = String(first).trimEnd().replaceAll(/:\d+/g, ':PORT').split('\n')
    expect(lines[0]).toMatch(/^http:\/\/shop\.demo:PORT\/ {2}127\.0\.0\.\d+$/)
    expect(lines.at(-1)).toBe('http://nowhere.demo:PORT/  does not resolve')
    expect(await ended).toEqual([0, null])
  },
)
