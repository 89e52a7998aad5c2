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
	for began := time.Now(); p.started < 30*time.Second; time.Sleep(5 * time.Millisecond) {
		p.started = time.Since(began)
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
