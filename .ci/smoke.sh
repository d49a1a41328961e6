#!/usr/bin/env bash
# smoke.sh TARBALLS FOLDER: installs all tarballs together with npm into a new folder, the way a user has them, and loads every module
# that they export, by import and by require, and starts every command with --help.
set -euo pipefail
tarballs=$(cd "$1" && pwd)
mkdir -p "$2"
cd "$2"

echo '{ "private": true }' >package.json
npm install --no-audit --no-fund --loglevel=error "$tarballs"/*.tgz

cat >load.mjs <<'SCRIPT'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
for (const folder of readdirSync('node_modules/@curtsy')) {
  const { name, exports } = JSON.parse(readFileSync(`node_modules/@curtsy/${folder}/package.json`, 'utf8'))
  for (const entry of Object.keys(exports).filter((key) => key !== './package.json')) {
    const specifier = name + entry.slice(1)
    const imported = Object.keys(await import(specifier))
    const required = Object.keys(require(specifier)).filter((key) => imported.includes(key))
    if (imported.length === 0) throw new Error(`${specifier} exports nothing.`)
    if (required.length !== imported.length) throw new Error(`require('${specifier}') gives less than import().`)
    console.log(`${specifier}: ${imported.length} exports, by import and by require`)
  }
}
SCRIPT
node --no-warnings load.mjs

for command in node_modules/.bin/curtsy*; do
  "$command" --help >help.txt
  [[ -s help.txt ]] || { echo "$command --help printed nothing."; exit 1; }
  echo "$command --help: $(wc -l <help.txt) lines"
done
