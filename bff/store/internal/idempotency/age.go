package idempotency

import (
	"time"

	"github.com/google/uuid"

	"croupier/bff"
)

// ClockLeeway is how far the time of a key may be ahead of an instance's clock. Clients make keys by
// the server's clock, so that it covers the differences between instances.
const ClockLeeway = time.Second

// KeyTime returns the time at which a UUID of version 7 was made (RFC 9562). Other keys have none.
func KeyTime(key string) (at time.Time, ok bool) {
	u, err := uuid.Parse(key)
	if err != nil || u.Version() != 7 || u.Variant() != uuid.RFC4122 {
		return time.Time{}, false
	}
	return time.Unix(u.Time().UnixTime()).UTC(), true
}

// Forgotten returns the time up to which the records of keys may have been forgotten at now: a record
// is kept for the retention after its claim, when the key may have been ahead of the clock of an
// instance that was ahead of this one's.
func Forgotten(now time.Time) time.Time { return now.Add(2*ClockLeeway - Retention) }

// CheckTime returns the response to a key without a record that must not be claimed at now because of
// its time: an invalid one from the future, which would be found new after a loss of records; or one
// older than the retention of records, which may have been used and forgotten. Keys without a time
// are accepted.
func CheckTime(key string, now time.Time) error {
	switch at, ok := KeyTime(key); {
	case !ok:
		return nil
	case at.After(now.Add(ClockLeeway)):
		return bff.ReasonKeyTime
	case !at.After(Forgotten(now)):
		return AbandonedReason()
	}
	return nil
}
