package bff

import (
	"fmt"
	"net/http"
	"time"
)

// Reason is why the BFF itself refuses or fails a call. Every stage returns one as its
// error; the gateway's one writer turns it into status and envelope (calls.md §1). The
// words a player reads come from contracts/messages under Key.
type Reason struct {
	Status     int           // HTTP status, and the envelope's code
	Debug      string        // the short stable word of calls.md §1
	Key        string        // message key in contracts/messages
	RetryAfter time.Duration // sent as Retry-After, whole seconds, when above zero
	Fault      *FieldFault   // the field at fault, for invalid payloads
	Message    string        // fixed text instead of Key, for messages passed through
	EndSession bool          // the session cookie is cleared with this answer
	Err        error         // the cause, for the log only
}

// Error says the reason for logs; it never reaches a player.
func (r *Reason) Error() string {
	if r.Err != nil {
		return fmt.Sprintf("%d %s: %v", r.Status, r.Debug, r.Err)
	}
	return fmt.Sprintf("%d %s", r.Status, r.Debug)
}

// Unwrap gives the cause.
func (r *Reason) Unwrap() error { return r.Err }

// Is makes errors.Is(err, ReasonX) true for every copy of a table row, whatever its cause.
func (r *Reason) Is(target error) bool {
	t, ok := target.(*Reason)
	return ok && t.Status == r.Status && t.Debug == r.Debug
}

// WithCause copies the reason with its cause.
func (r *Reason) WithCause(err error) *Reason {
	c := *r
	c.Err = err
	return &c
}

// WithRetryAfter copies the reason with a Retry-After.
func (r *Reason) WithRetryAfter(d time.Duration) *Reason {
	c := *r
	c.RetryAfter = d
	return &c
}

// InvalidPayload is the reason for a payload that breaks its schema at one field.
func InvalidPayload(f *FieldFault) *Reason {
	c := *ReasonInvalidPayload
	c.Fault = f
	return &c
}

// The table of calls.md §1. Rows are never changed; copies carry causes.
var (
	ReasonBadRequest        = row(http.StatusBadRequest, "bad request", "bad_request")
	ReasonInvalidPayload    = row(http.StatusBadRequest, "invalid payload", "invalid_payload")
	ReasonAnonymous         = ending(http.StatusForbidden, "anonymous user", "anonymous_user")
	ReasonTwoFactorRequired = row(http.StatusForbidden, "two factor required", "two_factor_required")
	ReasonPanelMissing      = row(http.StatusForbidden, "panel header missing", "panel_header_missing")
	ReasonOriginRefused     = row(http.StatusForbidden, "origin refused", "origin_refused")
	ReasonRegionBlocked     = row(http.StatusForbidden, "region blocked", "region_blocked")
	ReasonUnknownHost       = row(http.StatusMisdirectedRequest, "unknown host", "unknown_host")
	ReasonUnknownCall       = row(http.StatusNotFound, "unknown call", "unknown_call")
	ReasonDuplicate         = row(http.StatusConflict, "duplicate in progress", "duplicate_in_progress")
	ReasonBodyTooLarge      = row(http.StatusRequestEntityTooLarge, "body too large", "body_too_large")
	ReasonMediaType         = row(http.StatusUnsupportedMediaType, "unsupported media type", "unsupported_media_type")
	ReasonRateLimited       = row(http.StatusTooManyRequests, "rate limited", "rate_limited")
	ReasonBadUpstreamAnswer = row(http.StatusBadGateway, "bad upstream answer", "bad_upstream_answer")
	ReasonMaintenance       = row(http.StatusServiceUnavailable, "maintenance", "maintenance")
	ReasonUnavailable       = row(http.StatusServiceUnavailable, "upstream unavailable", "upstream_unavailable")
	ReasonUpstreamTimeout   = row(http.StatusGatewayTimeout, "upstream timeout", "upstream_timeout")
	ReasonUpstreamError     = row(http.StatusInternalServerError, "upstream error", "upstream_error") // of an upstream with propagate_500 only
	ReasonInternal          = row(http.StatusInternalServerError, "internal error", "internal_error")
)

// Reasons lists every row of the table, in the order of calls.md §1.
func Reasons() []*Reason {
	return []*Reason{
		ReasonBadRequest, ReasonInvalidPayload, ReasonAnonymous, ReasonTwoFactorRequired,
		ReasonPanelMissing, ReasonOriginRefused, ReasonRegionBlocked, ReasonUnknownHost,
		ReasonUnknownCall, ReasonDuplicate, ReasonBodyTooLarge, ReasonMediaType,
		ReasonRateLimited, ReasonBadUpstreamAnswer, ReasonMaintenance, ReasonUnavailable,
		ReasonUpstreamTimeout, ReasonUpstreamError, ReasonInternal,
	}
}

// OutcomeUnknown turns an upstream failure after sending into the form a money call has:
// same status, debug "outcome unknown", and a message that sends the player to the
// transaction history (calls.md §1, §5).
func OutcomeUnknown(r *Reason) *Reason {
	c := *r
	c.Debug, c.Key, c.RetryAfter = "outcome unknown", "outcome_unknown", 0
	return &c
}

func row(status int, debug, key string) *Reason {
	return &Reason{Status: status, Debug: debug, Key: key}
}

func ending(status int, debug, key string) *Reason {
	r := row(status, debug, key)
	r.EndSession = true
	return r
}
