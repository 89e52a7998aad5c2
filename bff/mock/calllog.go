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

// Bounds of the call log of one world (calls.md §6), and how many calls are listed without a limit.
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

// callLog holds the last calls of one world as lines of JSON.
type callLog struct {
	mu    sync.Mutex
	lines []json.RawMessage // oldest first
	bytes int
	total int // calls ever
}

func (l *callLog) add(r callRecord) {
	r.At = r.At.In(world.Zone)
	line, err := json.Marshal(r)
	if err != nil { // the data or the user is not JSON
		r.Data, r.User = nil, nil
		line, _ = json.Marshal(r)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total++
	l.lines = append(l.lines, line)
	l.bytes += len(line)
	for len(l.lines) > maxCalls || l.bytes > maxCallBytes {
		l.bytes -= len(l.lines[0])
		l.lines[0] = nil // the array stays referenced
		l.lines = l.lines[1:]
	}
}

// last returns at most n calls, the newest first.
func (l *callLog) last(n int) []json.RawMessage {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := append([]json.RawMessage{}, l.lines[max(0, len(l.lines)-n):]...) // [] in JSON without any
	slices.Reverse(out)
	return out
}

func (l *callLog) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

func (l *callLog) size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bytes
}

// listCalls lists the received calls, the newest first: of a call pattern, with data that contains the fields of match.
func (c *Casino) listCalls(g *gin.Context, _ string, s *sandbox) (any, error) {
	limit, err := strconv.Atoi(g.DefaultQuery("limit", strconv.Itoa(defaultCalls)))
	if err != nil || limit < 1 || limit > maxCalls {
		return nil, invalid("limit", "want a number from 1 to %d", maxCalls)
	}
	pattern, match := g.Query("call"), g.Query("match")
	if pattern == "" && match == "" {
		return s.log.last(limit), nil
	}
	pattern = cmp.Or(pattern, "*")
	if err := c.checkCall(pattern); err != nil {
		return nil, err
	}
	if err := checkMatch([]byte(match)); err != nil {
		return nil, err
	}
	fields := scenario.Fields(match)
	out := []json.RawMessage{}
	for _, line := range s.log.last(maxCalls) {
		var one callRecord
		if json.Unmarshal(line, &one) == nil && scenario.Matches(pattern, one.Class+"/"+one.Method) &&
			scenario.Contains(scenario.Fields(string(one.Data)), fields) {
			if out = append(out, line); len(out) == limit {
				break
			}
		}
	}
	return out, nil
}
