package guides

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Script returns a bash script that runs blocks. It writes the output of block n to the file n of the
// folder output and ends with the first block that fails.
func Script(blocks []Block, output string) string {
	var s strings.Builder
	s.WriteString(prelude)
	for i, b := range blocks {
		out := quote(filepath.Join(output, fmt.Sprint(i)))
		switch {
		case b.File != "":
			fmt.Fprintf(&s, "mkdir -p %s\ncat >%s <<'END OF BLOCK'\n%sEND OF BLOCK\n: >%s\n", quote(filepath.Dir(b.File)), quote(b.File), b.Text, out)
		case b.Language != "sh":
			continue
		case b.Server:
			fmt.Fprintf(&s, "(\n%s) >%s 2>&1 &\nwait_for_listening $! %s\n", b.Text, out, out)
		case b.Exit != 0:
			fmt.Fprintf(&s, "code=0\n(\n%s) >%s 2>&1 || code=$?\n[ $code = %d ]\n", b.Text, out, b.Exit)
		default:
			fmt.Fprintf(&s, "exec >%s 2>&1\n%s\n", out, b.Text)
		}
	}
	return s.String()
}

const prelude = `set -euo pipefail
wait_for_listening() {
	for _ in {1..600}; do
		if grep -q '"msg":"listening"' "$2"; then return 0; fi
		kill -0 "$1" 2>/dev/null || return 1
		sleep 0.05
	done
	return 1
}
`

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
