package mock

import (
	"compress/gzip"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/freeze"
)

// downloadSnapshot answers the world as a file; ?calls=1 puts its call log in.
func (c *Casino) downloadSnapshot(g *gin.Context, name string, t *tester) {
	calls := g.Query("calls")
	if calls != "" && calls != "0" && calls != "1" {
		valid(g, fault("calls", "want 1 with the call log, 0 without"))
		return
	}
	file, err := c.snapshot(name, t, calls == "1")
	switch {
	case errors.Is(err, errTooLarge):
		g.JSON(http.StatusConflict, problem{Error: err.Error()})
		return
	case err != nil:
		c.options.Log.Error("mock: snapshot failed", slog.String("world", name), slog.Any("err", err))
		g.JSON(http.StatusInternalServerError, problem{Error: "the world cannot be written down: " + err.Error()})
		return
	}
	g.Header("Content-Disposition", fmt.Sprintf(`attachment; filename="croupier-%s-%s.json"`, name, t.world.Now().UTC().Format("20060102-1504")))
	g.Header("Vary", "Accept-Encoding")
	g.Header("Content-Type", "application/json; charset=utf-8")
	if !strings.Contains(g.GetHeader("Accept-Encoding"), "gzip") {
		g.Data(http.StatusOK, "application/json; charset=utf-8", file)
		return
	}
	g.Header("Content-Encoding", "gzip")
	g.Status(http.StatusOK)
	z := gzip.NewWriter(g.Writer)
	_, _ = z.Write(file) // a caller who is gone needs no file
	_ = z.Close()
}

// restoreSnapshot makes the world that is asked for the one of the file in the body.
func (c *Casino) restoreSnapshot(g *gin.Context) {
	name, err := nameOf(g.Request)
	if err != nil {
		g.JSON(http.StatusBadRequest, problem{Error: err.Error(), Field: worldHeader})
		return
	}
	err = c.Restore(name, g.Request.Body)
	var wrong *freeze.Fault
	switch {
	case err == nil:
		showState(g, name, c.worlds.get(name))
	case errors.Is(err, errTooLarge):
		g.JSON(http.StatusRequestEntityTooLarge, problem{Error: err.Error()})
	case errors.As(err, &wrong):
		g.JSON(http.StatusBadRequest, problem{Error: wrong.Error(), Field: wrong.Field})
	default:
		g.JSON(http.StatusBadRequest, problem{Error: err.Error()})
	}
}
