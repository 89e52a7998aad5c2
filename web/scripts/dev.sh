#!/usr/bin/env bash
# dev.sh CROUPIER: runs Vite and the server on one origin. The server proxies modules and the hot-reload socket to
# Vite. When one of them exits, or this script is stopped, both are stopped.
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

# Not through npx, which would not pass the signal on.
VITE_HMR_CLIENT_PORT=${listen##*:} node node_modules/vite/bin/vite.js --port "$vite" --strictPort --clearScreen false &
children+=($!)
"$croupier" serve --listen "$listen" --dev-site "http://127.0.0.1:$vite" &
children+=($!)
wait -n
