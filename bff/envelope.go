package bff

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// Append appends the answer as JSON to dst, in the order of calls.md §1. Data is copied unchanged and must be valid JSON.
func (a *Answer) Append(dst []byte) []byte {
	debug, pagination := json.RawMessage("null"), json.RawMessage("null")
	if a.Debug != "" {
		debug = jsonText(a.Debug)
	}
	if p := a.Pagination; p != nil {
		pagination = fmt.Appendf(nil, `{"limit":%d,"offset":%d,"total":%d}`, p.Limit, p.Offset, p.Total)
	}
	dst = fmt.Appendf(dst, `{"result":%t,"message":%s,"data":`, a.Result, jsonText(a.Message))
	if len(a.Data) == 0 {
		dst = append(dst, "null"...)
	}
	return fmt.Appendf(append(dst, a.Data...), `,"code":%d,"debug":%s,"pagination":%s}`, a.Code, debug, pagination)
}

// MarshalJSON returns the same as Append.
func (a *Answer) MarshalJSON() ([]byte, error) { return a.Append(nil), nil }

// jsonText returns s as a JSON string without escaping for HTML, because envelopes are served as JSON.
func jsonText(s string) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // cannot fail
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
