package scenario

import (
	"encoding/json"
	"math/big"
	"strings"
)

// Fields decodes a JSON object for Contains; empty for anything else.
func Fields(raw string) map[string]any {
	fields := map[string]any{}
	dec := json.NewDecoder(strings.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&fields) != nil || fields == nil { // null decodes to nil
		return map[string]any{}
	}
	return fields
}

// Contains reports whether got, the data of a call, has every field of want with an equal value. Objects inside are
// compared likewise, lists as a whole. Numbers are equal by value: 10 and 10.0 are.
func Contains(got, want map[string]any) bool {
	for name, value := range want {
		found, ok := got[name]
		if !ok || !equal(found, value) {
			return false
		}
	}
	return true
}

func equal(got, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		inner, ok := got.(map[string]any)
		return ok && Contains(inner, want)
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			return false
		}
		for i := range want {
			if !equal(list[i], want[i]) {
				return false
			}
		}
		return true
	case json.Number:
		number, ok := got.(json.Number)
		if !ok {
			return false
		}
		a, okA := new(big.Rat).SetString(number.String())
		b, okB := new(big.Rat).SetString(want.String())
		return okA && okB && a.Cmp(b) == 0
	default:
		return got == want
	}
}
