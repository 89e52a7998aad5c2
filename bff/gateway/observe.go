package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/gin-gonic/gin"

	"croupier/bff"
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
		o.Bytes = max(c.Writer.Size(), 0)
		o.Duration = g.Clock().Sub(start)
		g.log(ctx, scope.Call, o)
		if g.Observer != nil {
			g.Observer.Observe(ctx, o)
		}
	}()
	c.Next()
}

// log writes the log line of a request. Of many refusals of one kind it writes a few, which say how
// many there were.
func (g *gateway) log(ctx context.Context, call *bff.Call, o *bff.Observation) {
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
	if !g.Log.Enabled(ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("method", o.Method),
		slog.String("path", o.Path),
		slog.String("brand", o.Brand),
		slog.Int("status", o.Status),
		slog.Float64("ms", milliseconds(o.Duration)),
		slog.Int("bytes", o.Bytes),
	}
	if o.Code != 0 {
		// Not "code", which the log masks as the name of a confirmation code.
		attrs = append(attrs, slog.String("call", o.Call), slog.Int("answer_code", o.Code),
			slog.String("cache", string(o.Cache)), slog.Float64("upstream_ms", milliseconds(o.Upstream)))
	}
	if o.Debug != "" {
		attrs = append(attrs, slog.String("debug", o.Debug))
	}
	// The cause adds to the reason, whose own text is already in debug.
	if cause := errors.Unwrap(o.Err); cause != nil {
		attrs = append(attrs, slog.String("cause", cause.Error()))
	} else if o.Err != nil && level == slog.LevelError {
		attrs = append(attrs, slog.String("cause", o.Err.Error()))
	}
	if unlogged > 0 {
		attrs = append(attrs, slog.Int("unlogged", unlogged))
	}
	g.Log.LogAttrs(ctx, level, "request", attrs...)
}
