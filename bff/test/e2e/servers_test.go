package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
	"croupier/bff/test/storetest/realredis"
)

// start starts a process and stops it at the end of the test.
func start(t testing.TB, env []string, args ...string) *e2e.Process {
	p, err := e2e.Start(binary, env, args...)
	require.NoError(t, err)
	t.Cleanup(func() {
		err := p.Stop()
		assert.NoError(t, err, "croupier %s: %v\n%s", strings.Join(args, " "), err, p.Log())
	})
	return p
}

func startMock(t testing.TB) *e2e.Process {
	return start(t, nil, "mock", "--listen", "127.0.0.1:0")
}

// startServer starts a server and stops it at the end of the test. To restart a server, start a
// second one with the same data directory.
func startServer(t testing.TB, env []string, dir string, args ...string) *e2e.Process {
	return start(t, env, e2e.ServeArgs(dir, args...)...)
}

// inFrontOf returns the environment of a server in front of a platform with the envelope, such as a
// mock. It appends more.
func inFrontOf(platform string, more ...string) []string {
	return append([]string{"CROUPIER_UPSTREAM=envelope", "CROUPIER_UPSTREAM_URL=http://" + platform + "/endpoint/v1"},
		more...)
}

func kill(t testing.TB, p *e2e.Process) {
	require.NoError(t, p.Kill())
}

// gateway is a server with the embedded store. A test kills and starts it again.
type gateway struct {
	*e2e.Process
	visitor
	platform *e2e.Client
	dir      string
	env      []string
	args     []string
}

func startGateway(t *testing.T, args ...string) *gateway {
	mock := startMock(t)
	g := startAlone(t, inFrontOf(mock.Address), args...)
	g.platform = e2e.NewClient(mock.Address, "localhost", "")
	return g
}

// startAlone starts a gateway with an environment, or the demo without one.
func startAlone(t *testing.T, env []string, args ...string) *gateway {
	g := &gateway{dir: t.TempDir(), env: env, args: args}
	g.start(t)
	return g
}

// staff creates a staff account of the demo and logs it in.
func (g *gateway) staff(t *testing.T, name, role string) staffClient {
	addAccount(t, g.dir, nil, name, role, passwords[name])
	return staffLogin(t, g.visitor, name)
}

func (g *gateway) start(t *testing.T) {
	g.Process = startServer(t, g.env, g.dir, g.args...)
	g.visitor = visitor{g.Address, "localhost", ""}
}

// restart kills the server and starts it again.
func (g *gateway) restart(t *testing.T) {
	kill(t, g.Process)
	g.start(t)
}

// longPassword is the password of accounts that passwords does not contain.
const longPassword = "Uzun bir parola"

var passwords = map[string]string{"destek": "Destek123!", "izleyici": "Izleyici123!", "yonetici": "Yonetici123!"}

// deployment is a set of instances with one platform and one Redis.
type deployment struct {
	owner     testing.TB // stops the processes
	mock      *e2e.Process
	brand     string
	host      string
	args      []string // of an instance
	platform  *e2e.Client
	redis     *realredis.Server
	instances []*e2e.Process
	dirs      []string
	env       []string
	keys      string // key file
}

func deploy(t testing.TB, n int, env ...string) *deployment {
	return deployConfig(t, n, nil, env...)
}

func deployConfig(t testing.TB, n int, args []string, env ...string) *deployment {
	d := &deployment{
		owner: t, brand: "marmara", host: "localhost", args: args,
		mock: startMock(t), redis: realredis.Start(t), keys: filepath.Join(t.TempDir(), "keys.json"),
	}
	d.platform = e2e.NewClient(d.mock.Address, "localhost", "")
	d.env = append(inFrontOf(d.mock.Address, "CROUPIER_REDIS_URL="+d.redis.URL(), "CROUPIER_KEYS_FILE="+d.keys), env...)
	for range n {
		d.dirs = append(d.dirs, t.TempDir())
		d.instances = append(d.instances, startServer(t, d.env, d.dirs[len(d.dirs)-1], args...))
	}
	return d
}

// slots limits the number of parallel tests, without the test that uses the shared instances.
var slots = make(chan struct{}, 6)

// parallel is t.Parallel for a test with separate servers.
func parallel(t *testing.T) {
	t.Parallel()
	slots <- struct{}{}
	t.Cleanup(func() { <-slots })
}

// shared contains the state that all tests share.
var shared struct {
	suite e2e.Suite
	inUse sync.Mutex
	pair  *deployment
	tests int // that have used pair
}

// sharedBrands is larger than the number of tests that call pair.
const sharedBrands = 32

// pair returns two instances with staff accounts. Its tests run one after the other and in parallel
// with other tests. Each test has a separate brand and a new platform state. It must leave Redis
// and both instances running.
func pair(t *testing.T) *deployment {
	t.Parallel()
	shared.inUse.Lock()
	t.Cleanup(shared.inUse.Unlock)
	if shared.pair == nil {
		file := writeConfig(&shared.suite, "", nil)
		for i := range sharedBrands { // copies of marmara
			folder := filepath.Join(filepath.Dir(file), "brands", fmt.Sprint("brand-", i))
			require.NoError(t, os.CopyFS(folder, os.DirFS("../../../configs/brands/marmara")))
			brand := brandFile(file, filepath.Base(folder))
			editFile(t, brand, "id: marmara", fmt.Sprint("id: brand-", i))
			editFile(t, brand, "hosts: [localhost, 127.0.0.1, marmara.localhost]",
				fmt.Sprintf("hosts: [brand-%d.test]", i))
		}
		shared.pair = deployConfig(&shared.suite, 2, []string{"--config", file})
		shared.pair.addStaff(t)
	}
	d := shared.pair
	d.brand, d.host = fmt.Sprint("brand-", shared.tests), fmt.Sprintf("brand-%d.test", shared.tests)
	shared.tests++
	control(t, d.platform, "reset", "{}")
	return d
}

// addStaff creates the staff accounts of the demo, which an instance in front of a platform lacks.
func (d *deployment) addStaff(t testing.TB) {
	for name, role := range map[string]string{"destek": "support", "izleyici": "viewer", "yonetici": "admin"} {
		addAccount(t, d.dirs[0], d.redisEnv(), name, role, passwords[name])
	}
}

// redisEnv returns the environment of a command that uses the Redis of the deployment.
func (d *deployment) redisEnv() []string { return []string{"CROUPIER_REDIS_URL=" + d.redis.URL()} }

func (d *deployment) visitorAt(i int) visitor {
	return visitor{d.instances[i].Address, d.host, ""}
}

func (d *deployment) staff(t *testing.T, i int, name string) staffClient {
	c := staffLogin(t, d.visitorAt(i), name)
	c.brand = d.brand
	return c
}

// restart kills instance i and starts it again.
func (d *deployment) restart(t *testing.T, i int) {
	kill(t, d.instances[i])
	d.startAgain(t, i)
}

func (d *deployment) startAgain(t *testing.T, i int) {
	d.instances[i] = startServer(d.owner, d.env, d.dirs[i], d.args...)
}

// killRedis kills Redis until healRedis or the end of the test.
func (d *deployment) killRedis(t *testing.T) {
	d.redis.Kill()
	t.Cleanup(func() { d.healRedis(t) })
}

// healRedis starts Redis without its data, unless it runs, and waits for all instances.
func (d *deployment) healRedis(t *testing.T) {
	const losses = "croupier_store_memory_lost_total"
	if _, err := d.redis.Do("PING"); err != nil {
		before := [][]string{}
		for i := range d.instances {
			before = append(before, d.metric(t, i, losses))
		}
		d.redis.Run(d.owner)
		for i := range d.instances {
			eventually(t, "the loss in the metrics",
				func() bool { return !slices.Equal(d.metric(t, i, losses), before[i]) })
		}
		eventually(t, "the subscriptions", func() bool {
			return strings.Count(d.redisDo(t, "CLIENT", "LIST", "TYPE", "pubsub"), " fd=") >= len(d.instances)
		})
	}
	for _, p := range d.instances {
		ready(t, p.Address, "")
	}
}

// metric returns the lines of a metric of instance i.
func (d *deployment) metric(t *testing.T, i int, name string) (lines []string) {
	for line := range strings.Lines(get(t, d.instances[i].Admin, "/metrics")) {
		if strings.HasPrefix(line, name) {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

func (d *deployment) redisDo(t *testing.T, words ...string) string {
	reply, err := d.redis.Do(words...)
	require.NoError(t, err, "%v", words)
	return reply
}

const waitTimeout = 30 * time.Second

func eventually(t testing.TB, what string, done func() bool) {
	t.Helper()
	ticks := time.NewTicker(50 * time.Millisecond) // the limit of money calls allows 30 attempts
	defer ticks.Stop()
	limit := time.After(waitTimeout)
	for !done() {
		select {
		case <-ticks.C:
		case <-limit:
			t.Fatalf("%s: not within %s", what, waitTimeout)
		}
	}
}

// get returns the body of a page of the default brand or the admin listener, for any status.
func get(t testing.TB, address, path string) string {
	_, _, body := visitor{address, "localhost", ""}.get(t, path, nil)
	return body
}

// ready waits until a server is ready, or until it is degraded for a reason.
func ready(t testing.TB, address, reason string) {
	want := `{"status":"ok"}`
	if reason != "" {
		want = `{"status":"degraded","reasons":["` + reason + `"]}`
	}
	eventually(t, want, func() bool { return get(t, address, "/readyz") == want })
}

// logged waits until the log of a server contains all texts.
func logged(t testing.TB, p *e2e.Process, texts ...string) {
	eventually(t, "the log message", func() bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(p.Log(), text) })
	})
}

// control sends a request to the control API of a mock world and returns the response.
func control(t testing.TB, c *e2e.Client, path, body string) []byte {
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	status, _, raw, err := c.Do(method, "/__mock/"+path, []byte(body),
		map[string]string{"Content-Type": "application/json"})
	require.True(t, err == nil && status == http.StatusOK, "%s: %d %v %s", path, status, err, raw)
	return raw
}

// received returns the number of calls with that name that the platform received.
func received(t *testing.T, c *e2e.Client, call string) (n int) {
	var logged []struct{ Class, Method string }
	unmarshal(t, control(t, c, "calls?limit=1000", ""), &logged)
	for _, s := range logged {
		if s.Class+"/"+s.Method == call {
			n++
		}
	}
	return n
}

// assertReceived checks the number of calls with that name that the platform received.
func assertReceived(t *testing.T, c *e2e.Client, call string, want int) {
	assert.Equal(t, want, received(t, c, call), "calls of %s at the platform", call)
}

// fault makes the platform fail the next call with that name. kind is JSON with its settings.
func fault(t *testing.T, c *e2e.Client, call, kind string) {
	control(t, c, "fault", `{"call":"`+call+`","kind":`+kind+`,"times":1}`)
}

func totpCode(t *testing.T, c *e2e.Client, username string) map[string]any {
	var totp struct{ Code string }
	unmarshal(t, control(t, c, "totp?username="+username, ""), &totp)
	return map[string]any{"ga_code": totp.Code}
}

func unmarshal(t *testing.T, raw []byte, into any) {
	require.NoError(t, json.Unmarshal(raw, into), "%.600s", raw)
}
