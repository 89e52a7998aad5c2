package gateway_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/gateway"
	"croupier/bff/limit"
	"croupier/bff/telemetry"
)

// open is a gateway.Maintenance that is never on.
type open struct{}

func (open) State(string, string) bff.MaintenanceState { return bff.MaintenanceState{} }

// newBenchGateway returns a gateway with the real cache, limiter and metrics, and optionally a log.
func newBenchGateway(b *testing.B, log io.Writer) http.Handler {
	b.Helper()
	level := slog.LevelError
	if log != io.Discard {
		level = slog.LevelInfo
	}
	handler := brand("marmara", "tr", "en")
	handler.Hosts = []string{"localhost"}
	responses := cache.New(cache.Settings{Checker: catalogue()})
	b.Cleanup(responses.Close)
	h, err := gateway.New(gateway.Options{
		Contract: catalogue(), Sessions: &sessions{}, Cache: responses, Maintenance: open{}, IdempotencyStore: &idempotencyStore{},
		Brands: func(string) (*bff.Brand, bool) { return handler, true },
		Limiter: limit.New(limit.Options{Allowance: func(string, bff.LimitRule) (bff.Allowance, bool) {
			return bff.Allowance{Count: 1 << 30, Window: time.Second, Burst: 1 << 30}, true
		}}),
		Upstream: bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
			return &bff.Answer{Result: true, Data: json.RawMessage(providerListData()), Code: 200, Pagination: &bff.Pagination{Limit: 100, Total: 60}}, nil
		}),
		Site: http.NotFoundHandler(), Bootstrap: func(*bff.Scope) ([]byte, error) { return nil, nil },
		Observer: telemetry.NewMetrics(), Log: slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: level})),
	})
	if err != nil {
		b.Fatal(err)
	}
	return h
}

func providerListData() string {
	rows := make([]string, 60)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"providerID":%d,"providerName":"Evi %d","logo":"/mock/art/%d.svg","gameCount":%d}`, i+1, i, i*7919, i*3)
	}
	return "[" + strings.Join(rows, ",") + "]"
}

// wire returns a request as a browser sends it.
func wire(body string) string {
	return "POST /endpoint/v1 HTTP/1.1\r\nHost: localhost\r\npanel: frontend\r\nContent-Type: application/json\r\n" +
		"Accept-Encoding: gzip, deflate, br\r\nOrigin: http://localhost\r\nUser-Agent: Mozilla/5.0\r\n" +
		fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}

// connections are TCP connections to a local server.
type connections struct {
	conns []net.Conn
	read  []*bufio.Reader
}

func dial(b *testing.B, h http.Handler, n int) *connections {
	b.Helper()
	s := httptest.NewServer(h)
	b.Cleanup(s.Close)
	l := &connections{}
	for range n {
		c, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = c.Close() })
		l.conns, l.read = append(l.conns, c), append(l.read, bufio.NewReaderSize(c, 64<<10))
	}
	return l
}

// roundTrips sends request rounds times on all connections concurrently, and reads size bytes of body
// each time. It returns the duration.
func (l *connections) roundTrips(request []byte, size, rounds int) (time.Duration, error) {
	began := time.Now()
	var group errgroup.Group
	for i, c := range l.conns {
		group.Go(func() error {
			for range rounds {
				if _, err := c.Write(request); err != nil {
					return err
				}
				for first := true; ; first = false {
					line, err := l.read[i].ReadSlice('\n')
					if err != nil {
						return err
					}
					if first && !bytes.HasPrefix(line, []byte("HTTP/1.1 200 ")) {
						return fmt.Errorf("answered %q", line)
					}
					if len(line) == 2 {
						break
					}
				}
				if _, err := l.read[i].Discard(size); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return time.Since(began), err
}

// BenchmarkCachedAnswerOverTCP compares a cached response of the whole gateway with a bare handler that
// reads the body and writes the same bytes and headers. Both run alternately, so that the load of the
// machine affects both. "of-bare" is the gateway's throughput relative to the bare handler's.
func BenchmarkCachedAnswerOverTCP(b *testing.B) {
	handler := newBenchGateway(b, io.Discard)
	w := httptest.NewRecorder()
	for range 2 {
		w = httptest.NewRecorder()
		r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "http://localhost/endpoint/v1", strings.NewReader(providers))
		r.Header.Set("panel", "frontend")
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept-Encoding", "gzip, deflate, br")
		handler.ServeHTTP(w, r)
	}
	if w.Header().Get("Croupier-Cache") != "HIT" || w.Header().Get("Content-Encoding") != "br" {
		b.Fatal(w.Header())
	}
	body, headers := w.Body.Bytes(), w.Header()
	bare := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		h := w.Header()
		for name, values := range headers {
			h[name] = values
		}
		_, _ = w.Write(body)
	})
	const conns, rounds = 8, 100
	request := []byte(wire(providers))
	toGateway, toBare := dial(b, handler, conns), dial(b, bare, conns)
	var gatewayTime, bareTime time.Duration
	for b.Loop() {
		for _, turn := range []struct {
			to  *connections
			sum *time.Duration
		}{{toBare, &bareTime}, {toGateway, &gatewayTime}} {
			took, err := turn.to.roundTrips(request, len(body), rounds)
			if err != nil {
				b.Fatal(err)
			}
			*turn.sum += took
		}
	}
	calls := float64(b.N) * conns * rounds
	b.ReportMetric(float64(bareTime)/float64(gatewayTime), "of-bare")
	b.ReportMetric(calls/gatewayTime.Seconds(), "cached/s")
	b.ReportMetric(calls/bareTime.Seconds(), "bare/s")
}

// sink is a ResponseWriter that discards the body.
type sink struct{ h http.Header }

func (s *sink) Header() http.Header         { return s.h }
func (s *sink) Write(b []byte) (int, error) { return len(b), nil }
func (s *sink) WriteHeader(int)             {}

// BenchmarkCachedAnswer measures a cached response without the connection: with a remembered body, with
// a body that is decoded each time because it has a user object, and with a log line.
func BenchmarkCachedAnswer(b *testing.B) {
	for _, row := range []struct {
		name, body string
		log        io.Writer
	}{
		{"remembered", providers, io.Discard},
		{"decoded", strings.Replace(providers, "}}", `},"user":{}}`, 1), io.Discard},
		{"remembered and logged", providers, struct{ io.Writer }{io.Discard}},
	} {
		b.Run(row.name, func(b *testing.B) {
			handler := newBenchGateway(b, row.log)
			reader := strings.NewReader(row.body)
			r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "http://localhost/endpoint/v1", reader)
			r.Header["Panel"], r.Header["Content-Type"] = []string{"frontend"}, []string{"application/json"}
			r.Header["Accept-Encoding"], r.Header["Origin"] = []string{"gzip, deflate, br"}, []string{"http://localhost"}
			w := &sink{h: http.Header{}}
			serve := func() string {
				reader.Reset(row.body)
				clear(w.h)
				handler.ServeHTTP(w, r)
				return w.h.Get("Croupier-Cache")
			}
			serve()
			b.ReportAllocs()
			for b.Loop() {
				if state := serve(); state != "HIT" {
					b.Fatal(state)
				}
			}
		})
	}
}
