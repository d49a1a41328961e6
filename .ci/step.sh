# shellcheck shell=bash
# step NAME COMMAND...: runs the command under a headline and says how long it took. A failure ends the whole run with one clear line.
step() {
  local name=$1 started=$SECONDS status
  shift
  printf '\n== %s: %s\n' "$name" "$*"
  # A command before || runs without -e, functions included; the subshell sets it again, so that the first failing line ends it.
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

# quietly COMMAND...: shows what the command prints only if it fails.
quietly() {
  local output status=0
  output=$("$@" 2>&1) || status=$?
  ((status == 0)) || printf '%s\n' "$output"
  return "$status"
}
