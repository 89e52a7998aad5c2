package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"croupier/bff/test/e2e"
)

// serverFile is the configuration of the measured server: the defaults, with one platform.
const serverFile = `profile: demo
listen: 127.0.0.1:0
admin_listen: 127.0.0.1:0
data_dir: %s
brands: brands
upstreams:
  platform: { adapter: envelope, url: %q%s }
`

const limits = `
limits:
  address: { count: 1000000, window: 1s, burst: 1000000 }
  session: { count: 1000000, window: 1s, burst: 1000000 }
`

// setup contains the settings of a measured server that differ from the defaults.
type setup struct {
	upstream string // address of the platform with its scheme, default with TLS and HTTP/2
	settings string // additional settings of the brand
}

// configure writes the configuration of a server in front of the platform to a new folder.
func (b *bench) configure(o setup) (file string) {
	dir := must(os.MkdirTemp(b.dir, "server"))
	demo, folder := filepath.Join(b.root, "configs", "brands", "marmara"), filepath.Join(dir, "brands", "marmara")
	check(os.CopyFS(folder, os.DirFS(demo)))
	brand := filepath.Join(folder, "brand.yaml")
	text := strings.NewReplacer("upstream: mock", "upstream: platform", "images: [", "images: ["+imageOrigin+", ").
		Replace(string(must(os.ReadFile(brand))))
	// All load comes from one address, with one session.
	check(os.WriteFile(brand, []byte(text+limits+o.settings), 0o600))
	url, trust := cmp.Or(o.upstream, "https://"+b.platform.HTTP2)+endpoint, ""
	if strings.HasPrefix(url, "https:") {
		trust = fmt.Sprintf(", tls: { ca_file: %q }", b.authority)
	}
	file = filepath.Join(dir, "croupier.yaml")
	check(os.WriteFile(file, fmt.Appendf(nil, serverFile, filepath.Join(dir, "data"), url, trust), 0o600))
	return file
}

// login returns the session cookie of a player after a successful measured call.
func login(address string) (string, error) {
	status, header, raw, err := e2e.NewClient(address, "localhost", "").Call("user/login",
		map[string]any{"username": "demo", "password": "Demo123"}, nil)
	if err != nil {
		return "", err
	}
	cookies := (&http.Response{Header: header}).Cookies()
	if status != http.StatusOK || len(cookies) == 0 {
		return "", fmt.Errorf("%d %s", status, raw)
	}
	cookie := cookies[0].Name + "=" + cookies[0].Value
	if err = setLimits(address, cookie); err == nil {
		_, _, err = measuredPost(cookie).send(address)
	}
	return cookie, err
}

// setLimits sets a deposit limit and a session time limit, so each call of the player is counted.
func setLimits(address, cookie string) error {
	for _, limit := range []map[string]any{
		{"kind": "deposit", "period": "day", "amount": 500},
		{"kind": "session_time", "period": "month", "minutes": 1440},
	} {
		status, _, raw, err := e2e.NewClient(address, "localhost", "").Call("limits/set", limit,
			map[string]string{"Cookie": cookie})
		if err == nil && status != http.StatusOK {
			err = fmt.Errorf("could not set a limit: %d %s", status, raw)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// startMeasured starts the server on its core, logs a player in and waits until it settles.
func (b *bench) startMeasured(o setup) *peer {
	check(toLoadCore(b.platform.cmd))
	p := b.startServer(serverCore, "--config", b.configure(o))
	p.cookie = must(login(p.address))
	p.settle()
	return p
}

// startServer starts the server on a core. An empty core is any core.
func (b *bench) startServer(core string, args ...string) *peer {
	address, admin := freeAddress(), freeAddress()
	env := []string{"CROUPIER_LISTEN=" + address, "CROUPIER_ADMIN_LISTEN=" + admin}
	p := b.startPeer("croupier", address, core, env, append([]string{b.binary, "serve"}, args...)...)
	p.admin = admin
	return p
}

// settle waits until the server has finished the background work of its start. The server has
// finished when it uses no CPU time for a moment.
func (p *peer) settle() {
	before := time.Duration(-1)
	for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(300 * time.Millisecond) {
		cpu := p.cpu()
		if before >= 0 && cpu-before <= clockTick {
			return
		}
		before = cpu
	}
}

// metric returns a metric of the server, summed over its labels.
func (p *peer) metric(name string) (float64, error) {
	r, err := http.Get("http://" + p.admin + "/metrics")
	if err != nil {
		return 0, err
	}
	defer func() { _ = r.Body.Close() }()
	return sumOf(name, r.Body)
}

// sumOf returns the sum of a metric in the text format of Prometheus.
func sumOf(name string, metrics io.Reader) (sum float64, err error) {
	found := false
	for lines := bufio.NewScanner(metrics); lines.Scan(); {
		rest, ok := strings.CutPrefix(lines.Text(), name)
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '{' {
			continue
		}
		value, err := strconv.ParseFloat(rest[strings.LastIndexByte(rest, ' ')+1:], 64)
		if err != nil {
			return 0, fmt.Errorf("metric %s: %w", name, err)
		}
		sum, found = sum+value, true
	}
	if !found {
		return 0, fmt.Errorf("no metric %s", name)
	}
	return sum, nil
}
