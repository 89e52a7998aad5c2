package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
)

// Spec is a sequence of requests of one client and the expected responses.
type Spec struct {
	Sentence string `json:"sentence"`
	Host     string `json:"host"` // of all steps, default localhost
	Steps    []Step `json:"steps"`
}

// Step is one request and its expected response.
type Step struct {
	Sentence    string            `json:"sentence"`
	Call        string            `json:"call"` // class/method, sent as an envelope to /endpoint/v1
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
	Body    any               `json:"body"`     // objects match by these keys, "$any" and "$some" are wildcards
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
		return nil, fmt.Errorf("could not read spec %s: %w", file, err)
	}
	if s.Sentence == "" || len(s.Steps) == 0 {
		return nil, fmt.Errorf("spec %s has no sentence or no steps", file)
	}
	return &s, nil
}

// mismatch describes the first difference between want and got at a path, or returns "".
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

// Runner runs the steps of one spec against one address.
type Runner struct {
	client *Client
	mock   string // address of the mock's control API if the mock is a separate process
	vars   map[string]string
}

// NewRunner returns a runner that sends its requests to address in a mock world. ${name} in a spec
// stands for the value of the variable name.
func NewRunner(address, host, world string) *Runner {
	client := NewClient(address, cmp.Or(host, "localhost"), world)
	client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Runner{client: client, vars: map[string]string{"host": client.host}}
}

// UseMock sends requests of the control API to the mock that runs as a separate process at
// address.
func (r *Runner) UseMock(address string) { r.mock = address }

// Run runs one step. The error describes how the response differs from the expected one.
func (r *Runner) Run(step *Step) error {
	method, path, body, err := r.request(step)
	if err != nil {
		return err
	}
	client, header := *r.client, http.Header{}
	if step.Cookies != nil && !*step.Cookies {
		client.http = &http.Client{CheckRedirect: r.client.http.CheckRedirect}
	}
	if r.mock != "" && strings.HasPrefix(path, "/__mock/") {
		client.address = r.mock
	}
	if method == http.MethodPost {
		header.Set("Content-Type", "application/json")
		header.Set("panel", "frontend")
	}
	for k, v := range step.Headers {
		header.Set(k, r.substitute(v))
	}
	for _, k := range step.Without {
		header.Del(k)
		if k == "X-Mock-World" {
			client.world = ""
		}
	}
	client.host = cmp.Or(header.Get("Host"), client.host)
	sent := map[string]string{}
	for k := range header {
		sent[k] = header.Get(k)
	}
	status, received, raw, err := client.Do(method, path, []byte(body), sent)
	if err != nil {
		return err
	}
	if err := r.check(step, status, received, raw); err != nil {
		return fmt.Errorf("%w\nresponse %d: %.2000s", err, status, raw)
	}
	return nil
}

func (r *Runner) request(step *Step) (method, path, body string, err error) {
	if step.Call == "" {
		return cmp.Or(step.Method, http.MethodGet), r.substitute(step.Path), r.substitute(step.Body), nil
	}
	raw := []byte(step.Body)
	if len(raw) == 0 {
		raw, err = envelopeOf(step.Call, step.Data)
	}
	return http.MethodPost, "/endpoint/v1", r.substitute(string(raw)), err
}

func (r *Runner) check(step *Step, status int, header http.Header, raw []byte) error {
	if want := cmp.Or(step.Want.Status, http.StatusOK); status != want {
		return fmt.Errorf("want status %d, got %d", want, status)
	}
	for k, want := range step.Want.Headers {
		if m := textMismatch("header "+k, r.substitute(want), header.Get(k)); m != "" {
			return fmt.Errorf("%s", m)
		}
	}
	if !strings.Contains(string(raw), r.substitute(step.Want.Text)) {
		return fmt.Errorf("the body does not contain %q", step.Want.Text)
	}
	for _, unwanted := range step.Want.NotText {
		if strings.Contains(string(raw), r.substitute(unwanted)) {
			return fmt.Errorf("the body contains %q", unwanted)
		}
	}
	for name, variable := range step.SaveCookies {
		for _, c := range (&http.Response{Header: header}).Cookies() {
			if c.Name == name {
				r.vars[variable] = c.Value
			}
		}
	}
	if step.Want.Body == nil && len(step.Save) == 0 {
		return nil
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	var got any
	if err := dec.Decode(&got); err != nil {
		return fmt.Errorf("could not decode the body: %w", err)
	}
	if r.mock != "" {
		got = withoutStatusPolls(got)
	}
	if step.Want.Body != nil {
		if m := mismatch("body", r.substituteAll(step.Want.Body), got); m != "" {
			return fmt.Errorf("%s", m)
		}
	}
	for name, path := range step.Save {
		v, ok := lookup(got, path)
		if !ok {
			return fmt.Errorf("could not save variable %s: no value at %s", name, path)
		}
		r.vars[name] = fmt.Sprint(v)
	}
	return nil
}

// withoutStatusPolls removes the maintenance/check_status calls from a mock's call log. The
// server makes them periodically, so their number depends on the duration of the test.
func withoutStatusPolls(got any) any {
	calls, ok := got.([]any)
	if !ok {
		return got
	}
	return slices.DeleteFunc(calls, func(item any) bool {
		call, _ := item.(map[string]any)
		return call["class"] == "maintenance" && call["method"] == "check_status"
	})
}

// substitute replaces each ${name} with the value of the variable.
func (r *Runner) substitute(text string) string {
	for name, value := range r.vars {
		text = strings.ReplaceAll(text, "${"+name+"}", value)
	}
	return text
}

func (r *Runner) substituteAll(v any) any {
	switch node := v.(type) {
	case string:
		return r.substitute(node)
	case []any:
		out := make([]any, len(node))
		for i := range node {
			out[i] = r.substituteAll(node[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(node))
		for k := range node {
			out[k] = r.substituteAll(node[k])
		}
		return out
	}
	return v
}
