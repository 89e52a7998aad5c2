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

// Story runs the steps of one spec against one address.
type Story struct {
	base   string
	mock   string // where the mock's control surface is, if elsewhere
	host   string
	world  string
	client *http.Client
	vars   map[string]string
}

// NewStory begins a story in a mock world of its own. vars are known from the start, as
// ${name} in any text of the spec.
func NewStory(address, host, world string, vars map[string]string) *Story {
	jar, _ := cookiejar.New(nil) // without options it never fails
	if host == "" {
		host = "localhost"
	}
	known := map[string]string{"host": host}
	for k, v := range vars {
		known[k] = v
	}
	return &Story{
		base: "http://" + address, host: host, world: world, vars: known,
		client: &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// Bends tells the story that the platform, with its control surface, is a process of its
// own at address.
func (s *Story) Bends(address string) { s.mock = "http://" + address }

// Run takes one step; the error says how the answer differs from what was wanted.
func (s *Story) Run(step *Step) error {
	r, err := s.request(step)
	if err != nil {
		return err
	}
	client := s.client
	if step.Cookies != nil && !*step.Cookies {
		client = &http.Client{CheckRedirect: s.client.CheckRedirect}
	}
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close() //nolint:errcheck // read to its end
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if err := s.check(step, answer, raw); err != nil {
		return fmt.Errorf("%w\nanswer %d: %.2000s", err, answer.StatusCode, raw)
	}
	return nil
}

func (s *Story) request(step *Step) (*http.Request, error) {
	method, path, body := step.Method, step.Path, s.fill(step.Body)
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
			body = s.fill(string(raw))
		}
	}
	if method == "" {
		method = http.MethodGet
	}
	base := s.base
	if s.mock != "" && strings.HasPrefix(path, "/__mock/") {
		base = s.mock
	}
	target, err := url.Parse(base + s.fill(path))
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequest(method, target.String(), strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Host = s.host
	if s.world != "" {
		r.Header.Set("X-Mock-World", s.world)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("panel", "frontend")
	}
	for k, v := range step.Headers {
		if k == "Host" {
			r.Host = s.fill(v)
			continue
		}
		r.Header.Set(k, s.fill(v))
	}
	for _, k := range step.Without {
		r.Header.Del(k)
	}
	return r, nil
}

func (s *Story) check(step *Step, answer *http.Response, raw []byte) error {
	status := step.Want.Status
	if status == 0 {
		status = http.StatusOK
	}
	if answer.StatusCode != status {
		return fmt.Errorf("want status %d, got %d", status, answer.StatusCode)
	}
	for k, want := range step.Want.Headers {
		if m := textMismatch("header "+k, s.fill(want), answer.Header.Get(k)); m != "" {
			return fmt.Errorf("%s", m)
		}
	}
	if !strings.Contains(string(raw), s.fill(step.Want.Text)) {
		return fmt.Errorf("the body does not hold %q", step.Want.Text)
	}
	for _, never := range step.Want.NotText {
		if strings.Contains(string(raw), s.fill(never)) {
			return fmt.Errorf("the body holds %q", never)
		}
	}
	if step.Want.Body == nil && len(step.Save) == 0 {
		return nil
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	var got any
	if err := dec.Decode(&got); err != nil {
		return fmt.Errorf("the body is not JSON: %w", err)
	}
	if s.mock != "" {
		got = unasked(got)
	}
	if step.Want.Body != nil {
		if m := mismatch("body", s.fillAll(step.Want.Body), got); m != "" {
			return fmt.Errorf("%s", m)
		}
	}
	for name, path := range step.Save {
		v, ok := at(got, path)
		if !ok {
			return fmt.Errorf("nothing at %s to keep as %s", path, name)
		}
		s.vars[name] = fmt.Sprint(v)
	}
	return nil
}

// unasked takes from a platform's log what the server asks of its own accord, every so many
// seconds: a story that takes its time would hear of it.
func unasked(got any) any {
	calls, ok := got.([]any)
	if !ok {
		return got
	}
	return slices.DeleteFunc(calls, func(one any) bool {
		call, _ := one.(map[string]any)
		return call["class"] == "maintenance" && call["method"] == "check_status"
	})
}

// fill puts variables in the place of ${name}.
func (s *Story) fill(text string) string {
	for name, value := range s.vars {
		text = strings.ReplaceAll(text, "${"+name+"}", value)
	}
	return text
}

func (s *Story) fillAll(v any) any {
	switch node := v.(type) {
	case string:
		return s.fill(node)
	case []any:
		out := make([]any, len(node))
		for i := range node {
			out[i] = s.fillAll(node[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(node))
		for k := range node {
			out[k] = s.fillAll(node[k])
		}
		return out
	}
	return v
}
