package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/eventstream"
)

// statusDisconnected is the logged status if the client disconnected before the response. Croupier
// never sends it.
const statusDisconnected = 499

func (g *gateway) observe(c *gin.Context) {
	start := g.Clock()
	info := infoOf(c)
	o := &info.observation
	o.Method = c.Request.Method
	// Deferred because a panic may close the connection.
	defer func() {
		ctx := c.Request.Context()
		scope := &info.scope
		o.RequestID, o.Path = scope.RequestID, cmp.Or(c.FullPath(), "*")
		if scope.Brand != nil {
			o.Brand = scope.Brand.ID
		}
		if scope.Call != nil {
			o.Call = scope.Call.Name()
			if !scope.Call.Local {
				o.UpstreamName = scope.Brand.RulesFor(scope.Call).Name
			}
		}
		o.Status = cmp.Or(o.Status, c.Writer.Status())
		o.Stream = eventstream.IsStarted(c.Writer.Header())
		o.Bytes = max(c.Writer.Size(), 0)
		o.At = g.Clock()
		o.Duration = o.At.Sub(start)
		if g.AccessLog != nil && (!scope.Module || o.Status >= http.StatusBadRequest) {
			g.log(scope.Call, o)
		}
		if g.Observer != nil {
			g.Observer.Observe(ctx, o)
		}
	}()
	c.Next()
}

// warn logs err if it is not nil. The caller continues.
func (g *gateway) warn(ctx context.Context, message string, err error, args ...any) {
	if err != nil {
		g.Log.WarnContext(ctx, message, append(args, "cause", err.Error())...)
	}
}

// log writes the log line of a request. For many refusals of one kind, it writes only a few lines
// with the number of unlogged ones.
func (g *gateway) log(call *bff.Call, o *bff.Observation) {
	unlogged := 0
	if isRefusal(o) {
		var ok bool
		if unlogged, ok = g.refusalLog.allow(refusalKind{o.Brand, call, o.Debug}, g.Clock()); !ok {
			return
		}
	}
	level := slog.LevelInfo
	if o.Status >= http.StatusInternalServerError ||
		o.Err != nil && reasonOf(o.Err).Status >= http.StatusInternalServerError {
		level = slog.LevelError // only the error reveals a partial response
	}
	if g.AccessLog.Enabled(level) {
		g.AccessLog.Request(level, o, unlogged)
	}
}

// observe copies the results of the pipeline into the observation.
func (r *request) observe() {
	o := &r.info.observation
	o.Cache, o.Upstream, o.Attempts, o.IdempotencyKey = r.cache, r.elapsed, r.attempts, r.upstream.IdempotencyKey
	o.Poll = r.scope.Call != nil && r.scope.Call.Poll
	if r.upstream.CacheLookup != nil {
		o.Lang, o.Data = r.upstream.Lang, r.upstream.Data
	}
	if o.IdempotencyKey != "" {
		o.Transaction, o.Part = r.transaction(), r.scope.Rules.Part
		if amount, err := bff.ParseMinorUnits(amountOf(r.parsed.data)); err == nil {
			o.Amount = amount.String()
		}
	}
	identity := r.player
	if s := r.scope.Session; s != nil {
		identity = &s.Identity
	}
	if identity != nil {
		o.Player = bff.Player{
			UID: identity.UID, Username: identity.Username, Partition: identity.Partition, Email: r.email,
		}
	}
}

// transaction returns the number of the transaction that a money call created or cancelled, or "".
func (r *request) transaction() string {
	var data struct {
		TransactionID scalar `json:"transaction_id"`
	}
	if r.answer != nil && json.Unmarshal(r.answer.Data, &data) == nil && data.TransactionID != "" {
		return string(data.TransactionID)
	}
	if r.scope.Call.Name() != "finance/cancel_withdrawal" {
		return ""
	}
	return fmt.Sprint(r.parsed.data["transaction_id"])
}

// maxRefusalLines is the maximum number of log lines per second for refusals of one kind. Refusals
// must be cheap.
const maxRefusalLines = 10

// refusalLog limits the log lines about refused requests.
type refusalLog struct {
	mu    sync.Mutex
	kinds map[refusalKind]refusalCount
}

// refusalKind is the key for counting refusals. Its values come from configuration and contract.
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

// allow reports whether to log a refusal, and how many earlier ones were not logged.
func (l *refusalLog) allow(kind refusalKind, now time.Time) (unlogged int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.kinds[kind]
	if second := now.Unix(); second != c.second {
		c.second, c.lines = second, 0
	}
	if ok = c.lines < maxRefusalLines; ok {
		c.lines, unlogged, c.unlogged = c.lines+1, c.unlogged, 0
	} else {
		c.unlogged++
	}
	l.kinds[kind] = c
	return unlogged, ok
}

// isRefusal reports whether a rate limit refused the request or its call was not sent.
func isRefusal(o *bff.Observation) bool {
	return o.Err != nil && (o.Status == http.StatusTooManyRequests ||
		o.Status == http.StatusServiceUnavailable && bff.DeliveryOf(o.Err) == bff.DeliveryNotSent)
}
