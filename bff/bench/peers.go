package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// peerVariable marks the process of a peer in Go: this program started again, with a peerOrder.
const peerVariable = "CROUPIER_BENCH_PEER"

// peerOrder says what a peer does: it writes Body with Header to every request, or passes requests to Upstream.
type peerOrder struct {
	Address  string
	Header   http.Header
	Body     []byte
	Upstream string
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
	var handler http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		h := w.Header()
		for name, values := range o.Header {
			h[name] = values
		}
		_, _ = w.Write(o.Body)
	})
	if o.Upstream != "" {
		proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: o.Upstream})
		transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // of net/http
		transport.MaxIdleConnsPerHost = maxConnections
		proxy.Transport = transport
		handler = proxy
	}
	server := &http.Server{Addr: o.Address, Handler: handler, ReadHeaderTimeout: time.Minute}
	return server.ListenAndServe()
}

// peer is a measured process.
type peer struct {
	name, address string
	cmd           *exec.Cmd
}

// startPeer starts a command as a peer that listens at address, on the core of servers.
func startPeer(name, address string, env []string, command string, args ...string) (*peer, error) {
	p := &peer{name: name, address: address, cmd: exec.Command("taskset", append([]string{"-c", serverCore, command}, args...)...)}
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stdout, p.cmd.Stderr = os.Stderr, os.Stderr
	if name == "croupier" { // its log goes where a log goes: to a file
		file, err := os.CreateTemp("", "croupier-bench-*.log")
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.Remove(file.Name()) }()
		p.cmd.Stdout, p.cmd.Stderr = file, file
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	for began := time.Now(); time.Since(began) < 10*time.Second; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			return p, conn.Close()
		}
	}
	p.stop()
	return nil, fmt.Errorf("%s does not listen at %s", name, address)
}

// startGo starts a peer in Go at an address of its own.
func (b *bench) startGo(name string, o peerOrder) (*peer, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	o.Address, err = freeAddress()
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, name+".json")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		return nil, err
	}
	return startPeer(name, o.Address, []string{peerVariable + "=" + file}, self)
}

const nginxFile = `daemon off; master_process off; pid %[1]s/nginx.pid; error_log stderr error;
events { worker_connections 2048; }
http {
  access_log %[1]s/nginx.log;
  client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
  upstream platform { server %[3]s; keepalive 256; }
  server {
    listen %[2]s;
    location / { proxy_pass http://platform; proxy_http_version 1.1; proxy_set_header Connection ""; }
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
  server platform %s
`

// startNginx and startHAProxy start proxies of the distribution in front of the platform.
func (b *bench) startNginx() (*peer, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, "nginx.conf")
	if err := os.WriteFile(file, fmt.Appendf(nil, nginxFile, b.dir, address, b.platform.address), 0o600); err != nil {
		return nil, err
	}
	return startPeer("nginx", address, nil, "nginx", "-c", file)
}

func (b *bench) startHAProxy() (*peer, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, "haproxy.cfg")
	if err := os.WriteFile(file, fmt.Appendf(nil, haproxyFile, address, b.platform.address), 0o600); err != nil {
		return nil, err
	}
	return startPeer("haproxy", address, nil, "haproxy", "-db", "-f", file)
}

// stop ends the peer.
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

// freeAddress returns a loopback address on which nobody listens.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
