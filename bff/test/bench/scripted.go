package main

import (
	"crypto/tls"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// measuredCall is the call of every row, a session read that is never cached.
const measuredCall = "finance/check_balance"

const measuredList = "casino/provider_list"

// imageOrigin is the origin of half of the list's images. The other images are paths of the site.
const imageOrigin = "https://images.marmara.test"

// behaviour configures the platform's responses.
type behaviour struct {
	Latency time.Duration // of a response
	Workers int           // parallel responses, 0 for no limit
	Hang    bool          // read the request and never respond

	ListSize int  // approximate bytes of a list's data, 0 for none
	Fail     bool // respond with HTTP 502
}

type counts struct {
	Calls  int64 // measured calls
	Lists  int64 // of providers
	Probes int64 // other calls except logins: health calls of an open circuit
	At     time.Time
}

func (c counts) forwarded() float64 { return float64(c.Calls + c.Lists) }

// platformVariable starts this program as the platform. In a separate process, the platform and the
// load do not wait for each other.
const platformVariable = "CROUPIER_BENCH_PLATFORM"

// runPlatform is the process of the platform. It executes one order per line of its standard input
// and writes one reply per line.
func runPlatform() error {
	const anyPort = "127.0.0.1:0"
	p := &platformServer{addresses: addresses{anyPort, anyPort, anyPort}}
	p.be(behaviour{})
	if err := p.listen(); err != nil {
		return err
	}
	orders, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var o order
		if err := orders.Decode(&o); err != nil {
			return nil //nolint:nilerr // the load has ended
		}
		r := reply{p.addresses, counts{p.calls.Load(), p.lists.Load(), p.probes.Load(), time.Now()}}
		switch {
		case o.Be != nil:
			p.be(*o.Be)
		case o.Refuse:
			p.refuse()
		case o.Listen:
			if err := p.listen(); err != nil {
				return err
			}
		}
		if err := answers.Encode(r); err != nil {
			return err
		}
	}
}

// platformServer is a scriptable platform with Croupier's envelope.
type platformServer struct {
	addresses
	now    atomic.Pointer[scripted]
	calls  atomic.Int64
	lists  atomic.Int64
	probes atomic.Int64
	server *http.Server
}

type scripted struct {
	behaviour
	list  string        // the response for lists
	slots chan struct{} // nil: no limit
}

func (p *platformServer) be(b behaviour) {
	s := &scripted{behaviour: b, list: listAnswer(b.ListSize)}
	if b.Workers > 0 {
		s.slots = make(chan struct{}, b.Workers)
	}
	p.now.Store(s)
}

func (p *platformServer) listen() error {
	secure := &tls.Config{MinVersion: tls.VersionTLS13, Certificates: identity().TLS.Certificates}
	http2, http1 := secure.Clone(), secure.Clone()
	http2.NextProtos, http1.NextProtos = []string{"h2", "http/1.1"}, []string{"http/1.1"}
	// The server serves HTTP/2 on a listener if its own configuration also contains it.
	p.server = &http.Server{Handler: http.HandlerFunc(p.serve), ReadHeaderTimeout: time.Minute, TLSConfig: http2}
	p.server.ErrorLog = log.New(io.Discard, "", 0) // clients close connections during a handshake
	for _, at := range []struct {
		address *string
		secure  *tls.Config // nil: without TLS
	}{{&p.HTTP2, http2}, {&p.HTTP1, http1}, {&p.Plain, nil}} {
		l, err := net.Listen("tcp", *at.address)
		if err != nil {
			return err
		}
		*at.address = l.Addr().String()
		if at.secure != nil {
			l = tls.NewListener(l, at.secure)
		}
		go func() { _ = p.server.Serve(l) }()
	}
	return nil
}

// identity returns a closed server with the platform's fixed certificate for 127.0.0.1.
var identity = sync.OnceValue(func() *httptest.Server {
	s := httptest.NewTLSServer(nil)
	s.Close()
	return s
})

// authority returns the certificate that clients of the platform trust, in PEM.
func authority() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: identity().Certificate().Raw})
}

func (p *platformServer) refuse() { _ = p.server.Close() }

// Responses of the platform.
const (
	loginAnswer  = `{"result":true,"message":"","data":{"rid":1,"uid":"u1","sid":"s1","uip":"i1","gtm":"3","language":"tr","username":"demo","lastlogin":null,"gasecret":""},"code":200,"debug":null,"pagination":null}`
	factorAnswer = `{"result":true,"message":"","data":{"type":0},"code":200,"debug":null,"pagination":null}`
)

// balanceAnswer is about 1 KB with the wallets of a player, a list of objects.
var balanceAnswer = `{"result":true,"message":"","data":[` +
	strings.TrimSuffix(strings.Repeat(`{"balance":250.00,"bonus":0,"currency":"TRY"},`, 20), ",") +
	`],"code":200,"debug":null,"pagination":null}`

// listAnswer returns a list of providers of about size bytes.
func listAnswer(size int) string {
	if size == 0 {
		return `{"result":true,"message":"","data":[],"code":200,"debug":null,"pagination":null}`
	}
	var rows strings.Builder
	for i := 1; rows.Len() < size; i++ {
		if i > 1 {
			rows.WriteByte(',')
		}
		origin := [...]string{"", imageOrigin}[i%2] // "": a path of the site
		fmt.Fprintf(&rows, `{"providerID":%d,"providerName":"Evi %d","logo":"%s/mock/art/%d.svg","gameCount":%d}`, i, i,
			origin, i*7919, i*3)
	}
	return `{"result":true,"message":"","data":[` + rows.String() +
		`],"code":200,"debug":null,"pagination":{"limit":100,"offset":0,"total":100}}`
}

func (p *platformServer) serve(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	var call struct {
		API struct{ Class, Method string }
	}
	if err := json.Unmarshal(raw, &call); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	now := p.now.Load()
	answer := now.list
	switch call.API.Class + "/" + call.API.Method {
	case measuredCall:
		p.calls.Add(1)
		answer = balanceAnswer
	case "user/login":
		answer = loginAnswer
	case "user/two_auth_type":
		answer = factorAnswer
	case measuredList:
		p.lists.Add(1)
	default:
		p.probes.Add(1)
	}
	if now.Hang {
		<-r.Context().Done()
		return
	}
	if now.slots != nil {
		select {
		case now.slots <- struct{}{}:
			defer func() { <-now.slots }()
		case <-r.Context().Done():
			return
		}
	}
	time.Sleep(now.Latency)
	if now.Fail {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	w.Header()["Content-Type"] = []string{"application/json"}
	_, _ = io.WriteString(w, answer)
}
