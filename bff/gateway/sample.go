package gateway

import (
	"net/http"
	"sync"
	"time"

	"croupier/bff"
)

// maxRefusalLines is the number of log lines a second about refusals of one kind: what is refused
// in thousands must not cost as much as what is answered.
const maxRefusalLines = 10

// refusalLog bounds the log lines about refused requests.
type refusalLog struct {
	mu    sync.Mutex
	kinds map[refusalKind]*refusalCount
}

// refusalKind is what refusals are counted by. Its values come from configuration and contract.
type refusalKind struct {
	brand string
	call  *bff.Call
	debug string
}

type refusalCount struct {
	second   int64
	lines    int // in this second
	unlogged int // since the last line
}

// allow reports whether a refusal is logged, and how many before it were not.
func (l *refusalLog) allow(kind refusalKind, now time.Time) (unlogged int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.kinds[kind]
	if c == nil {
		c = &refusalCount{}
		if l.kinds == nil {
			l.kinds = map[refusalKind]*refusalCount{}
		}
		l.kinds[kind] = c
	}
	if second := now.Unix(); second != c.second {
		c.second, c.lines = second, 0
	}
	if c.lines >= maxRefusalLines {
		c.unlogged++
		return 0, false
	}
	c.lines++
	unlogged, c.unlogged = c.unlogged, 0
	return unlogged, true
}

// isRefusal reports whether a request was refused for its number: by a rate limit, or because its
// call was not sent.
func isRefusal(o *bff.Observation) bool {
	return o.Err != nil && (o.Status == http.StatusTooManyRequests ||
		o.Status == http.StatusServiceUnavailable && bff.DeliveryOf(o.Err) == bff.DeliveryNotSent)
}
