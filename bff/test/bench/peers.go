package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin" //nolint:depguard // it is measured beside the server
)

// peerVariable marks the process of a peer in Go: this program started again, with a peerOrder.
const peerVariable = "CROUPIER_BENCH_PEER"

// peerOrder says what a peer does: it writes Body with Header to every request, or passes requests to Upstream.
type peerOrder struct {
	Address  string
	Header   http.Header
	Body     []byte
	Gin      bool   // by a route of gin
	Upstream string // URL
}

// runPeer is the process of a peer.
func runPeer() error {
	var o peerOrder
	raw, err := os.ReadFile(os.Getenv(peerVariable))
	if err == nil {
		err = json.Unmarshal(raw, &o)
	}
	if err != nil {
		return err
	}
	server := &http.Server{Addr: o.Address, Handler: o.handler(), ReadHeaderTimeout: time.Minute}
	return server.ListenAndServe()
}

func (o peerOrder) handler() http.Handler {
	if o.Upstream != "" {
		upstream, err := url.Parse(o.Upstream)
		if err != nil {
			panic(err) // written by this program
		}
		proxy := httputil.NewSingleHostReverseProxy(upstream)
		transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // of net/http
		transport.MaxIdleConnsPerHost = maxConnections
		transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: x509.NewCertPool()}
		transport.TLSClientConfig.RootCAs.AppendCertsFromPEM(authority())
		proxy.Transport = transport
		proxy.ErrorLog = log.New(io.Discard, "", 0) // a failed call is an answer that is not 2xx
		return proxy
	}
	write := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		maps.Copy(w.Header(), o.Header)
		_, _ = w.Write(o.Body)
	}
	if !o.Gin {
		return http.HandlerFunc(write)
	}
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.POST(endpoint, func(c *gin.Context) { write(c.Writer, c.Request) })
	return engine
}

// peer is a measured process.
type peer struct {
	name, address string
	admin         string        // address of the server's metrics
	started       time.Duration // until it listened
	cmd           *exec.Cmd
}

// startPeer starts a command as a peer that listens at address, on the core of servers.
func (b *bench) startPeer(name, address string, env []string, command string, args ...string) *peer {
	p := &peer{name: name, address: address, cmd: exec.Command("taskset", append([]string{"-c", serverCore, command}, args...)...)}
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stdout, p.cmd.Stderr = os.Stderr, os.Stderr
	if name == "croupier" { // its log goes where a log goes: to a file
		file := must(os.CreateTemp(b.dir, "croupier-*.log"))
		p.cmd.Stdout, p.cmd.Stderr = file, file
	}
	check(p.cmd.Start())
	b.running = append(b.running, p.stop)
	for began := time.Now(); p.started < 30*time.Second; time.Sleep(5 * time.Millisecond) {
		p.started = time.Since(began)
		if conn, err := net.Dial("tcp", address); err == nil {
			_ = conn.Close()
			return p
		}
	}
	check(fmt.Errorf("%s does not listen at %s", name, address))
	return nil
}

// startGo starts a peer in Go at an address of its own.
func (b *bench) startGo(name string, o peerOrder) *peer {
	o.Address = freeAddress()
	file := filepath.Join(b.dir, name+".json")
	check(os.WriteFile(file, must(json.Marshal(o)), 0o600))
	return b.startPeer(name, o.Address, []string{peerVariable + "=" + file}, must(os.Executable()))
}

func (p *peer) stop() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// resident returns the resident memory in MB, 0 where there is no /proc.
func (p *peer) resident() float64 {
	raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	_, rest, _ := strings.Cut(string(raw), "VmRSS:")
	var kb float64
	_, _ = fmt.Sscan(rest, &kb)
	return kb / 1024
}

func freeAddress() string {
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	check(l.Close())
	return l.Addr().String()
}

const nginxFile = `daemon off; master_process off; pid %[1]s/nginx.pid; error_log stderr error;
events { worker_connections 2048; }
http {
  access_log %[1]s/nginx.log;
  sendfile on; tcp_nopush on;
  client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
  upstream platform { server %[3]s; keepalive 256; }
  %[4]s
  server {
    listen %[2]s;
    location / { proxy_pass https://platform; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`

const haproxyFile = `global
  nbthread 1
  maxconn 4096
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  http-reuse always
listen all
  bind %s
  server platform %s ssl verify none alpn http/1.1
`

// nginxCache makes nginx cache answers by the body of the request, in files, and say so in X-Cache-Status.
const nginxCache = `proxy_cache_path %[1]s/cache keys_zone=calls:8m; proxy_cache calls; proxy_cache_methods POST; proxy_cache_valid 10m;
  proxy_cache_key "$request_uri|$request_body"; client_body_in_single_buffer on; add_header X-Cache-Status $upstream_cache_status;`

// startNginx, startNginxCache and startHAProxy start servers of the distribution in front of the platform.
func (b *bench) startNginx() *peer { return b.startNginxWith("") }

func (b *bench) startNginxCache() *peer { return b.startNginxWith(fmt.Sprintf(nginxCache, b.dir)) }

func (b *bench) startNginxWith(settings string) *peer {
	address, file := freeAddress(), filepath.Join(b.dir, "nginx.conf")
	check(os.WriteFile(file, fmt.Appendf(nil, nginxFile, b.dir, address, b.platform.address, settings), 0o600))
	return b.startPeer("nginx", address, nil, "nginx", "-c", file)
}

func (b *bench) startHAProxy() *peer {
	address, file := freeAddress(), filepath.Join(b.dir, "haproxy.cfg")
	check(os.WriteFile(file, fmt.Appendf(nil, haproxyFile, address, b.platform.address), 0o600))
	return b.startPeer("haproxy", address, nil, "haproxy", "-db", "-f", file)
}

// toLoadCore moves a process to the core of the load.
func toLoadCore(cmd *exec.Cmd) error {
	out, err := exec.Command("taskset", "-a", "-c", "-p", loadCore, strconv.Itoa(cmd.Process.Pid)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("taskset: %w: %s", err, out)
	}
	return nil
}

// startMeasured starts the server on the core of servers, with its log in a file, logs a player in and lets it settle.
func (b *bench) startMeasured(o setup) (p *peer, cookie string) {
	check(toLoadCore(b.platform.cmd))
	config, address, admin := must(configure(b.root, b.dir, b.platform, o)), freeAddress(), freeAddress()
	env := append([]string{"CROUPIER_LISTEN=" + address, "CROUPIER_ADMIN_LISTEN=" + admin}, o.env...)
	p = b.startPeer("croupier", address, env, b.binary, "serve", "--config", config)
	p.admin, cookie = admin, must(login(address))
	p.settle(300 * time.Millisecond)
	return p, cookie
}

// settle waits until the server has done the work of its start, for which it does not wait itself: until it used no CPU
// time for as long as quiet.
func (p *peer) settle(quiet time.Duration) {
	before := time.Duration(-1)
	for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(quiet) {
		cpu := cpuOf(p.cmd.Process.Pid)
		if before >= 0 && cpu-before <= clockTick {
			return
		}
		before = cpu
	}
}
