package e2e_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
)

// A mock records a platform without personal data, replays the recording, and starts with a snapshot.
func TestRecordReplayAndSnapshot(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	platform := start(t, nil, "mock", "--listen", "127.0.0.1:0", "--seed", "5")
	recorder := start(t, nil, "mock", "--listen", "127.0.0.1:0", "--record", "--upstream",
		"http://"+platform.Address+"/endpoint/v1", "--out", dir)
	v := startAlone(t, inFrontOf(recorder.Address)).visitor
	calls := []string{"casino/provider_list", "habanero/getJackpots", "cmscontroller/getPromotions"}
	for _, call := range calls {
		v.ok(t, "", call, nil)
	}
	token := v.login(t, "demo")
	assert.Contains(t, v.ok(t, token, "user/get_user_profile", nil), "Deniz", "the recorder changed a response")
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		for _, secret := range []string{"Demo123", "Deniz", "demo@ornek.test", "555111", "Alsancak"} {
			assert.False(t, bytes.Contains(raw, []byte(secret)), "%s contains %q", path, secret)
		}
		return err
	})
	require.NoError(t, err)

	v.ok(t, token, "user/update_profile", map[string]any{"city": "Mardin"})
	snapshot := writeFile(t, "world.json", string(control(t, e2e.NewClient(platform.Address, "", ""), "snapshot?calls=1", "")))
	replay := start(t, nil, "mock", "--listen", "127.0.0.1:0", "--seed", "9", "--replay", dir)
	replayed, original := visitor{replay.Address, "", ""}, visitor{platform.Address, "", ""}
	// The responses of the other calls depend on the clock.
	assert.JSONEq(t, original.ok(t, "", calls[0], nil), replayed.ok(t, "", calls[0], nil), calls[0])
	replayed.ok(t, "", "livecasino/provider_list", nil) // is not recorded
	var report struct {
		Records, Answers int
		Drifts           []struct{ Problem string }
	}
	raw := control(t, replayed.client(), "drift", "")
	unmarshal(t, raw, &report)
	assert.True(t, report.Records >= 5 && report.Answers >= 4 && len(report.Drifts) == 0, "drift report %s", raw)
	restored := start(t, nil, "mock", "--listen", "127.0.0.1:0", "--snapshot", snapshot)
	assert.Contains(t, string(control(t, e2e.NewClient(restored.Address, "", ""), "snapshot?calls=1", "")), "Mardin", "its profile")
}

// Spans are exported, calls of the platform carry the trace, and no span contains a secret.
func TestTracesArePropagatedUpstream(t *testing.T) {
	parallel(t)
	var mu sync.Mutex
	var spans []byte
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		if unpacked, err := gzip.NewReader(bytes.NewReader(raw)); err == nil {
			raw, _ = io.ReadAll(unpacked)
		}
		mu.Lock()
		defer mu.Unlock()
		spans = append(spans, raw...)
	}))
	t.Cleanup(collector.Close)
	p := startServer(t, []string{"CROUPIER_TELEMETRY_OTLP_ENDPOINT=" + collector.URL}, t.TempDir())
	v := visitor{p.Address, "localhost", "traces"}
	var login struct{ SID string }
	unmarshal(t, []byte(v.ok(t, "", "user/login", credentials("demo"))), &login)
	calls := strings.ToLower(string(control(t, v.client(), "calls", "")))
	assert.Equal(t, 2, strings.Count(calls, `"traceparent"`), "the second call asks for the second factor: %s", calls)
	require.NoError(t, p.Stop(), "flushes the spans")
	mu.Lock()
	defer mu.Unlock()
	for text, want := range map[string]bool{
		"user/login": true, "upstream POST": true, "croupier.request_id": true, "marmara": true, "Demo123": false, login.SID[:12]: false,
	} {
		assert.Equal(t, want, bytes.Contains(spans, []byte(text)), "the spans contain %q: %v", text, !want)
	}
}

// An event stream sends the jackpots of the mock world in the cookie.
func TestEventsIncludeJackpots(t *testing.T) {
	t.Parallel()
	tester, page := visitor{server.Address, "localhost", "jackpots"}, visitor{server.Address, "localhost", ""}
	control(t, tester.client(), "clock", `{"advance":"2400h"}`)
	mine, main := tester.events(t, "").WaitFor("jackpots"), page.events(t, "").WaitFor("jackpots")
	assert.True(t, mine != main && strings.Contains(mine, `"amount":`) && strings.Contains(main, `"amount":`),
		"jackpots of two worlds whose clocks differ: %s and %s", mine, main)
}
