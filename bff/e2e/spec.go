package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strings"
)

// Spec is one story: what a client sends, step by step, and what must come back.
type Spec struct {
	Sentence string `json:"sentence"`
	Host     string `json:"host"` // of every step; default localhost
	Steps    []Step `json:"steps"`
}

// Step is one request and its answer.
type Step struct {
	Sentence string            `json:"sentence"`
	Call     string            `json:"call"` // class/method: posts the envelope to /endpoint/v1
	Data     map[string]any    `json:"data"` // of the call
	Method   string            `json:"method"`
	Path     string            `json:"path"`
	Body     string            `json:"body"` // raw, instead of Data
	Headers  map[string]string `json:"headers"`
	Without  []string          `json:"without"` // headers that a call usually has
	Cookies  *bool             `json:"cookies"` // false: sent without the story's cookies
	Want     Want              `json:"want"`
	Save     map[string]string `json:"save"` // variable: path in the answer's JSON, "data.url"
}

// Want says what the answer must be. Text values that begin with "re:" are patterns.
type Want struct {
	Status  int               `json:"status"` // default 200
	Headers map[string]string `json:"headers"`
	Body    any               `json:"body"`     // objects match where they name keys; arrays whole; "$any" and "$some" stand for values
	Text    string            `json:"text"`     // the body, as text, holds this
	NotText []string          `json:"not_text"` // the body holds none of these
}

// ReadSpec reads a spec file strictly.
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
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if s.Sentence == "" || len(s.Steps) == 0 {
		return nil, fmt.Errorf("%s: a spec has a sentence and steps", file)
	}
	return &s, nil
}

// mismatch compares an answer with what was wanted and says where they part; "" is equal.
func mismatch(at string, want, got any) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s: want an object, got %v", at, got)
		}
		for _, k := range sortedKeys(w) {
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

// textMismatch knows the words that stand for values: "$any" for whatever is there,
// "$some" for anything but null, "" and empty lists.
func textMismatch(at, want string, got any) string {
	switch {
	case want == "$any":
		return ""
	case want == "$some":
		if list, ok := got.([]any); got == nil || got == "" || ok && len(list) == 0 {
			return fmt.Sprintf("%s: want something, got %v", at, got)
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

// at walks a path such as "data.url" or "data.0.gameID" through decoded JSON.
func at(v any, path string) (any, bool) {
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

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
