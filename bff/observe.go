package bff

import (
	"context"
	"time"
)

// Observation describes a request that has been answered. It never holds a body, a cookie or
// another secret.
type Observation struct {
	RequestID string
	Method    string
	Path      string        // the route's template; "*" for requests answered by the site
	Brand     string        // empty for an unknown host
	Call      string        // class/method; empty for requests that are not calls
	Status    int           // HTTP status; 499 when the client disconnected before the answer
	Code      int           // the envelope's code; 0 for requests that are not calls
	Debug     string        // the envelope's debug
	Cache     CacheState    // empty for requests that are not calls
	Duration  time.Duration // from the first byte of the request to the last of the answer
	Upstream  time.Duration // the part of Duration spent waiting for the upstream
	Bytes     int           // size of the answer's body
	Err       error         // the failure with its cause; nil on success
}

// Observer receives an Observation of every request once it has been answered.
type Observer interface {
	Observe(ctx context.Context, o *Observation)
}
