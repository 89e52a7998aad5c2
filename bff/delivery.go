package bff

import "errors"

// Delivery tells how far a failed call got on its way to the platform. Upstreams attach one to
// each error of Do, and DeliveryOf reads it.
type Delivery uint8

// The deliveries of a failed call.
const (
	// DeliveryUnknown: the platform may have received the call and may have executed it. It is the
	// zero value, so that an error which says nothing counts as this.
	DeliveryUnknown Delivery = iota
	// DeliveryNotSent: no part of the call reached the platform, so that sending it again repeats
	// nothing.
	DeliveryNotSent
	// DeliveryAnswered: the platform answered that it refused the call, for example with HTTP 429. A
	// payment may have been executed before that. A failure such as an HTTP 500 is DeliveryUnknown.
	DeliveryAnswered
	// DeliveryNoEffect: the platform answered before it received the call itself, or its mapping
	// declares that such an answer has no effect.
	DeliveryNoEffect
)

// String returns the delivery for logs.
func (d Delivery) String() string {
	switch d {
	case DeliveryNotSent:
		return "not sent"
	case DeliveryAnswered, DeliveryNoEffect:
		return "answered"
	default:
		return "sent, outcome unknown"
	}
}

// PossiblyExecuted reports whether the platform may have executed the call. Of a payment, only
// HasNoEffect is certain.
func (d Delivery) PossiblyExecuted() bool { return d == DeliveryUnknown }

// HasNoEffect reports whether the platform certainly did not execute the call.
func (d Delivery) HasNoEffect() bool { return d == DeliveryNotSent || d == DeliveryNoEffect }

// IsAnswer reports whether the platform answered that it refused the call.
func (d Delivery) IsAnswer() bool { return d == DeliveryAnswered || d == DeliveryNoEffect }

// DeliveryOf returns the delivery of the outermost error in err's tree that has one: a *Reason or
// an error of WithDelivery. Any other error, such as a plain context error or a recovered panic, is
// DeliveryUnknown.
func DeliveryOf(err error) Delivery {
	var carrier interface{ delivered() Delivery }
	if errors.As(err, &carrier) {
		return carrier.delivered()
	}
	return DeliveryUnknown
}

// WithDelivery returns err with a delivery. It copies an err that is a *Reason, and wraps any
// other one that lacks it.
func WithDelivery(err error, d Delivery) error {
	if err == nil {
		return nil
	}
	if d == DeliveryOf(err) {
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

// WithDelivery returns a copy of the reason with a delivery.
func (r *Reason) WithDelivery(d Delivery) *Reason {
	c := *r
	c.Delivery = d
	return &c
}

func (r *Reason) delivered() Delivery { return r.Delivery }
