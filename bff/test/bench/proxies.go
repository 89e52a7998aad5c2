package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
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

func (b *bench) startGo(name string, o peerOrder) *peer {
	o.Address = freeAddress()
	file := filepath.Join(b.dir, name+".json")
	check(os.WriteFile(file, must(json.Marshal(o)), 0o600))
	return b.startPeer(name, o.Address, serverCore, []string{peerVariable + "=" + file}, must(os.Executable()))
}
