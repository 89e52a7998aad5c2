package e2e_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/test/e2e"
	"croupier/bff/test/storetest/realredis"
)

// server is a demo server shared by tests. Each test uses its own mock world.
var server *e2e.Process

var binary string

func TestMain(m *testing.M) {
	// The functions parallel and pair limit the number of parallel tests.
	if err := flag.Set("test.parallel", "200"); err != nil {
		panic(err)
	}
	code, err := withServer(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func withServer(tests func() int) (code int, err error) {
	dir, err := os.MkdirTemp("", "croupier-e2e-")
	if err != nil {
		return 1, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if binary, err = e2e.Binary(dir); err != nil {
		return 1, err
	}
	suite := &shared.suite
	suite.Dir = dir
	defer func() {
		suite.End()
		if suite.Broken {
			code = 1
		}
	}()
	server = startServer(suite, nil, suite.TempDir())
	return tests(), nil
}

// The specs need a separate server, because the mock drops the least recently used worlds.
func TestSpecs(t *testing.T) { runSpecs(t, startServer(t, nil, t.TempDir()), nil, "*/*") }

// The specs also pass with Redis for tickets, limits, idempotency records and cached responses,
// with a single server and with a cluster.
func TestSpecsWithRedis(t *testing.T) {
	parallel(t)
	for name, url := range map[string]string{
		"single":  realredis.Start(t).URL(),
		"cluster": realredis.StartCluster(t).URL(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runSpecs(t, startServer(t, []string{"CROUPIER_REDIS_URL=" + url, "CROUPIER_SESSION_STORE=redis"},
				t.TempDir()), nil, "*/*")
		})
	}
}

// specSlots limits the number of parallel specs.
var specSlots = make(chan struct{}, 8)

// runSpecs runs the specs of a pattern below specs/ against p, each in a separate mock world. With
// a separate mock process, they run in its main world, one after the other.
func runSpecs(t *testing.T, p *e2e.Process, mock *e2e.Process, pattern string) {
	files, err := filepath.Glob("specs/" + pattern + ".json")
	require.True(t, err == nil && len(files) != 0, "no specs: %v", err)
	for _, file := range files {
		spec, err := e2e.ReadSpec(file)
		require.NoError(t, err)
		name := strings.TrimSuffix(strings.TrimPrefix(file, "specs/"), ".json")
		t.Run(name, func(t *testing.T) {
			world := ""
			if mock == nil {
				t.Parallel()
				specSlots <- struct{}{}
				defer func() { <-specSlots }()
				world = strings.ReplaceAll(name, "/", "-")
			}
			runner := e2e.NewRunner(p.Address, spec.Host, world)
			if mock != nil {
				runner.UseMock(mock.Address)
			}
			for i := range spec.Steps {
				step := &spec.Steps[i]
				if strings.HasPrefix(step.Path, "/__mock/calls") { // the log contains only ended calls
					eventually(t, step.Sentence, func() bool { return runner.Run(step) == nil })
					continue
				}
				require.NoError(t, runner.Run(step), "%s\nstep %d, %s", spec.Sentence, i+1, step.Sentence)
			}
		})
	}
}

// checkAnswer checks the data of a successful response against the contract.
func checkAnswer(t *testing.T, calls *contract.Catalogue, call *bff.Call, a answer) {
	err := calls.CheckAnswer(call, decoded(t, a.Data))
	assert.NoError(t, err, "%s violates the contract: %.600s", call.Name(), a.Data)
	assert.Equal(t, call.Paginated, a.Pagination != nil, "%s: pagination", call.Name())
}

// decoded decodes JSON and does not change numbers.
func decoded(t *testing.T, raw []byte) (v any) {
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	require.NoError(t, dec.Decode(&v))
	return v
}

// At every brand, responses to guest reads match the contract. Player calls need a session. With a
// session, responses to reads match the contract.
func TestSessionCallsRequireSession(t *testing.T) {
	t.Parallel()
	calls, err := contract.Load()
	require.NoError(t, err)
	// firstExample returns the data of the first example of a call.
	firstExample := func(call *bff.Call) map[string]any {
		data, _ := decoded(t, calls.Examples(call)[0].Data).(map[string]any)
		return data
	}
	session := visitor{server.Address, "localhost", "session-walk"}
	for _, call := range calls.Calls() {
		isRead := call.Rules.Kind == bff.KindRead
		if call.Rules.Who == bff.WhoGuest {
			for _, host := range []string{"localhost", "zephyr.localhost", "pera.localhost"} {
				data := map[string]any{}
				if !isRead {
					break
				} else if calls.CheckRequest(call, data) != nil { // the call has required fields
					data = firstExample(call)
				}
				a := visitor{server.Address, host, "guest-walk"}.call(t, "", call.Name(), data)
				if assert.True(t, a.status == http.StatusOK && a.Result, "%s on %s: %s %s", call.Name(), host, a,
					a.Message) {
					checkAnswer(t, calls, call, a)
				}
			}
			continue
		}
		header := map[string]string{"Idempotency-Key": uuid.NewString()}
		a := session.callWith(t, call.Name(), firstExample(call), header)
		assert.Equal(t, "403 anonymous user", a.String(), "%s without session", call.Name())
		if call.Name() == "user/logout" || call.Name() == "user/pass_change" {
			continue // covered by specs
		}
		header["Cookie"] = "croupier=" + session.login(t, "zengin")
		a = session.callWith(t, call.Name(), firstExample(call), header)
		isPredicate := call.Name() == "user/check_user_ga" // returns the answer in result
		switch {
		case call.Class == "limits" && a.status == http.StatusConflict: // no looser limit is pending
		case a.status != http.StatusOK:
			t.Errorf("%s: %s %s", call.Name(), a, a.Message)
		case a.Result && isRead:
			checkAnswer(t, calls, call, a)
		// A refused write is accepted, because this world may not know the IDs of an example.
		case isRead && !isPredicate && !a.Result && a.Debug != "no records":
			t.Errorf("%s with session: %s", call.Name(), a.Message)
		}
	}
}

// A mock records a platform without personal data, replays the recording and loads a snapshot.
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
	snapshot := writeFile(t, "world.json",
		string(control(t, e2e.NewClient(platform.Address, "", ""), "snapshot?calls=1", "")))
	replay := start(t, nil, "mock", "--listen", "127.0.0.1:0", "--seed", "9", "--replay", dir)
	replayed, original := visitor{replay.Address, "", ""}, visitor{platform.Address, "", ""}
	// The responses of the other calls depend on the clock.
	assert.JSONEq(t, original.ok(t, "", calls[0], nil), replayed.ok(t, "", calls[0], nil), calls[0])
	replayed.ok(t, "", "livecasino/provider_list", nil) // not recorded
	guest := replayed.call(t, "", "user/get_user_profile", nil)
	assert.False(t, guest.Result, "a guest gets the profile of a player")
	player := startAlone(t, inFrontOf(replay.Address)).visitor
	masked := player.ok(t, player.login(t, "zengin"), "user/get_user_profile", nil)
	assert.NotContains(t, masked, "Kenan", "the profile of the mock")
	var report struct {
		Records, Answers int
		Drifts           []struct{ Problem string }
	}
	raw := control(t, replayed.client(), "drift", "")
	unmarshal(t, raw, &report)
	assert.True(t, report.Records >= 5 && report.Answers >= 4 && len(report.Drifts) == 0, "drift report %s", raw)
	restored := start(t, nil, "mock", "--listen", "127.0.0.1:0", "--snapshot", snapshot)
	assert.Contains(t, string(control(t, e2e.NewClient(restored.Address, "", ""), "snapshot?calls=1", "")), "Mardin",
		"its profile")
}

// The server exports spans, sends the trace to the platform, and puts no secret into a span.
func TestTracesArePropagatedUpstream(t *testing.T) {
	parallel(t)
	var mu sync.Mutex
	var spans []byte
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "/v1/traces", r.URL.Path)
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
		"user/login": true, "upstream POST": true, "croupier.request_id": true, "marmara": true,
		"service.version": true, "Demo123": false,
		login.SID[:12]: false,
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
		"jackpots of two worlds with different clocks: %s and %s", mine, main)
}
