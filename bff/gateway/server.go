package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Limits of connections. A visitor on a slow line gets through; one who holds a
// connection open for its own sake does not.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 15 * time.Second // for 64 KiB
	writeMargin       = 15 * time.Second // for the answer, beyond the platform's time
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 32 << 10
)

// Server is an HTTP server that ends gracefully.
type Server struct {
	http  *http.Server
	drain time.Duration
}

// ServerOptions are the settings of NewServer.
type ServerOptions struct {
	Handler  http.Handler
	Longest  time.Duration // the longest deadline of any call; an answer may take this and be written still
	Drain    time.Duration // how long requests may go on once the server ends
	ErrorLog *slog.Logger  // for what goes wrong on connections; default slog.Default()

	// Told ends before Run's context where the end is told first: from then on every answer
	// closes its connection, so that its client goes elsewhere. Nil: it is not.
	Told context.Context
}

// NewServer makes a server with every timeout set. Handlers of streams lift the write
// timeout for themselves with http.ResponseController.
func NewServer(o ServerOptions) *Server {
	if o.ErrorLog == nil {
		o.ErrorLog = slog.Default()
	}
	if o.Told != nil {
		o.Handler = closing(o.Told, o.Handler)
	}
	return &Server{drain: o.Drain, http: &http.Server{
		Handler:           o.Handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      readTimeout + o.Longest + writeMargin,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,

		DisableGeneralOptionsHandler: true, // every request is the handler's, OPTIONS * too
		ErrorLog:                     slog.NewLogLogger(o.ErrorLog.Handler(), slog.LevelWarn),
	}}
}

// closing has answers close their connections once told has ended. Idle connections stay:
// one that is closed just as a balancer sends on it loses a request.
func closing(told context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if told.Err() != nil {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Run serves l until ctx ends, then lets requests finish for the drain time and cuts what
// is left. It gives nil where everybody could finish, and closes l in any case.
func (s *Server) Run(ctx context.Context, l net.Listener) error {
	served := make(chan error, 1)
	go func() { served <- s.http.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.drain)
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
