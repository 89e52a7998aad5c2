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

// peerVariable marks the process of a peer in Go: this program started again, with a peerOrder.
const peerVariable = "CROUPIER_BENCH_PEER"

// peerOrder says what a peer does: it writes Body with Header to every request, or passes requests to Upstream.
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
	env := []string{"CROUPIER_LISTEN=" + address, "CROUPIER_ADMIN_LISTEN=" + admin}
	p = b.startPeer("croupier", address, env, b.binary, "serve", "--config", config)
	p.admin, cookie = admin, must(login(address))
	p.settle()
	return p, cookie
}

// settle waits until the server has done the work of its start, for which it does not wait itself: until it used no CPU
// time for a moment.
func (p *peer) settle() {
	before := time.Duration(-1)
	for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(300 * time.Millisecond) {
		cpu := cpuOf(p.cmd.Process.Pid)
		if before >= 0 && cpu-before <= clockTick {
			return
		}
		before = cpu
	}
}
