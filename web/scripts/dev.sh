#!/usr/bin/env bash
# dev.sh CROUPIER: runs Vite and the server on one origin. The server proxies modules and the hot-reload socket to
# Vite. When one of them exits, both are stopped.
set -euo pipefail
croupier=$(realpath "$1")
cd "$(dirname "$0")/.."

vite=${VITE_PORT:-5173}
listen=${CROUPIER_LISTEN:-127.0.0.1:8080}

VITE_HMR_CLIENT_PORT=${listen##*:} npx vite --port "$vite" --strictPort --clearScreen false &
site=$!
"$croupier" serve --listen "$listen" --dev-site "http://127.0.0.1:$vite" &
server=$!
trap 'kill "$site" "$server" 2>/dev/null || true' EXIT
wait -n "$site" "$server"
