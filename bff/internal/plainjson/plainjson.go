// Package plainjson encodes JSON that no page contains.
package plainjson

import (
	"bytes"
	"encoding/json"
)

// Marshal is like json.Marshal, but does not escape HTML.
func Marshal(v any) (json.RawMessage, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(out.Bytes()), err
}
