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

// Answer is the envelope of the answer to a call. On the wire it has all six keys, and null for what is empty.
type Answer struct {
	Result     bool
	Message    string
	Data       json.RawMessage
	Code       int
	Debug      string
	Pagination *Pagination

	// For the server only; never encoded.
	Renewed    *Identity   `json:"-"` // of the session from now on, where the platform has replaced its token; else nil
	Deviations []Violation `json:"-"` // of the platform's response outside of Data; they do not change the outcome
	NoEffect   bool        `json:"-"` // a refusal has DeliveryNoEffect
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
