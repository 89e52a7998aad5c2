package envelope

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"croupier/bff"
)

// Faults of an answer that is no envelope.
var (
	errNotUTF8   = errors.New("the answer is not UTF-8")
	errNotJSON   = errors.New("the answer is not JSON")
	errNotObject = errors.New("the answer is not an object")
	errNoResult  = errors.New("the answer has no result")
)

// Parse reads an answer as an envelope. It validates raw once, then walks the top level
// only: data is kept as it lies and never decoded. Keys are matched exactly and may stand
// once; result must be there and be a boolean; message, code, debug and pagination may be
// absent or null. Unknown keys are ignored, and a debug that is not text is dropped, since
// it can only be the platform's internals.
func Parse(raw []byte) (*bff.Answer, error) {
	if !utf8.Valid(raw) {
		return nil, errNotUTF8
	}
	if !json.Valid(raw) {
		return nil, errNotJSON
	}
	a := &bff.Answer{}
	seen := map[string]bool{}
	err := members(raw, func(key string, value []byte) error {
		if seen[key] {
			return fmt.Errorf("key %q stands twice", key)
		}
		seen[key] = true
		if err := set(a, key, value); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !seen["result"] {
		return nil, errNoResult
	}
	return a, nil
}

func set(a *bff.Answer, key string, value []byte) error {
	null := string(value) == "null"
	switch key {
	case "result":
		if null {
			return errNoResult
		}
		return json.Unmarshal(value, &a.Result)
	case "message":
		return json.Unmarshal(value, &a.Message)
	case "code":
		return json.Unmarshal(value, &a.Code)
	case "data":
		if !null {
			a.Data = value
		}
	case "debug":
		if value[0] == '"' {
			return json.Unmarshal(value, &a.Debug)
		}
	case "pagination":
		return json.Unmarshal(value, &a.Pagination)
	}
	return nil
}
