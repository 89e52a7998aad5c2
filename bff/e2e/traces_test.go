package e2e_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"croupier/bff/e2e"
)

func TestTracesArePropagatedUpstream(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var spans []byte
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var body io.Reader = r.Body
		if r.Header.Get("Content-Encoding") == "gzip" {
			unpacked, err := gzip.NewReader(r.Body)
			if err != nil {
				return
			}
			body = unpacked
		}
		raw, _ := io.ReadAll(body)
		mu.Lock()
		defer mu.Unlock()
		spans = append(spans, raw...)
	}))
	defer collector.Close()
	p, err := e2e.Start(binary, []string{"CROUPIER_TELEMETRY_OTLP_ENDPOINT=" + collector.URL},
		"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := e2e.NewClient(p.Address, "localhost", "traces")
	_, _, login, err := c.Call("user/login", map[string]any{"username": "demo", "password": "Demo123"}, nil)
	if err != nil || !bytes.Contains(login, []byte(`"result":true`)) {
		t.Errorf("login: %v %s", err, login)
	}
	var calls []struct {
		Class, Method string
		Headers       map[string]any
	}
	if err := json.Unmarshal(control(t, c, "calls", ""), &calls); err != nil || len(calls) != 2 { // the second asks for the second factor
		t.Fatalf("%v: %+v", err, calls)
	}
	for _, call := range calls {
		headers, _ := json.Marshal(call.Headers)
		if !bytes.Contains(bytes.ToLower(headers), []byte("traceparent")) {
			t.Errorf("%s/%s: traceparent is missing upstream: %s", call.Class, call.Method, headers)
		}
	}
	if err := p.Stop(); err != nil { // flushes the spans
		t.Fatalf("%v\n%s", err, p.Log())
	}
	mu.Lock()
	defer mu.Unlock()
	for _, want := range []string{"user/login", "upstream POST", "croupier.request_id", "marmara"} {
		if !bytes.Contains(spans, []byte(want)) {
			t.Errorf("the spans do not contain %q", want)
		}
	}
	for _, secret := range []string{"Demo123", strings.Split(string(login), `"sid":"`)[1][:12]} {
		if bytes.Contains(spans, []byte(secret)) {
			t.Errorf("the spans contain a secret: %s", secret)
		}
	}
}
