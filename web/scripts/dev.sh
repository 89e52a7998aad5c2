#!/usr/bin/env bash
# dev.sh CROUPIER runs Vite and the server on one origin, with configs/ of this tree. The server
# proxies modules and the hot-reload socket to Vite. If one of them or this script ends, all end.
# Variables: VITE_PORT and the server's variables.
set -euo pipefail
croupier=$(realpath "$1")
cd "$(dirname "$0")/.."

vite=${VITE_PORT:-5173}
listen=${CROUPIER_LISTEN:-127.0.0.1:8080}

children=()
stop() {
  trap - EXIT INT TERM HUP
  kill "${children[@]}" 2>/dev/null || true
  wait
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Not through npx, which would not forward the signal.
VITE_HMR_CLIENT_PORT=${listen##*:} node node_modules/vite/bin/vite.js --port "$vite" --strictPort --clearScreen false &
children+=($!)
"$croupier" serve --config ../configs/croupier.yaml --listen "$listen" --dev-site "http://127.0.0.1:$vite" &
children+=($!)
(
  # Waits until both listen. Earlier requests wait.
  until (: <"/dev/tcp/127.0.0.1/$vite" && : <"/dev/tcp/127.0.0.1/${listen##*:}") 2>/dev/null; do sleep 0.2; done
  printf '\n  The site: http://127.0.0.1:%s\n\n' "${listen##*:}"
) &
servers=("${children[@]}")
children+=($!)
wait -n "${servers[@]}"
