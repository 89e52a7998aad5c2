package envelope

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"croupier/bff"
)

// Errors for answers that are not an envelope.
var (
	errNotUTF8   = errors.New("the answer is not UTF-8")
	errNotJSON   = errors.New("the answer is not JSON")
	errNotObject = errors.New("the answer is not an object")
	errNoResult  = errors.New("the answer has no result")
)

// Parse parses an answer as an envelope. It validates raw once, then decodes only the top level:
// Data refers to the bytes of raw and is not decoded. Keys are case-sensitive and must not repeat.
// result is required and boolean; message, code, debug and pagination may be absent or null.
// Unknown keys are ignored. A debug that is not a string is dropped because it can only contain
// internals of the platform.
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
			return fmt.Errorf("duplicate key %q", key)
		}
		seen[key] = true
		if err := setField(a, key, value); err != nil {
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

// setField decodes one member of the envelope into a.
func setField(a *bff.Answer, key string, value []byte) error {
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
