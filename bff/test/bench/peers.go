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
)

// peerVariable starts this program as a peer in Go. It contains the file of a peerOrder.
const peerVariable = "CROUPIER_BENCH_PEER"

// peerOrder configures a peer, which responds with Header and Body or proxies to Upstream.
type peerOrder struct {
	Address  string
	Header   http.Header
	Body     []byte
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
			panic(err) // this program wrote the URL
		}
		proxy := httputil.NewSingleHostReverseProxy(upstream)
		transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // of net/http
		transport.MaxIdleConnsPerHost = maxConnections
		transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: x509.NewCertPool()}
		transport.TLSClientConfig.RootCAs.AppendCertsFromPEM(authority())
		proxy.Transport = transport
		proxy.ErrorLog = log.New(io.Discard, "", 0) // a failed call has no 2xx status
		return proxy
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		maps.Copy(w.Header(), o.Header)
		_, _ = w.Write(o.Body)
	})
}

// peer is a measured process.
type peer struct {
	name, address string
	admin         string        // address of the server's metrics
	started       time.Duration // until it listened
	cookie        string        // session of a player at the server
	cmd           *exec.Cmd
}

// startPeer starts a command that listens at address, on a core. An empty core is any core.
func (b *bench) startPeer(name, address, core string, env []string, command ...string) *peer {
	if core != "" {
		command = append([]string{"taskset", "-c", core}, command...)
	}
	p := &peer{name: name, address: address, cmd: exec.Command(command[0], command[1:]...)}
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stdout, p.cmd.Stderr = os.Stderr, os.Stderr
	if name == "croupier" { // it logs to a file as usual
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

func (b *bench) startGo(name string, o peerOrder) *peer {
	o.Address = freeAddress()
	file := filepath.Join(b.dir, name+".json")
	check(os.WriteFile(file, must(json.Marshal(o)), 0o600))
	return b.startPeer(name, o.Address, serverCore, []string{peerVariable + "=" + file}, must(os.Executable()))
}

func (p *peer) stop() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// resident returns the resident memory in MB, or 0 without /proc.
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

// toLoadCore moves a process to the core of the load.
func toLoadCore(cmd *exec.Cmd) error {
	out, err := exec.Command("taskset", "-a", "-c", "-p", loadCore, strconv.Itoa(cmd.Process.Pid)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("taskset: %w: %s", err, out)
	}
	return nil
}

// startMeasured starts the server on its core, logs a player in and waits until it settles.
func (b *bench) startMeasured(o setup) *peer {
	check(toLoadCore(b.platform.cmd))
	p := b.startServer(serverCore, "--config", must(configure(b.root, b.dir, b.platform, o)))
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
