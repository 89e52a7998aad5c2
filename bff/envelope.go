package bff

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Pagination is the window of a list: Limit items from Offset, of Total.
type Pagination struct {
	Limit  int `json:"limit"`
	Offset int `json:"offset"`
	Total  int `json:"total"`
}

// Answer is the envelope of the answer to a call. On the wire all six keys are always present; Debug
// is null when empty, Pagination when nil, Data when empty.
type Answer struct {
	Result     bool
	Message    string
	Data       json.RawMessage
	Code       int
	Debug      string
	Pagination *Pagination

	// Renewed is the identity of the caller's session from now on, where the platform has replaced its
	// token; nil otherwise. It is for the gateway only, and never encoded.
	Renewed *Identity `json:"-"`
	// Deviations are how the platform's response differs from the contract outside of Data. They do not
	// change the outcome, and are never encoded.
	Deviations []Violation `json:"-"`

	// NoEffect says that a refusal has DeliveryNoEffect. It is for the server only, and never encoded.
	NoEffect bool `json:"-"`
}

// Append appends the answer as JSON to dst, in the order of calls.md §1. Data is copied unchanged and
// must be valid JSON.
func (a *Answer) Append(dst []byte) []byte {
	dst = append(dst, `{"result":`...)
	dst = strconv.AppendBool(dst, a.Result)
	dst = append(dst, `,"message":`...)
	dst = AppendString(dst, a.Message)
	dst = append(dst, `,"data":`...)
	if len(a.Data) == 0 {
		dst = append(dst, "null"...)
	} else {
		dst = append(dst, a.Data...)
	}
	dst = append(dst, `,"code":`...)
	dst = strconv.AppendInt(dst, int64(a.Code), 10)
	dst = append(dst, `,"debug":`...)
	if a.Debug == "" {
		dst = append(dst, "null"...)
	} else {
		dst = AppendString(dst, a.Debug)
	}
	dst = append(dst, `,"pagination":`...)
	if a.Pagination == nil {
		return append(dst, "null}"...)
	}
	dst = append(dst, `{"limit":`...)
	dst = strconv.AppendInt(dst, int64(a.Pagination.Limit), 10)
	dst = append(dst, `,"offset":`...)
	dst = strconv.AppendInt(dst, int64(a.Pagination.Offset), 10)
	dst = append(dst, `,"total":`...)
	dst = strconv.AppendInt(dst, int64(a.Pagination.Total), 10)
	return append(dst, "}}"...)
}

// MarshalJSON returns the same as Append.
func (a *Answer) MarshalJSON() ([]byte, error) { return a.Append(nil), nil }

// AppendString appends s as a JSON string without escaping for HTML, because envelopes are served as
// JSON. Invalid UTF-8 is replaced.
func AppendString(dst []byte, s string) []byte {
	if isPlainString(s) {
		dst = append(dst, '"')
		dst = append(dst, s...)
		return append(dst, '"')
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // cannot fail
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}

// isPlainString reports whether the JSON string of s is s in quotation marks.
func isPlainString(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c > '~' {
			return false
		}
	}
	return true
}
