#!/usr/bin/env bash
# check-tarballs.sh FOLDER: every tarball as a registry would get it. publint reads package.json against the files, attw resolves the
# types from ESM and from bundlers. A package that exports no module (a command alone) has no types to resolve.
set -euo pipefail
shopt -s nullglob
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source .ci/step.sh

tarballs=("$1"/*.tgz)
expected=$(find packages -mindepth 2 -maxdepth 2 -name package.json | wc -l)
if ((${#tarballs[@]} != expected)); then
  echo "Expected $expected tarballs in $1, one for each package, got ${#tarballs[@]}."
  exit 1
fi

exports_modules() {
  tar -xzOf "$1" package/package.json | node -e '
    const { exports } = JSON.parse(require("node:fs").readFileSync(0, "utf8"))
    process.exit(Object.keys(exports).some((name) => name !== "./package.json") ? 0 : 1)'
}

for tarball in "${tarballs[@]}"; do
  quietly node_modules/.bin/publint run --strict "$tarball"
  checked=publint
  if exports_modules "$tarball"; then
    quietly node_modules/.bin/attw "$tarball" --profile esm-only
    checked+=' and attw'
  fi
  echo "$(basename "$tarball"): nothing to say by $checked"
done
