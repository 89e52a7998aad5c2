// Package auditid defines the ids of audit entries, which stores sort and expire entries by.
package auditid

import (
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// New returns a unique id for an entry written at the given time. Ids sort by time.
func New(at time.Time) string { return Floor(at) + "-" + rand.Text()[:8] }

// Floor returns a string that sorts before every id of the given time and later, and after
// every earlier id.
func Floor(at time.Time) string { return fmt.Sprintf("%019d", at.UnixNano()) }

// Time returns the time of an id.
func Time(id string) time.Time {
	text, _, _ := strings.Cut(id, "-")
	ns, _ := strconv.ParseInt(text, 10, 64)
	return time.Unix(0, ns)
}
