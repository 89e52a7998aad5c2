package app

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/test/testkit"
)

// writeConfig writes a server file and a copy of the demo brands to a temporary directory.
func writeConfig(t testing.TB, server string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "brands"), os.DirFS("../../../../configs/brands")))
	return testkit.WriteFile(t, dir, "croupier.yaml", server)
}

// brandFile returns the file of a brand next to a server file.
func brandFile(server, brand string) string {
	return filepath.Join(filepath.Dir(server), "brands", brand, "brand.yaml")
}

const validConfig = "profile: demo\nbrands: brands\nupstreams:\n  mock:\n    adapter: mock\n"

// envelopeConfig returns a server file whose brands use the platform at url.
func envelopeConfig(url string) string {
	return strings.Replace(validConfig, "adapter: mock", "adapter: envelope\n    url: "+url, 1)
}

// openLive opens the configuration of a server file.
func openLive(t testing.TB, file string, log *slog.Logger) (*config.Live, *contract.Catalogue) {
	t.Helper()
	calls, err := contract.Load()
	require.NoError(t, err)
	live, err := config.OpenLive(Source(file, func(string) (string, bool) { return "", false }), log, time.Now)
	require.NoError(t, err)
	return live, calls
}

// joined returns the whole server of a server file, which is closed at the end of the test.
func joined(t testing.TB, file string, log *slog.Logger, access gateway.AccessLog) (*server, *config.Live) {
	t.Helper()
	live, calls := openLive(t, file, log)
	p, err := join(t.Context(), calls, live, log, Options{}, access)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, p.close()) })
	return p, live
}

// upstreamRequest returns a guest's call of a brand, named class/method.
func upstreamRequest(
	t testing.TB, live *config.Live, calls *contract.Catalogue, brand, call string,
) *bff.UpstreamRequest {
	t.Helper()
	b, _ := live.ByID(brand)
	class, method, _ := strings.Cut(call, "/")
	found, ok := calls.Lookup(class, method)
	require.True(t, ok, "no call %s", call)
	data := calls.Complete(found, map[string]any{}, "tr")
	return &bff.UpstreamRequest{
		RequestID: "r", Brand: b, Partition: bff.Partition(b.ID), Call: found, Rules: calls.Resolve(found, data),
		Data: data, Lang: "tr",
	}
}

// fakePlatform answers every call with the data set for it, or with its own answer.
type fakePlatform struct {
	url, answer string
	mu          sync.Mutex
	data        map[string]string // by call
	sent        map[string]int
	header      http.Header // of the last call
}

func startPlatform(t testing.TB, answer string) *fakePlatform {
	t.Helper()
	p := &fakePlatform{answer: answer, data: map[string]string{}, sent: map[string]int{}}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

func (p *fakePlatform) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct {
		API struct{ Class, Method string } `json:"api"`
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	call := body.API.Class + "/" + body.API.Method
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent[call]++
	p.header = r.Header
	w.Header().Set("Content-Type", "application/json")
	answer := p.answer
	if data, ok := p.data[call]; ok {
		answer = `{"result":true,"message":"","code":200,"debug":null,"pagination":{"limit":9,"offset":0,"total":1},` +
			`"data":` + data + `}`
	}
	_, _ = io.WriteString(w, answer)
}

func (p *fakePlatform) set(call, data string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.data[call] = data
}

func (p *fakePlatform) received(call string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent[call]
}
