// Package recordid reads the ids of platforms' records.
package recordid

import (
	"encoding/json"
	"regexp"
	"strconv"
)

// pattern is the pattern of texts in RecordID of contracts/schemas/common.json.
var pattern = regexp.MustCompile(`^(0[0-9]+|[0-9]{16,}|[0-9]*[A-Za-z_-][A-Za-z0-9_.:=+~-]*)$`)

// Text returns an id of JSON as text. Platforms write the same id as a number or as a text, so
// Croupier compares ids as texts.
func Text(id json.RawMessage) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}

// Of returns a platform's reference as the id of a record: a number, a text, or nil when it is
// none. Up to 15 digits are always a number, because addresses cannot distinguish 12 from "12".
func Of(reference string) any {
	if n, err := strconv.ParseInt(reference, 10, 64); err == nil && n > 0 && len(reference) <= 15 &&
		reference[0] >= '1' && reference[0] <= '9' {
		return n
	}
	if len(reference) <= 80 && pattern.MatchString(reference) {
		return reference
	}
	return nil
}
