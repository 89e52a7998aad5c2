package bff

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
)

// Cause is the class of a failure, for staff. Its values are stable and contain no text of a
// platform.
type Cause string

// The causes of failed requests.
const (
	CauseTimeout     Cause = "timeout"
	CauseRefused     Cause = "refused" // the platform refused the connection
	CauseReset       Cause = "reset"   // the connection ended before the response
	CauseUnreachable Cause = "unreachable"
	CauseName        Cause = "name not found"
	CauseTLS         Cause = "tls"
	CauseBadAnswer   Cause = "bad answer" // unreadable, too large or against the contract
	CauseStatus      Cause = "status"     // HTTP error status
	CauseBreakerOpen Cause = "breaker open"
	CauseOverloaded  Cause = "overloaded" // no free slot at the upstream
	CauseRateLimited Cause = "rate limited"
	CauseMaintenance Cause = "maintenance"
	CauseStore       Cause = "store" // a store of Croupier failed
	CauseCancelled   Cause = "cancelled"
	CauseInternal    Cause = "internal"
)

// CauseError is an error with a known class.
type CauseError struct {
	Class Cause
	Err   error
}

// Error returns the text of the wrapped error.
func (e *CauseError) Error() string { return e.Err.Error() }

// CauseClass returns the class.
func (e *CauseError) CauseClass() Cause { return e.Class }

// Unwrap returns the wrapped error.
func (e *CauseError) Unwrap() error { return e.Err }

// CauseOf returns the class of err. It returns "" for nil and for reasons that explain themselves,
// such as a missing session.
func CauseOf(err error) Cause {
	var known interface{ CauseClass() Cause }
	switch {
	case err == nil:
		return ""
	case errors.As(err, &known):
		return known.CauseClass()
	case errors.Is(err, ReasonMaintenance), errors.Is(err, ReasonPartMaintenance):
		return CauseMaintenance
	case errors.Is(err, context.Canceled):
		return CauseCancelled
	}
	if c := networkCause(err); c != "" {
		return c
	}
	var reason *Reason
	if !errors.As(err, &reason) {
		return CauseInternal
	}
	switch reason.Status {
	case http.StatusGatewayTimeout:
		return CauseTimeout
	case http.StatusBadGateway:
		return CauseBadAnswer
	case http.StatusTooManyRequests:
		return CauseRateLimited
	case http.StatusInternalServerError:
		return CauseInternal
	case http.StatusServiceUnavailable:
		return CauseUnreachable
	}
	return ""
}

// networkCause returns the class of a connection failure, or "".
func networkCause(err error) Cause {
	var network net.Error
	switch {
	case errors.As(err, new(*net.DNSError)):
		return CauseName
	case errors.As(err, new(*tls.CertificateVerificationError)), errors.As(err, new(tls.RecordHeaderError)),
		errors.As(err, new(tls.AlertError)), errors.As(err, new(x509.UnknownAuthorityError)):
		return CauseTLS
	case errors.Is(err, syscall.ECONNREFUSED):
		return CauseRefused
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, net.ErrClosed),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return CauseReset
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return CauseUnreachable
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return CauseTimeout
	}
	return ""
}
