// Runs an example by its name: `pnpm example 02-routes [url]`.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const names = readdirSync(folder)
  .filter((file) => /^\d\d-.*\.ts$/.test(file))
  .map((file) => file.slice(0, -3))
  .toSorted()
const [wanted] = process.argv.slice(2)
const name = names.find((known) => known === wanted || known.startsWith(`${wanted}-`))

if (name === undefined) {
  console.error(wanted === undefined ? 'Which example?' : `There is no example "${wanted}".`)
  console.error(`Give one of these, and a URL to run it on a real site:\n  ${names.join('\n  ')}`)
  process.exitCode = 2
} else {
  process.argv.splice(2, 1)
  try {
    await import(`./${name}.ts`)
  } catch (error) {
    // What is wrong with a URL that was given is one sentence.
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
