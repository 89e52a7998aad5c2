package mock

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// Bounds of the call log of one world, and how many calls are listed without a limit.
const (
	maxCalls     = 10_000
	maxCallBytes = 16 << 20
	defaultCalls = 100
)

type callRecord struct {
	At      time.Time       `json:"at"` // the world's clock
	Class   string          `json:"class"`
	Method  string          `json:"method"`
	Data    json.RawMessage `json:"data"`
	User    json.RawMessage `json:"user"`
	Headers json.RawMessage `json:"headers"`
	MS      float64         `json:"ms"`      // time to answer
	Outcome string          `json:"outcome"` // ok, refused: MESSAGE, or fault: KIND
}

type callLog struct {
	mu    sync.Mutex
	calls []callRecord // oldest first
	bytes int
	total int // calls ever
}

func (r *callRecord) size() int {
	return 200 + len(r.Class) + len(r.Method) + len(r.Data) + len(r.User) + len(r.Headers) + len(r.Outcome)
}

func (l *callLog) add(r callRecord) {
	r.At = r.At.In(world.Zone)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total++
	l.calls = append(l.calls, r)
	l.bytes += r.size()
	for len(l.calls) > maxCalls || l.bytes > maxCallBytes {
		l.bytes -= l.calls[0].size()
		l.calls[0] = callRecord{} // the array stays referenced
		l.calls = l.calls[1:]
	}
}

// last returns at most n calls, the newest first, never nil.
func (l *callLog) last(n int) []callRecord {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := append([]callRecord{}, l.calls[max(0, len(l.calls)-n):]...)
	slices.Reverse(out)
	return out
}

// size returns how many calls were ever received, and the estimated memory of those in the log.
func (l *callLog) size() (calls, bytes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total, l.bytes
}

// listCalls lists the received calls, the newest first: of a call pattern, with data that contains
// the fields of match.
func (c *Casino) listCalls(g *gin.Context, _ string, s *sandbox) (any, error) {
	limit, err := strconv.Atoi(g.DefaultQuery("limit", strconv.Itoa(defaultCalls)))
	if err != nil || limit < 1 || limit > maxCalls {
		return nil, invalid("limit", "want a number from 1 to %d", maxCalls)
	}
	pattern, match := cmp.Or(g.Query("call"), "*"), g.Query("match")
	if err := cmp.Or(c.checkCall(pattern), checkMatch([]byte(match))); err != nil {
		return nil, err
	}
	fields := scenario.Fields(match)
	found := slices.DeleteFunc(s.log.last(maxCalls), func(r callRecord) bool {
		return !scenario.Matches(pattern, r.Class+"/"+r.Method) ||
			!scenario.Contains(scenario.Fields(string(r.Data)), fields)
	})
	return found[:min(len(found), limit)], nil
}
