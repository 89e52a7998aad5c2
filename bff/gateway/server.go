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

// Connection limits. They allow slow clients and close unused connections.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 15 * time.Second // for a whole request of at most 64 KiB
	writeMargin       = 15 * time.Second // for sending the response
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 32 << 10
)

// Server is an HTTP server with graceful shutdown.
type Server struct {
	http         *http.Server
	drainTimeout time.Duration
}

// ServerOptions contains the settings of NewServer.
type ServerOptions struct {
	Handler         http.Handler
	LongestDeadline time.Duration // longest deadline of any call, the write timeout exceeds it
	DrainTimeout    time.Duration // how long requests may continue during a shutdown
	ErrorLog        *slog.Logger  // for connection errors, default slog.Default()
	TLS             *tls.Config   // nil: HTTP/1.1 without TLS, otherwise HTTP/2 and HTTP/1.1

	// Draining ends before the context of Run. Afterwards, every response closes its connection and
	// clients reconnect to another instance. Nil disables this.
	Draining context.Context
}

// NewServer returns a server with all timeouts. Handlers of streams change the write timeout.
// net/http itself refuses requests that it cannot parse. These responses have no envelope.
func NewServer(o ServerOptions) *Server {
	return &Server{drainTimeout: o.DrainTimeout, http: &http.Server{
		Handler:           closeConnections(o.Draining, o.Handler),
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      readTimeout + o.LongestDeadline + writeMargin,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,

		DisableGeneralOptionsHandler: true, // the handler also gets OPTIONS *
		ErrorLog:                     log.New(connectionLog{cmp.Or(o.ErrorLog, slog.Default())}, "", 0),
		TLSConfig:                    o.TLS,
	}}
}

// connectionLog writes the errors of an http.Server to a log. Failed handshakes have level debug,
// because every scanner causes them.
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

// closeConnections closes connections after responses during draining. It does not close idle
// connections, because a load balancer may be sending on them. It also closes connections after
// bodies with a Transfer-Encoding, because they may have had a Content-Length too (RFC 9112 §6.1).
func closeConnections(draining context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if draining != nil && draining.Err() != nil || len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Run serves l until ctx ends. It then waits up to the drain timeout for requests and closes the
// remaining connections. It always closes l and returns nil if all requests finished.
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
