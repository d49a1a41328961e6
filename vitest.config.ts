import { defineConfig } from 'vitest/config'

export default defineConfig({
  ssr: { resolve: { conditions: ['@curtsy/source', 'module', 'node', 'development|production'] } },
  resolve: { conditions: ['@curtsy/source'] },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Nobody waits for real time; what takes long is a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
