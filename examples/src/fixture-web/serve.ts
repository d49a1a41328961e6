// Runs the fixture web by itself until Ctrl-C, one hour at most, and prints where its sites are:
//
//   node_modules/.bin/tsx examples/src/fixture-web/serve.ts
//   curl --resolve shop.demo:PORT:ADDRESS http://shop.demo:PORT/
import { startFixtureWeb } from './index.ts'

const AN_HOUR_MS = 3_600_000

const web = await startFixtureWeb({ maxLifetimeMs: AN_HOUR_MS })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void web.close())

const lines = web.seeds.map(async (seed) => {
  const [address = 'does not resolve'] = await web.resolve(new URL(seed).hostname)
  return `${seed}  ${address}`
})
console.log((await Promise.all(lines)).join('\n'))
