package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// Spec is a sequence of requests of one client and the expected responses.
type Spec struct {
	Sentence string `json:"sentence"`
	Host     string `json:"host"` // of all steps; default localhost
	Steps    []Step `json:"steps"`
}

// Step is one request and its expected response.
type Step struct {
	Sentence    string            `json:"sentence"`
	Call        string            `json:"call"` // class/method; posts the envelope to /endpoint/v1
	Data        map[string]any    `json:"data"` // of the call
	Method      string            `json:"method"`
	Path        string            `json:"path"`
	Body        string            `json:"body"` // raw body instead of Data
	Headers     map[string]string `json:"headers"`
	Without     []string          `json:"without"` // default headers that are not sent
	Cookies     *bool             `json:"cookies"` // false: sent without the cookies of the spec
	Want        Expectation       `json:"want"`
	SaveCookies map[string]string `json:"save_cookies"` // cookie: variable that gets its value
	Save        map[string]string `json:"save"`         // variable name: path in the JSON response, such as "data.url"
}

// Expectation describes a response. Strings that begin with "re:" are regular expressions.
type Expectation struct {
	Status  int               `json:"status"` // default 200
	Headers map[string]string `json:"headers"`
	Body    any               `json:"body"`     // objects match by the keys named here, arrays as a whole; "$any" and "$some" are wildcards
	Text    string            `json:"text"`     // substring of the body
	NotText []string          `json:"not_text"` // the body contains none of these
}

// ReadSpec reads a spec file. It rejects unknown fields.
func ReadSpec(file string) (*Spec, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	var s Spec
	if err := dec.Decode(&s); err != nil {
		return nil, fmt.Errorf("read spec %s: %w", file, err)
	}
	if s.Sentence == "" || len(s.Steps) == 0 {
		return nil, fmt.Errorf("read spec %s: sentence or steps missing", file)
	}
	return &s, nil
}

// mismatch describes the first difference between want and got at a path; "" if they match.
func mismatch(at string, want, got any) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s: want an object, got %v", at, got)
		}
		for _, k := range slices.Sorted(maps.Keys(w)) {
			v, present := g[k]
			if !present {
				return fmt.Sprintf("%s.%s is missing", at, k)
			}
			if m := mismatch(at+"."+k, w[k], v); m != "" {
				return m
			}
		}
		return ""
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return fmt.Sprintf("%s: want %d items, got %v", at, len(w), got)
		}
		for i := range w {
			if m := mismatch(fmt.Sprintf("%s[%d]", at, i), w[i], g[i]); m != "" {
				return m
			}
		}
		return ""
	case string:
		return textMismatch(at, w, got)
	}
	if fmt.Sprint(want) != fmt.Sprint(got) {
		return fmt.Sprintf("%s: want %v, got %v", at, want, got)
	}
	return ""
}

// textMismatch is mismatch for a string. "$any" matches every value, "$some" every value but
// null, "" and the empty list.
func textMismatch(at, want string, got any) string {
	switch {
	case want == "$any":
		return ""
	case want == "$some":
		if list, ok := got.([]any); got == nil || got == "" || ok && len(list) == 0 {
			return fmt.Sprintf("%s: want a value that is not empty, got %v", at, got)
		}
		return ""
	case strings.HasPrefix(want, "re:"):
		if !regexp.MustCompile(want[len("re:"):]).MatchString(fmt.Sprint(got)) {
			return fmt.Sprintf("%s: %v does not match %s", at, got, want)
		}
		return ""
	}
	if got != want {
		return fmt.Sprintf("%s: want %q, got %v", at, want, got)
	}
	return ""
}

// lookup returns the value at a path such as "data.url" or "data.0.gameID" in decoded JSON.
func lookup(v any, path string) (any, bool) {
	for part := range strings.SplitSeq(path, ".") {
		switch node := v.(type) {
		case map[string]any:
			next, ok := node[part]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			var i int
			if _, err := fmt.Sscanf(part, "%d", &i); err != nil || i < 0 || i >= len(node) {
				return nil, false
			}
			v = node[i]
		default:
			return nil, false
		}
	}
	return v, true
}
