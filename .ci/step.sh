# shellcheck shell=bash
# step NAME COMMAND...: runs the command under a headline and says how long it took. A failure ends the whole run with one clear line.
step() {
  local name=$1 started=$SECONDS status=0
  shift
  printf '\n== %s: %s\n' "$name" "$*"
  # A command after || runs without -e, also inside a function; a subshell that sets it again stops at its first failing line.
  set +e
  (set -e; "$@")
  status=$?
  set -e
  if ((status != 0)); then
    printf '\nFAILED: %s, exit code %d after %d s. The steps after it did not run.\n' "$name" "$status" "$((SECONDS - started))"
    exit "$status"
  fi
  printf '== %s: passed in %d s\n' "$name" "$((SECONDS - started))"
}
