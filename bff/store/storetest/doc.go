// Package storetest holds the suites that every store passes, whatever it stands on.
package storetest

import (
	"sync"
	"time"
)

// Clock is a time that a suite winds.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock gives a clock that shows a fixed time.
func NewClock() *Clock { return &Clock{at: time.Date(2026, 3, 1, 12, 0, 0, 123e6, time.UTC)} }

// Now is the time that c shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Wind moves c.
func (c *Clock) Wind(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}
