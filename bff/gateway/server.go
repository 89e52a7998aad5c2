package gateway

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"
)

// Limits of connections. They allow slow clients and close connections that are held open without use.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 15 * time.Second // of a whole request, at most 64 KiB
	writeMargin       = 15 * time.Second // for sending the answer
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 32 << 10
)

// Server is an HTTP server with graceful shutdown.
type Server struct {
	http         *http.Server
	drainTimeout time.Duration
}

// ServerOptions are the settings of NewServer.
type ServerOptions struct {
	Handler         http.Handler
	LongestDeadline time.Duration // the longest deadline of any call; the write timeout exceeds it
	DrainTimeout    time.Duration // how long requests may continue during shutdown
	ErrorLog        *slog.Logger  // for connection errors; default slog.Default()
	TLS             *tls.Config   // nil: no TLS, HTTP/1.1 only; else HTTP/2 and HTTP/1.1

	// Draining ends before the context of Run. From then on every answer closes its connection, so that clients
	// reconnect to another instance. Nil means no announcement.
	Draining context.Context
}

// NewServer returns a server with all timeouts set. Handlers of streams change the write timeout.
func NewServer(o ServerOptions) *Server {
	return &Server{drainTimeout: o.DrainTimeout, http: &http.Server{
		Handler:           closeConnections(o.Draining, o.Handler),
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      readTimeout + o.LongestDeadline + writeMargin,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,

		DisableGeneralOptionsHandler: true, // OPTIONS * reaches the handler too
		ErrorLog:                     log.New(connectionLog{cmp.Or(o.ErrorLog, slog.Default())}, "", 0),
		TLSConfig:                    o.TLS,
	}}
}

// connectionLog writes the errors of an http.Server to a log; failed handshakes, which every scanner causes, at debug.
type connectionLog struct{ *slog.Logger }

// Write logs one error.
func (l connectionLog) Write(line []byte) (int, error) {
	level, text := slog.LevelWarn, strings.TrimSuffix(string(line), "\n")
	if strings.HasPrefix(text, "http: TLS handshake error") {
		level = slog.LevelDebug
	}
	l.Log(context.Background(), level, text)
	return len(line), nil
}

// closeConnections makes answers close their connections once draining has ended, but not idle ones, on which a load
// balancer may be sending. After a body with a Transfer-Encoding there may have been a Content-Length too (RFC 9112
// §6.1).
func closeConnections(draining context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if draining != nil && draining.Err() != nil || len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Run serves l until ctx ends, then waits up to the drain timeout for requests and closes the
// remaining connections. It returns nil when all requests finished, and closes l in any case.
func (s *Server) Run(ctx context.Context, l net.Listener) error {
	served := make(chan error, 1)
	go func() {
		if s.http.TLSConfig != nil {
			served <- s.http.ServeTLS(l, "", "")
		} else {
			served <- s.http.Serve(l)
		}
	}()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.drainTimeout)
	defer cancel()
	err := s.http.Shutdown(deadline)
	if err != nil {
		err = errors.Join(err, s.http.Close())
	}
	if end := <-served; !errors.Is(end, http.ErrServerClosed) {
		err = errors.Join(err, end)
	}
	return err
}
