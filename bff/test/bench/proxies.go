package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// peerVariable starts this program as a peer in Go. It contains the file of a peerOrder.
const peerVariable = "CROUPIER_BENCH_PEER"

// peerOrder configures a peer, which responds with Header and Body or proxies to Upstream.
type peerOrder struct {
	Address  string
	Header   http.Header // a proxy adds it to the response
	Body     []byte
	Upstream string // address with its scheme
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
		transport.MaxIdleConns, transport.MaxIdleConnsPerHost = maxConnections, maxConnections
		transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS13, RootCAs: x509.NewCertPool()}
		transport.TLSClientConfig.RootCAs.AppendCertsFromPEM(authority())
		proxy.Transport = transport
		proxy.ErrorLog = log.New(io.Discard, "", 0) // a failed call has no 2xx status
		if o.Header != nil {
			proxy.ModifyResponse = func(r *http.Response) error {
				maps.Copy(r.Header, o.Header)
				return nil
			}
		}
		return proxy
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		maps.Copy(w.Header(), o.Header)
		_, _ = w.Write(o.Body)
	})
}

// startGo starts a peer that is this program. It uses one core, or any core if the core is empty.
func (b *bench) startGo(name, core string, o peerOrder) *peer {
	o.Address = freeAddress()
	file := filepath.Join(b.dir, o.Address+".json")
	check(os.WriteFile(file, must(json.Marshal(o)), 0o600))
	return b.startPeer(name, o.Address, core, []string{peerVariable + "=" + file}, must(os.Executable()))
}

// peerRounds is the number of rounds with peers other than ReverseProxy and the bare server with the
// same headers. More rounds would take too long.
const peerRounds = 2

// startProxies starts ReverseProxy and, in the first rounds, other proxies to an upstream. A second
// ReverseProxy adds a header to its responses.
func (b *bench) startProxies(upstream string, header http.Header) []*peer {
	proxies := []*peer{b.startGo("ReverseProxy", serverCore, peerOrder{Upstream: upstream})}
	if b.round >= peerRounds {
		return proxies
	}
	header.Del("Content-Length") // of another response
	proxies = append(proxies, b.startGo("ReverseProxy with our headers", serverCore,
		peerOrder{Upstream: upstream, Header: header}))
	if caddy := b.caddy(); caddy != "" {
		proxies = append(proxies, b.startCaddy(caddy, upstream))
	}
	if lura := b.lura(); lura != "" {
		address := freeAddress()
		proxies = append(proxies, b.startPeer("Lura", address, serverCore, nil, lura, "--listen", address,
			"--upstream", upstream, "--ca", b.authority))
	}
	return proxies
}

// caddyFile configures Caddy with an access log and as many idle connections as the other proxies.
const caddyFile = `{
	admin off
	auto_https off
	log {
		output discard
	}
}
http://:%s {
	bind 127.0.0.1
	log {
		output file %q
	}
	reverse_proxy %s {
		transport http {
			keepalive_idle_conns_per_host %d
			%s
		}
	}
}
`

func (b *bench) startCaddy(program, upstream string) *peer {
	address, trust := freeAddress(), ""
	if strings.HasPrefix(upstream, "https:") {
		trust = "tls_trusted_ca_certs " + b.authority
	}
	dir := must(os.MkdirTemp(b.dir, "caddy"))
	file := filepath.Join(dir, "Caddyfile")
	_, port, _ := strings.Cut(address, ":")
	check(os.WriteFile(file, fmt.Appendf(nil, caddyFile, port, filepath.Join(dir, "access.log"), upstream,
		maxConnections, trust), 0o600))
	folders := []string{"XDG_CONFIG_HOME=" + dir, "XDG_DATA_HOME=" + dir}
	return b.startPeer("Caddy", address, serverCore, folders, program, "run", "--config", file)
}

// program returns a function that finds a program once. If the program is missing, the function
// prints the reason and returns "".
func program(name string, find func() (string, error)) func() string {
	return sync.OnceValue(func() string {
		file, err := find()
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s is missing, so the table has no figures of it: %v\n", name, err)
		}
		return file
	})
}

// buildLura builds the module of Lura, which needs its source from a module proxy.
func (b *bench) buildLura() (string, error) {
	file := filepath.Join(b.dir, "lura")
	build := exec.Command("go", "build", "-o", file, ".")
	build.Dir = filepath.Join(b.root, "bff", "test", "bench", "lura")
	if out, err := build.CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return "", fmt.Errorf("go build: %w: %s", err, lines[len(lines)-1])
	}
	return file, nil
}
