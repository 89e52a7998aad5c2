package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// statusGone is logged where the visitor went away before there was an answer; it is
// never sent.
const statusGone = 499

type observationKey struct{}

// observed gives the record of the request, for stages to write down what they know.
func observed(c *gin.Context) *bff.Observation {
	return c.MustGet(observationKey{}).(*bff.Observation)
}

// observe writes one line a request and tells the metrics.
func (g *gateway) observe(c *gin.Context) {
	start := g.Clock()
	o := &bff.Observation{Method: c.Request.Method, Path: "*"}
	c.Set(observationKey{}, o)
	// Deferred, so that a request whose connection is cut by a panic leaves its line too.
	defer func() {
		ctx := c.Request.Context()
		scope := bff.ScopeOf(ctx)
		o.RequestID = scope.RequestID
		if path := c.FullPath(); path != "" {
			o.Path = path
		}
		if scope.Brand != nil {
			o.Brand = scope.Brand.ID
		}
		if scope.Call != nil {
			o.Call = scope.Call.Name()
		}
		if o.Status == 0 {
			o.Status = c.Writer.Status()
		}
		o.Bytes = max(c.Writer.Size(), 0)
		o.Took = g.Clock().Sub(start)
		g.log(ctx, o)
		if g.Metrics != nil {
			g.Metrics.Observe(ctx, o)
		}
	}()
	c.Next()
}

func (g *gateway) log(ctx context.Context, o *bff.Observation) {
	level := slog.LevelInfo
	if o.Status >= http.StatusInternalServerError || o.Err != nil && reasonOf(o.Err).Status >= http.StatusInternalServerError {
		level = slog.LevelError // whatever the status says: half an answer had a good one
	}
	if !g.Log.Enabled(ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("method", o.Method),
		slog.String("path", o.Path),
		slog.String("brand", o.Brand),
		slog.Int("status", o.Status),
		slog.Float64("ms", milliseconds(o.Took)),
		slog.Int("bytes", o.Bytes),
	}
	if o.Code != 0 {
		// Not "code": that is the name of a confirmation code, and so is never written.
		attrs = append(attrs, slog.String("call", o.Call), slog.Int("answer_code", o.Code),
			slog.String("cache", string(o.Cache)), slog.Float64("upstream_ms", milliseconds(o.Upstream)))
	}
	if o.Debug != "" {
		attrs = append(attrs, slog.String("debug", o.Debug))
	}
	// The cause says more than the reason's own words, which stand in debug already.
	if cause := errors.Unwrap(o.Err); cause != nil {
		attrs = append(attrs, slog.String("cause", cause.Error()))
	} else if o.Err != nil && level == slog.LevelError {
		attrs = append(attrs, slog.String("cause", o.Err.Error()))
	}
	g.Log.LogAttrs(ctx, level, "request", attrs...)
}
