package bff

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Reason is the cause for which the BFF itself refuses or fails a call. Every stage returns one as its error, and the
// gateway's writer turns it into status and envelope (calls.md §1).
type Reason struct {
	Status     int             // HTTP status, and the envelope's code
	Debug      string          // the stable identifier of calls.md §1
	Key        string          // of the text for players in contracts/messages
	RetryAfter time.Duration   // sent as Retry-After in whole seconds when positive
	Fault      *FieldFault     // the invalid field of an invalid payload
	Data       json.RawMessage // the answer's data, where the reason has some
	Message    string          // used instead of the text of Key, for messages passed through
	EndSession bool            // the answer clears the session cookie
	Delivery   Delivery        // of a call that failed at an upstream; without meaning for other reasons
	Err        error           // the cause, for the log only
}

// Error returns the reason for logs. It is not sent to players.
func (r *Reason) Error() string {
	if r.Err != nil {
		return fmt.Sprintf("%d %s: %v", r.Status, r.Debug, r.Err)
	}
	return fmt.Sprintf("%d %s", r.Status, r.Debug)
}

// Unwrap returns the cause.
func (r *Reason) Unwrap() error { return r.Err }

// Is makes errors.Is(err, ReasonX) true for every copy of ReasonX, whatever its cause.
func (r *Reason) Is(target error) bool {
	t, ok := target.(*Reason)
	return ok && t.Status == r.Status && t.Debug == r.Debug
}

// with returns a changed copy of the reason.
func (r *Reason) with(change func(c *Reason)) *Reason {
	c := *r
	change(&c)
	return &c
}

// WithCause returns a copy of the reason with a cause.
func (r *Reason) WithCause(err error) *Reason { return r.with(func(c *Reason) { c.Err = err }) }

// WithData returns a copy of the reason whose answer has data.
func (r *Reason) WithData(data json.RawMessage) *Reason {
	return r.with(func(c *Reason) { c.Data = data })
}

// WithRetryAfter returns a copy of the reason with a Retry-After.
func (r *Reason) WithRetryAfter(d time.Duration) *Reason {
	return r.with(func(c *Reason) { c.RetryAfter = d })
}

// WithDelivery returns a copy of the reason with a delivery.
func (r *Reason) WithDelivery(d Delivery) *Reason { return r.with(func(c *Reason) { c.Delivery = d }) }

// InvalidPayload returns the reason for a payload that violates its schema at one field.
func InvalidPayload(f *FieldFault) *Reason {
	return ReasonInvalidPayload.with(func(c *Reason) { c.Fault = f })
}

// The reasons of calls.md §1. They are read-only; copies carry causes.
var (
	ReasonBadRequest        = row(http.StatusBadRequest, "bad request", "bad_request")
	ReasonInvalidPayload    = row(http.StatusBadRequest, "invalid payload", "invalid_payload")
	ReasonAnonymous         = ending(http.StatusForbidden, "anonymous user", "anonymous_user")
	ReasonTwoFactorRequired = row(http.StatusForbidden, "two factor required", "two_factor_required")
	ReasonPanelMissing      = row(http.StatusForbidden, "panel header missing", "panel_header_missing")
	ReasonOriginRefused     = row(http.StatusForbidden, "origin refused", "origin_refused")
	ReasonRegionBlocked     = row(http.StatusForbidden, "region blocked", "region_blocked")
	ReasonBlocked           = ending(http.StatusLocked, "blocked", "blocked") // by staff
	ReasonUnknownHost       = row(http.StatusMisdirectedRequest, "unknown host", "unknown_host")
	ReasonUnknownCall       = row(http.StatusNotFound, "unknown call", "unknown_call")
	ReasonUnsupported       = row(http.StatusNotFound, "unsupported", "unsupported")                // of calls that the platform does not have
	ReasonMethod            = row(http.StatusMethodNotAllowed, "method not allowed", "bad_request") // other than POST, which browsers never send
	ReasonDuplicate         = row(http.StatusConflict, "duplicate in progress", "duplicate_in_progress")
	ReasonLimitWaits        = row(http.StatusConflict, "limit waits", "limit_waits")         // a looser limit that cannot be confirmed yet
	ReasonNothingPending    = row(http.StatusConflict, "nothing pending", "nothing_pending") // of a limit
	ReasonLimitReached      = row(http.StatusLocked, "limit reached", "limit_reached")       // that the player has set
	ReasonLimitRequired     = row(http.StatusLocked, "limit required", "limit_required")
	ReasonCoolingOff        = row(http.StatusLocked, "cooling off", "cooling_off")
	ReasonSelfExcluded      = row(http.StatusLocked, "self excluded", "self_excluded")
	ReasonBodyTooLarge      = row(http.StatusRequestEntityTooLarge, "body too large", "body_too_large")
	ReasonMediaType         = row(http.StatusUnsupportedMediaType, "unsupported media type", "unsupported_media_type")
	ReasonRateLimited       = row(http.StatusTooManyRequests, "rate limited", "rate_limited")
	ReasonBadUpstreamAnswer = row(http.StatusBadGateway, "bad upstream answer", "bad_upstream_answer")
	ReasonMaintenance       = row(http.StatusServiceUnavailable, "maintenance", "maintenance")
	ReasonPartMaintenance   = row(http.StatusServiceUnavailable, "part under maintenance", "part_maintenance")
	ReasonUnavailable       = row(http.StatusServiceUnavailable, "upstream unavailable", "upstream_unavailable")
	ReasonUpstreamTimeout   = row(http.StatusGatewayTimeout, "upstream timeout", "upstream_timeout")
	ReasonUpstreamError     = row(http.StatusInternalServerError, "upstream error", "upstream_error") // session calls of upstreams with propagate_500
	ReasonInternal          = row(http.StatusInternalServerError, "internal error", "internal_error")
)

// reasons are those that row has made.
var reasons []*Reason

// Reasons returns all reasons in the order of their declaration.
func Reasons() []*Reason { return slices.Clone(reasons) }

// OutcomeUnknown returns the form that an upstream failure has for a money call that was sent (calls.md §1, §5).
func OutcomeUnknown(r *Reason) *Reason {
	return r.with(func(c *Reason) {
		c.Debug, c.Key, c.RetryAfter, c.Delivery = "outcome unknown", "outcome_unknown", 0, DeliveryUnknown
	})
}

// PartMaintenance returns the reason that a part of the site is under maintenance, with the contract's ClosedPart as
// data. until is nil if the end is unknown, and an empty message stands for the text of the contract.
func PartMaintenance(part Part, message string, until *string) *Reason {
	closed := map[string]any{"part": part, "until": until}
	if part == PartNone {
		closed["part"] = nil
	}
	data, _ := json.Marshal(closed) //nolint:errchkjson // two texts
	return ReasonPartMaintenance.with(func(c *Reason) { c.Data, c.Message = data, message })
}

func row(status int, debug, key string) *Reason {
	r := &Reason{Status: status, Debug: debug, Key: key}
	reasons = append(reasons, r)
	return r
}

func ending(status int, debug, key string) *Reason {
	r := row(status, debug, key)
	r.EndSession = true
	return r
}

// Delivery tells how far a failed call got on its way to the platform. Upstreams attach one to each error of Do.
type Delivery uint8

// The deliveries of a failed call.
const (
	// DeliveryUnknown: the platform may have executed the call. An error that says nothing counts as this.
	DeliveryUnknown Delivery = iota
	// DeliveryNotSent: no part of the call reached the platform, so that sending it again repeats nothing.
	DeliveryNotSent
	// DeliveryAnswered: the platform answered that it refused the call, for example with HTTP 429, not 500. A payment may
	// have been executed before that.
	DeliveryAnswered
	// DeliveryNoEffect: the platform answered before it received the call, or its mapping declares the answer as such.
	DeliveryNoEffect
)

// String returns the delivery for logs.
func (d Delivery) String() string {
	return [...]string{"sent, outcome unknown", "not sent", "answered", "answered"}[d]
}

// PossiblyExecuted reports whether the platform may have executed the call. Of a payment, only HasNoEffect is certain.
func (d Delivery) PossiblyExecuted() bool { return d == DeliveryUnknown }

// HasNoEffect reports whether the platform certainly did not execute the call.
func (d Delivery) HasNoEffect() bool { return d == DeliveryNotSent || d == DeliveryNoEffect }

// IsAnswer reports whether the platform answered that it refused the call.
func (d Delivery) IsAnswer() bool { return d == DeliveryAnswered || d == DeliveryNoEffect }

// DeliveryOf returns the delivery of the outermost error in err's tree that has one, or DeliveryUnknown.
func DeliveryOf(err error) Delivery {
	var carrier interface{ delivered() Delivery }
	if errors.As(err, &carrier) {
		return carrier.delivered()
	}
	return DeliveryUnknown
}

// WithDelivery returns err with a delivery: a copy of a *Reason, or another error wrapped.
func WithDelivery(err error, d Delivery) error {
	if err == nil || d == DeliveryOf(err) {
		return err
	}
	if r, ok := err.(*Reason); ok { //nolint:errorlint // a wrapped reason keeps its wrapper
		return r.WithDelivery(d)
	}
	return &deliveryError{err, d}
}

// deliveryError is an error with a delivery.
type deliveryError struct {
	error
	delivery Delivery
}

func (e *deliveryError) Unwrap() error       { return e.error }
func (e *deliveryError) delivered() Delivery { return e.delivery }

func (r *Reason) delivered() Delivery { return r.Delivery }
