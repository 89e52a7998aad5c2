package bff

import "time"

// Traffic is what one upstream of a brand was asked for by the calls of one class.
type Traffic struct {
	Brand    string         `json:"brand"`
	Class    string         `json:"class"`    // empty for requests that are no calls
	Upstream string         `json:"upstream"` // empty for what the server answers itself
	Points   []TrafficPoint `json:"points"`   // oldest first, without minutes that had no request
}

// TrafficPoint is one minute of Traffic, over all instances.
type TrafficPoint struct {
	At         time.Time `json:"at"` // the start of the minute
	Count      uint64    `json:"count"`
	Errors     uint64    `json:"errors"` // answered with HTTP 500 or above
	P50        float64   `json:"p50_ms"` // durations as visitors see them, cached responses included
	P95        float64   `json:"p95_ms"`
	Cached     uint64    `json:"cached"`     // responses from the cache
	Violations uint64    `json:"violations"` // answers of the platform that violate the contract
}
