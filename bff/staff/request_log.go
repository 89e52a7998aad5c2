package staff

import (
	"context"
	"sync"
	"time"

	"croupier/bff"
)

// Request is one entry of a RequestLog.
type Request struct {
	ID         string    `json:"id"`
	At         time.Time `json:"at"` // when it was answered
	Method     string    `json:"method"`
	Path       string    `json:"path"` // the route's template
	Brand      string    `json:"brand"`
	Call       string    `json:"call,omitempty"`
	Status     int       `json:"status"`
	Code       int       `json:"code,omitempty"`  // the envelope's
	Debug      string    `json:"debug,omitempty"` // the envelope's
	Cache      string    `json:"cache,omitempty"`
	Ms         int64     `json:"ms"`
	UpstreamMs int64     `json:"upstream_ms"`
}

// maxRequests is the capacity of a RequestLog; about 3 MB.
const maxRequests = 10_000

// RequestLog holds the latest requests of this process by id. It implements bff.Observer.
type RequestLog struct {
	now  func() time.Time
	mu   sync.Mutex
	ring []Request
	next int
	at   map[string]int
}

// NewRequestLog returns an empty RequestLog.
func NewRequestLog(now func() time.Time) *RequestLog {
	return &RequestLog{now: now, at: map[string]int{}}
}

// Observe adds a request and overwrites the oldest. The error is omitted, as causes may quote
// a platform.
func (s *RequestLog) Observe(_ context.Context, o *bff.Observation) {
	r := Request{
		ID: o.RequestID, At: s.now().UTC(), Method: o.Method, Path: o.Path, Brand: o.Brand, Call: o.Call, Status: o.Status,
		Code: o.Code, Debug: o.Debug, Cache: string(o.Cache), Ms: o.Duration.Milliseconds(), UpstreamMs: o.Upstream.Milliseconds(),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.ring) < maxRequests {
		s.ring = append(s.ring, r)
	} else {
		if old := s.ring[s.next].ID; s.at[old] == s.next {
			delete(s.at, old)
		}
		s.ring[s.next] = r
	}
	s.at[r.ID] = s.next
	s.next = (s.next + 1) % maxRequests
}

// find returns the request with an id, or nil.
func (s *RequestLog) find(id string) *Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, ok := s.at[id]
	if !ok {
		return nil
	}
	r := s.ring[i]
	return &r
}
