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

// kept are records in memory.
type kept map[string][]byte

func (k kept) Put(_ context.Context, key string, value []byte) error {
	k[key] = value
	return nil
}

func (k kept) Delete(_ context.Context, key string) error {
	delete(k, key)
	return nil
}

func (k kept) All(context.Context) (map[string][]byte, error) { return k, nil }

// platformNamed answers every call with its name, and notes the headers it was asked with.
func platformNamed(t *testing.T, name string, asked chan<- http.Header) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Header
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"result":false,"message":"`+name+`","code":7}`)
	}))
	t.Cleanup(srv.Close)
	return srv.URL + "/endpoint/v1"
}

func TestUpstreamsUseTheirConfiguration(t *testing.T) {
	asked := make(chan http.Header, 8)
	first, second, third := platformNamed(t, "first", asked), platformNamed(t, "second", asked), platformNamed(t, "third", asked)
	hung := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body) // only then the server notices that the client has gone
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
    headers: { x-house: marmara }
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
	file := configured(t, server(first))
	dir := filepath.Dir(file)
	rewrite(t, filepath.Join(dir, "secret"), func(string) string { return "a secret of the house\n" })
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
	up, err := openPlatforms(t.Context(), live, calls, casino, kept{}, nil, nil, log)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(brand, class, method string) (*bff.Answer, error) {
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
	says := func(want, brand, class, method string) http.Header {
		t.Helper()
		a, err := ask(brand, class, method)
		if err != nil || a.Message != want {
			t.Fatalf("%s %s/%s: %+v, %v, want %s", brand, class, method, a, err, want)
		}
		return <-asked
	}

	if h := says("first", "marmara", "casino", "category_list"); h.Get("X-House") != "marmara" || h.Get("X-Croupier-Signature") == "" || h.Get("X-Croupier-Timestamp") == "" {
		t.Errorf("headers %v", h)
	}
	if h := says("second", "marmara", "livecasino", "category_list"); h.Get("X-House") != "" || h.Get("X-Croupier-Signature") != "" {
		t.Errorf("another upstream's headers: %v", h)
	}
	if a, err := ask("zephyr", "casino", "category_list"); err != nil || !a.Result {
		t.Errorf("the brand on the mock: %+v, %v", a, err)
	}

	if _, err := ask("marmara", "casino", "provider_list"); !errors.Is(err, bff.ReasonUpstreamTimeout) {
		t.Errorf("the upstream's own timeout: %v", err)
	}
	if _, err := ask("marmara", "casino", "provider_list"); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("the upstream's own breaker: %v", err)
	}

	if err := up.SetOverride(t.Context(), "marmara", "studio", bff.OverrideForcedOpen); err != nil {
		t.Fatal(err)
	}
	if _, err := ask("marmara", "livecasino", "category_list"); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("held open: %v", err)
	}
	says("first", "marmara", "casino", "category_list")

	rewrite(t, file, func(string) string { return server(third) })
	if err := live.Reload(); err != nil {
		t.Fatal(err)
	}
	says("third", "marmara", "casino", "category_list")

	rewrite(t, file, func(string) string {
		return strings.Replace(server(first), "x-house", "content-length", 1)
	})
	if err := live.Reload(); err == nil {
		t.Error("an upstream that cannot be made was accepted")
	}
	says("third", "marmara", "casino", "category_list")
}

func rewrite(t *testing.T, file string, change func(string) string) {
	t.Helper()
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(change(string(old))), 0o600); err != nil {
		t.Fatal(err)
	}
}
