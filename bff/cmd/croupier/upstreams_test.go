package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
)

// memoryRecords stores records in memory.
type memoryRecords map[string][]byte

func (k memoryRecords) Put(_ context.Context, key string, value []byte) error {
	k[key] = value
	return nil
}

func (k memoryRecords) Delete(_ context.Context, key string) error {
	delete(k, key)
	return nil
}

func (k memoryRecords) All(context.Context) (map[string][]byte, error) { return k, nil }

// startPlatform starts a platform that responds to every call with name and sends the request
// headers to received.
func startPlatform(t *testing.T, name string, received chan<- http.Header) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		received <- r.Header
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"result":false,"message":"`+name+`","code":7}`)
	}))
	t.Cleanup(srv.Close)
	return srv.URL + "/endpoint/v1"
}

func TestUpstreamsUseTheirConfiguration(t *testing.T) {
	received := make(chan http.Header, 8)
	first, second, third := startPlatform(t, "first", received), startPlatform(t, "second", received), startPlatform(t, "third", received)
	hung := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body) // required for the server to detect the closed connection
		<-r.Context().Done()
	}))
	t.Cleanup(hung.Close)
	server := func(main string) string {
		return fmt.Sprintf(`profile: demo
brands: brands
upstreams:
  mock:
    adapter: mock
  main:
    adapter: envelope
    url: %s
    headers: { x-partner: marmara }
    secret_file: secret
    timeouts: { quick: 2s, normal: 7s }
    concurrency: 8
    queue: 4
    breaker: { window: 20s, minimum: 3, ratio: 0.9, open_for: 1m, slow_after: 6s }
  studio:
    adapter: envelope
    url: %s
  hung:
    adapter: envelope
    url: %s
    timeouts: { normal: 2s }
    breaker: { minimum: 1, open_for: 1h }
`, main, second, hung.URL)
	}
	file := writeConfig(t, server(first))
	dir := filepath.Dir(file)
	rewrite(t, filepath.Join(dir, "secret"), func(string) string { return "a shared secret of the upstream\n" })
	rewrite(t, filepath.Join(dir, "brands", "marmara", "brand.yaml"), func(s string) string {
		return strings.Replace(s, "upstream: mock", "upstream: main\nrouting:\n  livecasino: studio\n  casino/provider_list: hung", 1)
	})
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	live, err := config.OpenLive(source(configFile(file), func(string) (string, bool) { return "", false }, calls), log, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	casino, err := openMock(live.Config(), calls, log)
	if err != nil {
		t.Fatal(err)
	}
	up, err := openPlatforms(t.Context(), live, calls, casino, memoryRecords{}, nil, nil, nil, log)
	if err != nil {
		t.Fatal(err)
	}
	call := func(brand, class, method string) (*bff.Answer, error) {
		b, _ := live.ByID(brand)
		call, ok := calls.Lookup(class, method)
		if !ok {
			t.Fatalf("no call %s/%s", class, method)
		}
		data := calls.Complete(call, map[string]any{}, "tr")
		return up.Do(t.Context(), &bff.UpstreamRequest{
			RequestID: "r", Brand: b, Call: call, Rules: calls.Resolve(call, data), Data: data, Lang: "tr",
		})
	}
	wantFrom := func(want, brand, class, method string) http.Header {
		t.Helper()
		a, err := call(brand, class, method)
		if err != nil || a.Message != want {
			t.Fatalf("%s %s/%s: %+v, %v, want %s", brand, class, method, a, err, want)
		}
		return <-received
	}

	if h := wantFrom("first", "marmara", "casino", "category_list"); h.Get("X-Partner") != "marmara" || h.Get("X-Croupier-Signature") == "" || h.Get("X-Croupier-Timestamp") == "" {
		t.Errorf("headers %v", h)
	}
	if h := wantFrom("second", "marmara", "livecasino", "category_list"); h.Get("X-Partner") != "" || h.Get("X-Croupier-Signature") != "" {
		t.Errorf("headers of another upstream: %v", h)
	}
	if a, err := call("zephyr", "casino", "category_list"); err != nil || !a.Result {
		t.Errorf("brand with the mock: %+v, %v", a, err)
	}

	if _, err := call("marmara", "casino", "provider_list"); !errors.Is(err, bff.ReasonUpstreamTimeout) {
		t.Errorf("timeout of the upstream: %v", err)
	}
	if _, err := call("marmara", "casino", "provider_list"); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("breaker of the upstream: %v", err)
	}

	if err := up.SetOverride(t.Context(), "marmara", "studio", bff.OverrideForcedOpen); err != nil {
		t.Fatal(err)
	}
	if _, err := call("marmara", "livecasino", "category_list"); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("breaker forced open: %v", err)
	}
	wantFrom("first", "marmara", "casino", "category_list")

	rewrite(t, file, func(string) string { return server(third) })
	if err := live.Reload(); err != nil {
		t.Fatal(err)
	}
	wantFrom("third", "marmara", "casino", "category_list")

	rewrite(t, file, func(string) string {
		return strings.Replace(server(first), "x-partner", "content-length", 1)
	})
	if err := live.Reload(); err == nil {
		t.Error("an invalid upstream was accepted")
	}
	wantFrom("third", "marmara", "casino", "category_list")
}

func rewrite(t testing.TB, file string, change func(string) string) {
	t.Helper()
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(change(string(old))), 0o600); err != nil {
		t.Fatal(err)
	}
}
