package transport

import "fmt"

// StatusError is the cause of a failure that a platform reported by HTTP status.
type StatusError struct {
	Status int
}

// Error names the status.
func (e *StatusError) Error() string { return fmt.Sprintf("HTTP %d", e.Status) }
