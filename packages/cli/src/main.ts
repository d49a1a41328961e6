#!/usr/bin/env node
import { processSurroundings } from './process-surroundings.ts'
import { runCli } from './run-cli.ts'

const surroundings = processSurroundings()
const code = await runCli(surroundings)
// What has been said must be out before the process ends, and nothing that still listens may keep it.
await surroundings.out.writeAll('')
await surroundings.err.writeAll('')
process.exit(code)
