package gateway

import (
	"log/slog"
	"net/http"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/eventstream"
)

// statusDisconnected is logged when the client disconnected before the answer. It is never sent.
const statusDisconnected = 499

// observe writes one log line per request and reports it to the observer.
func (g *gateway) observe(c *gin.Context) {
	start := g.Clock()
	info := infoOf(c)
	o := &info.observation
	o.Method, o.Path = c.Request.Method, "*"
	// Deferred, because a panic may close the connection.
	defer func() {
		ctx := c.Request.Context()
		scope := &info.scope
		o.RequestID = scope.RequestID
		if path := c.FullPath(); path != "" {
			o.Path = path
		}
		if scope.Brand != nil {
			o.Brand = scope.Brand.ID
		}
		if scope.Call != nil {
			o.Call = scope.Call.Name()
			if !scope.Call.Local {
				o.UpstreamName = scope.Brand.UpstreamName(scope.Call, o.Call)
			}
		}
		if o.Status == 0 {
			o.Status = c.Writer.Status()
		}
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

// log writes the log line of a request. Of many refusals of one kind it writes a few, which say how
// many there were.
func (g *gateway) log(call *bff.Call, o *bff.Observation) {
	unlogged := 0
	if isRefusal(o) {
		var ok bool
		if unlogged, ok = g.refusalLog.allow(refusalKind{o.Brand, call, o.Debug}, g.Clock()); !ok {
			return
		}
	}
	level := slog.LevelInfo
	if o.Status >= http.StatusInternalServerError || o.Err != nil && reasonOf(o.Err).Status >= http.StatusInternalServerError {
		level = slog.LevelError // of a partial answer only the error tells
	}
	if g.AccessLog.Enabled(level) {
		g.AccessLog.Request(level, o, unlogged)
	}
}
