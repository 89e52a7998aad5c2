package transport

import (
	"fmt"
	"net/http"

	"croupier/bff"
)

// StatusError is the cause of a failure that a platform reported by HTTP status.
type StatusError struct {
	Status int
}

// Error names the status.
func (e *StatusError) Error() string { return fmt.Sprintf("HTTP %d", e.Status) }

// CauseClass returns the class of the failure for staff.
func (e *StatusError) CauseClass() bff.Cause {
	switch {
	case e.Status == http.StatusTooManyRequests:
		return bff.CauseRateLimited
	case e.Status < http.StatusBadRequest:
		return bff.CauseBadAnswer
	}
	return bff.CauseStatus
}
