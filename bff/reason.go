package bff

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Reason is the error of a call that Croupier refuses or fails. The gateway's writer converts it
// into HTTP status and envelope.
type Reason struct {
	Status     int             // HTTP status, and the envelope's code
	Debug      string          // stable identifier for clients
	Key        string          // key of the text for players in contracts/messages
	RetryAfter time.Duration   // sent as Retry-After in whole seconds if positive
	Fault      *FieldFault     // invalid field of an invalid payload
	Data       json.RawMessage // data of the response, if any
	Message    string          // replaces the text of Key, for messages of the platform
	EndSession bool            // the response clears the session cookie
	Delivery   Delivery        // set for calls that failed at an upstream
	Err        error           // cause, for the log only
}

// Error returns the reason for logs. Croupier does not send it to players.
func (r *Reason) Error() string {
	if r.Err != nil {
		return fmt.Sprintf("%d %s: %v", r.Status, r.Debug, r.Err)
	}
	return fmt.Sprintf("%d %s", r.Status, r.Debug)
}

// Unwrap returns the cause.
func (r *Reason) Unwrap() error { return r.Err }

// Is reports whether target is a copy of the same reason with any cause.
func (r *Reason) Is(target error) bool {
	t, ok := target.(*Reason)
	return ok && t.Status == r.Status && t.Debug == r.Debug
}

// with returns a copy of the reason that change has modified.
func (r *Reason) with(change func(c *Reason)) *Reason {
	c := *r
	change(&c)
	return &c
}

// WithCause returns a copy of the reason with a cause.
func (r *Reason) WithCause(err error) *Reason { return r.with(func(c *Reason) { c.Err = err }) }

// WithData returns a copy of the reason with data for the response.
func (r *Reason) WithData(data json.RawMessage) *Reason {
	return r.with(func(c *Reason) { c.Data = data })
}

// WithRetryAfter returns a copy of the reason with a Retry-After.
func (r *Reason) WithRetryAfter(d time.Duration) *Reason {
	return r.with(func(c *Reason) { c.RetryAfter = d })
}

// WithDelivery returns a copy of the reason with a delivery.
func (r *Reason) WithDelivery(d Delivery) *Reason { return r.with(func(c *Reason) { c.Delivery = d }) }

// InvalidPayload returns the reason for a payload with one invalid field.
func InvalidPayload(f *FieldFault) *Reason {
	return ReasonInvalidPayload.with(func(c *Reason) { c.Fault = f })
}

// The reasons. They are read-only. Use copies to add causes.
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
	// The platform lacks the call. The status is not 501, which would trigger alerts on 5xx.
	ReasonUnsupported       = row(http.StatusNotFound, "unsupported", "unsupported")
	ReasonMethod            = row(http.StatusMethodNotAllowed, "method not allowed", "bad_request") // not POST
	ReasonDuplicate         = row(http.StatusConflict, "duplicate in progress", "duplicate_in_progress")
	ReasonLimitWaits        = row(http.StatusConflict, "limit waits", "limit_waits")         // before confirmation
	ReasonNothingPending    = row(http.StatusConflict, "nothing pending", "nothing_pending") // no pending change
	ReasonLimitReached      = row(http.StatusLocked, "limit reached", "limit_reached")       // a limit of the player
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
	ReasonUpstreamError     = row(http.StatusInternalServerError, "upstream error", "upstream_error") // propagate_500
	ReasonInternal          = row(http.StatusInternalServerError, "internal error", "internal_error")
)

// reasons contains all reasons that row has created.
var reasons []*Reason

// Reasons returns all reasons in the order of their declarations.
func Reasons() []*Reason { return slices.Clone(reasons) }

// OutcomeUnknown returns the reason of a money call that Croupier sent and that failed at the
// upstream.
func OutcomeUnknown(r *Reason) *Reason {
	return r.with(func(c *Reason) {
		c.Debug, c.Key, c.RetryAfter, c.Delivery = "outcome unknown", "outcome_unknown", 0, DeliveryUnknown
	})
}

// PartMaintenance returns the reason for a closed part of the site, with the contract's ClosedPart
// as data. until is nil if the end is unknown. An empty message selects the default text.
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

// Delivery is the known effect of a failed call at the platform. Upstreams attach one to each error
// of Do.
type Delivery uint8

// The deliveries of a failed call.
const (
	// DeliveryUnknown means that the platform may have executed the call. It is the default for
	// errors without a delivery.
	DeliveryUnknown Delivery = iota
	// DeliveryNotSent means that no part of the call reached the platform. It is safe to send the
	// call again.
	DeliveryNotSent
	// DeliveryAnswered means that the platform refused the call, for example with HTTP 429 but not
	// with 500. The platform may have executed a payment before it refused.
	DeliveryAnswered
	// DeliveryNoEffect means that the platform responded before it received the call, or that its
	// mapping declares the response as free of effect.
	DeliveryNoEffect
)

// String returns the delivery for logs.
func (d Delivery) String() string {
	return [...]string{"sent, outcome unknown", "not sent", "answered", "answered"}[d]
}

// PossiblyExecuted reports whether the outcome of the call is unknown. For payments, use
// HasNoEffect.
func (d Delivery) PossiblyExecuted() bool { return d == DeliveryUnknown }

// HasNoEffect reports whether the platform certainly did not execute the call.
func (d Delivery) HasNoEffect() bool { return d == DeliveryNotSent || d == DeliveryNoEffect }

// IsAnswer reports whether the platform refused the call in a response.
func (d Delivery) IsAnswer() bool { return d == DeliveryAnswered || d == DeliveryNoEffect }

// DeliveryOf returns the delivery of the outermost error in err's tree that has one. The default is
// DeliveryUnknown.
func DeliveryOf(err error) Delivery {
	var carrier interface{ delivered() Delivery }
	if errors.As(err, &carrier) {
		return carrier.delivered()
	}
	return DeliveryUnknown
}

// WithDelivery returns err with a delivery. It copies a *Reason and wraps other errors.
func WithDelivery(err error, d Delivery) error {
	if err == nil || d == DeliveryOf(err) {
		return err
	}
	if r, ok := err.(*Reason); ok { //nolint:errorlint // a wrapped reason keeps its wrapper
		return r.WithDelivery(d)
	}
	return &deliveryError{err, d}
}

type deliveryError struct {
	error
	delivery Delivery
}

func (e *deliveryError) Unwrap() error       { return e.error }
func (e *deliveryError) delivered() Delivery { return e.delivery }

func (r *Reason) delivered() Delivery { return r.Delivery }
