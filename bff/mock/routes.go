package mock

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/calls"
	"croupier/bff/mock/games"
	"croupier/bff/mock/pay"
)

// Paths of the platform.
const (
	EndpointPath = "/endpoint/v1"
	ControlPath  = "/__mock/"
)

func (c *Casino) routes() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	// Nothing here trusts a forwarded address but the envelope's own uip.
	_ = e.SetTrustedProxies(nil) // nil is always valid
	e.Use(c.recovery)
	e.POST(EndpointPath, c.endpoint)
	e.GET(calls.ArtPath+":kind/:file", c.picture)
	e.HEAD(calls.ArtPath+":kind/:file", c.picture)
	play := gin.WrapH(games.Handler(c))
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions} {
		e.Handle(method, calls.PlayPath+"*path", play)
	}
	till := gin.WrapH(pay.Handler(desk{c}))
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		e.Handle(method, calls.PayPath+"*path", till)
	}
	if c.options.Control {
		c.control(e.Group(ControlPath, c.ownSite))
		page(e.Group(ControlPath))
	}
	return e
}

// recovery turns a defect into a plain 500. http.ErrAbortHandler is how faults reset a
// connection, so it goes on to the server.
func (c *Casino) recovery(g *gin.Context) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
			panic(p)
		}
		c.options.Log.Error("mock: defect", slog.String("panic", fmt.Sprint(p)), slog.String("stack", string(debug.Stack())))
		g.AbortWithStatus(http.StatusInternalServerError)
	}()
	g.Next()
}
