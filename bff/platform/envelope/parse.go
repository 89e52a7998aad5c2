package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"croupier/bff"
	"croupier/bff/contract"
)

// Errors for answers that are not an envelope.
var (
	errNotUTF8   = errors.New("the answer is not UTF-8")
	errNotJSON   = errors.New("the answer is not JSON")
	errNotObject = errors.New("the answer is not an object")
	errNoResult  = errors.New("the answer has no result")

	errTooManyMembers = errors.New("the answer has too many members")
)

// maxMembers is the number of members that an envelope may have. The contract knows six.
const maxMembers = 64

// Parse parses an answer as an envelope. Data refers to the bytes of raw. Keys are case-sensitive
// and must not repeat. Only result is required. A message, code or pagination of another type is a
// deviation and dropped, except a code that is a number in a text. A debug that is not a string is
// dropped, because it contains internals of the platform.
func Parse(raw []byte) (*bff.Answer, error) {
	a := &bff.Answer{}
	seen := make([]string, 0, 8)
	err := members(raw, func(key string, value []byte) error {
		if slices.Contains(seen, key) {
			return fmt.Errorf("duplicate key %q", key)
		}
		if len(seen) == maxMembers {
			return errTooManyMembers
		}
		seen = append(seen, key)
		if err := setField(a, key, value); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !slices.Contains(seen, "result") {
		return nil, errNoResult
	}
	return a, nil
}

// members checks that raw is one JSON object in UTF-8 and calls visit for each of its members as
// written.
func members(raw []byte, visit func(key string, value []byte) error) error {
	if !utf8.Valid(raw) {
		return errNotUTF8
	}
	// UTF-8 is checked above. Like encoding/json, the decoder accepts escaped surrogates without a
	// partner. It does not compare the keys within data.
	d := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if kind := d.PeekKind(); kind != '{' {
		if json.Valid(raw) {
			return errNotObject
		}
		return errNotJSON
	}
	_, _ = d.ReadToken() // the brace
	for d.PeekKind() == '"' {
		key, err := d.ReadToken()
		if err != nil {
			return errNotJSON
		}
		name := key.String()
		value, err := d.ReadValue()
		if err != nil {
			return errNotJSON
		}
		end := int(d.InputOffset())
		if err := visit(name, raw[end-len(value):end:end]); err != nil {
			return err
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return errNotJSON
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return errNotJSON
	}
	return nil
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
		if value[0] == '"' {
			return json.Unmarshal(value, &a.Message)
		}
		dropped(a, key, value, "a text")
	case "code":
		if json.Unmarshal(value, &a.Code) != nil {
			a.Code = wholeNumber(value)
			dropped(a, key, value, "an integer")
		}
	case "data":
		if !null {
			a.Data = value
		}
	case "debug":
		if value[0] == '"' {
			return json.Unmarshal(value, &a.Debug)
		}
	case "pagination":
		if json.Unmarshal(value, &a.Pagination) != nil {
			a.Pagination = nil
			dropped(a, key, value, "an object with limit, offset and total")
		}
	}
	return nil
}

// dropped records a member of another type than the contract requires. It ignores null.
func dropped(a *bff.Answer, key string, value []byte, want string) {
	if string(value) == "null" {
		return
	}
	v := bff.Violation{Path: key, Rule: "other", Got: contract.TypeOf(value), Want: want}
	a.Deviations = append(a.Deviations, v)
}

// wholeNumber returns a number that is written as a text or with a fraction of zero, as some
// platforms write codes. It returns 0 for other values.
func wholeNumber(value []byte) int {
	n, err := strconv.ParseFloat(strings.Trim(string(value), `" `), 64)
	if err != nil || n != math.Trunc(n) || math.Abs(n) > math.MaxInt32 {
		return 0
	}
	return int(n)
}
