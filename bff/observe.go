package bff

import (
	"context"
	"time"
)

// Observation is what is known of a request once it has been answered. It never holds
// a body, a cookie or anything else that is secret.
type Observation struct {
	RequestID string
	Method    string
	Path      string        // the route's template, "*" where the site answered
	Brand     string        // empty for a host that names none
	Call      string        // class/method; empty for requests that are not calls
	Status    int           // HTTP status; 499 where the visitor went away before an answer
	Code      int           // the envelope's code; 0 for requests that are not calls
	Debug     string        // the envelope's debug
	Cache     CacheState    // empty for requests that are not calls
	Took      time.Duration // from the first byte of the request to the last of the answer
	Upstream  time.Duration // the part of Took that the upstream had
	Bytes     int           // of the answer's body
	Err       error         // why the BFF failed the request, with its cause; nil otherwise
}

// Observer is told of every request once it has been answered.
type Observer interface {
	Observe(ctx context.Context, o *Observation)
}
