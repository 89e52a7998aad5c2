package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
)

// Runner runs the steps of one spec against one address.
type Runner struct {
	base   string
	mock   string // base URL of the mock's control API if the mock is a separate process
	host   string
	world  string
	client *http.Client
	vars   map[string]string
}

// NewRunner returns a runner that sends its requests to address in a mock world. ${name} in a spec
// stands for the value of the variable name.
func NewRunner(address, host, world string) *Runner {
	jar, _ := cookiejar.New(nil) // cannot fail without options
	if host == "" {
		host = "localhost"
	}
	return &Runner{
		base: "http://" + address, host: host, world: world, vars: map[string]string{"host": host},
		client: &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// UseMock sends requests of the control API to the mock that runs as a separate process at
// address.
func (r *Runner) UseMock(address string) { r.mock = "http://" + address }

// Run runs one step. The error describes how the response differs from the expected one.
func (r *Runner) Run(step *Step) error {
	req, err := r.request(step)
	if err != nil {
		return err
	}
	client := r.client
	if step.Cookies != nil && !*step.Cookies {
		client = &http.Client{CheckRedirect: r.client.CheckRedirect}
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close() //nolint:errcheck // read to EOF
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if err := r.check(step, resp, raw); err != nil {
		return fmt.Errorf("%w\nresponse %d: %.2000s", err, resp.StatusCode, raw)
	}
	return nil
}

func (r *Runner) request(step *Step) (*http.Request, error) {
	method, path, body := step.Method, step.Path, r.substitute(step.Body)
	if step.Call != "" {
		method, path = http.MethodPost, "/endpoint/v1"
		if body == "" {
			class, name, _ := strings.Cut(step.Call, "/")
			data := step.Data
			if data == nil {
				data = map[string]any{}
			}
			raw, err := json.Marshal(map[string]any{"api": map[string]string{"class": class, "method": name}, "data": data})
			if err != nil {
				return nil, err
			}
			body = r.substitute(string(raw))
		}
	}
	if method == "" {
		method = http.MethodGet
	}
	base := r.base
	if r.mock != "" && strings.HasPrefix(path, "/__mock/") {
		base = r.mock
	}
	target, err := url.Parse(base + r.substitute(path))
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest(method, target.String(), strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Host = r.host
	if r.world != "" {
		req.Header.Set("X-Mock-World", r.world)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("panel", "frontend")
	}
	for k, v := range step.Headers {
		if k == "Host" {
			req.Host = r.substitute(v)
			continue
		}
		req.Header.Set(k, r.substitute(v))
	}
	for _, k := range step.Without {
		req.Header.Del(k)
	}
	return req, nil
}

func (r *Runner) check(step *Step, resp *http.Response, raw []byte) error {
	status := step.Want.Status
	if status == 0 {
		status = http.StatusOK
	}
	if resp.StatusCode != status {
		return fmt.Errorf("want status %d, got %d", status, resp.StatusCode)
	}
	for k, want := range step.Want.Headers {
		if m := textMismatch("header "+k, r.substitute(want), resp.Header.Get(k)); m != "" {
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
		for _, c := range resp.Cookies() {
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
		return fmt.Errorf("decode body: %w", err)
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
			return fmt.Errorf("save variable %s: no value at %s", name, path)
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
