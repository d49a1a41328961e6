import { defineConfig } from 'vitest/config'

export default defineConfig({
  ssr: { resolve: { conditions: ['@curtsy/source', 'module', 'node', 'development|production'] } },
  resolve: { conditions: ['@curtsy/source'] },
  test: { include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'] },
})
