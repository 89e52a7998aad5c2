package contract

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// scalarRules holds the keywords of strings and numbers.
type scalarRules struct {
	minLength int
	maxLength int // -1: unbounded
	pattern   jsonschema.Regexp
	format    *jsonschema.Format

	bounded   bool  // low and high apply
	low, high int64 // inclusive
	above     bool  // low is exclusive
	unsure    bool  // a bound that is not an integer
}

// scalarOf returns the keywords of strings and numbers in s, or nil without any.
func scalarOf(s *jsonschema.Schema) *scalarRules {
	if s.MinLength == nil && s.MaxLength == nil && s.Pattern == nil && s.Format == nil &&
		s.Minimum == nil && s.Maximum == nil && s.ExclusiveMinimum == nil {
		return nil
	}
	out := &scalarRules{maxLength: -1, pattern: s.Pattern, format: s.Format, low: math.MinInt64, high: math.MaxInt64}
	if s.MinLength != nil {
		out.minLength = *s.MinLength
	}
	if s.MaxLength != nil {
		out.maxLength = *s.MaxLength
	}
	set := func(into *int64, n int64, ok bool) {
		*into, out.bounded = n, true
		out.unsure = out.unsure || !ok
	}
	if s.Minimum != nil {
		n, ok := bound(s.Minimum)
		set(&out.low, n, ok)
	}
	if s.Maximum != nil {
		n, ok := bound(s.Maximum)
		set(&out.high, n, ok)
	}
	if s.ExclusiveMinimum != nil {
		n, ok := bound(s.ExclusiveMinimum)
		out.above = true
		out.unsure = out.unsure || s.Minimum != nil
		set(&out.low, n, ok)
	}
	return out
}

// matchString matches a string token, quotes included.
func (s *scalarRules) matchString(token []byte) verdict {
	if len(token) < 2 {
		return unsure // invalid JSON
	}
	if s.pattern == nil && s.format == nil && s.minLength <= 1 && len(token)-2 >= s.minLength &&
		(s.maxLength < 0 || len(token)-2 <= s.maxLength) {
		return matches // an escape is longer than its character
	}
	text := token[1 : len(token)-1]
	if bytes.IndexByte(text, '\\') >= 0 {
		var s string
		if json.Unmarshal(token, &s) != nil {
			return unsure
		}
		text = []byte(s)
	}
	if n := utf8.RuneCount(text); n < s.minLength || s.maxLength >= 0 && n > s.maxLength {
		return differs
	}
	if s.pattern != nil && !s.pattern.MatchString(string(text)) {
		return differs
	}
	if s.format != nil && s.format.Validate(string(text)) != nil {
		return differs
	}
	return matches
}

// maxExactDigits is the length up to which a number without exponent is compared here.
const maxExactDigits = 15

// matchNumber matches a number token.
func (s *scalarRules) matchNumber(token []byte) verdict {
	if s.unsure || len(token) > maxExactDigits || bytes.ContainsAny(token, "eE") {
		return unsure
	}
	if s.format != nil && s.format.Validate(json.Number(token)) != nil {
		return differs
	}
	if !s.bounded {
		return matches
	}
	// Numbers of so few digits are distinct as float64, so that the comparison is exact.
	n, err := strconv.ParseFloat(string(token), 64)
	if err != nil {
		return unsure
	}
	low, high := float64(s.low), float64(s.high)
	if n < low || n > high || s.above && n == low {
		return differs
	}
	return matches
}
