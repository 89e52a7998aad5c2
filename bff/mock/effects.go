package mock

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/mock/calls"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// hugeBytes is the size of a huge response: four times what the BFF accepts.
const hugeBytes = 32 << 20

// wait sleeps for d. It reports false if the caller gave up meanwhile.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// replaceResponse applies an effect in whose place no call reaches the world, and reports whether it did.
func replaceResponse(g *gin.Context, q *calls.Request, e *scenario.Effect) bool {
	switch e.Kind {
	case scenario.Hang:
		<-g.Request.Context().Done()
		panic(http.ErrAbortHandler)
	case scenario.Reset:
		panic(http.ErrAbortHandler)
	case scenario.Status:
		g.Data(e.Status, "text/html; charset=utf-8", fmt.Appendf(nil, "<html><body><h1>%d %s</h1></body></html>", e.Status, http.StatusText(e.Status)))
	case scenario.Malformed:
		g.Data(http.StatusOK, "application/json; charset=utf-8", []byte(`{"result":true,"message":"","data":[{"broken":`+"\n<!-- warning: array to string conversion -->"))
	case scenario.WrongType:
		g.Data(http.StatusOK, "application/json; charset=utf-8", []byte(`{"result":"true","message":[],"data":"0","code":"200","debug":{},"pagination":"none"}`))
	case scenario.Huge:
		huge(g)
	case scenario.Limit:
		g.Header("Retry-After", strconv.Itoa(int(e.RetryAfter/time.Second)))
		g.JSON(http.StatusTooManyRequests, refused(q.Localize(world.ErrTooMany)))
	case scenario.Reply:
		write(g, e.Answer, e)
	case scenario.Expired:
		write(g, refused(world.ErrSession), e)
	case scenario.Maintenance:
		write(g, refused(world.ErrMaintenance), e)
	case scenario.Refuse:
		write(g, refused(q.Localize(&world.Refusal{Message: e.Message, Code: e.Code})), e)
	default:
		return false
	}
	return true
}

// huge sends an envelope whose data is one string of hugeBytes.
func huge(g *gin.Context) {
	g.Header("Content-Type", "application/json; charset=utf-8")
	g.Status(http.StatusOK)
	chunk := []byte(strings.Repeat("x", 64<<10))
	_, err := g.Writer.WriteString(`{"result":true,"message":"","code":200,"debug":null,"pagination":null,"data":"`)
	for n := 0; n < hugeBytes && err == nil; n += len(chunk) {
		_, err = g.Writer.Write(chunk)
	}
	if err == nil {
		_, _ = g.Writer.WriteString(`"}`) // fails only if the client is gone
	}
}

// alter changes the response of the world.
func alter(a *bff.Answer, call string, e *scenario.Effect) *bff.Answer {
	switch e.Kind {
	case scenario.Empty:
		return emptied(a, call)
	case scenario.Long:
		return reworded(a, lengthened)
	case scenario.Arabic:
		return reworded(a, inArabicLetters)
	default:
		return a
	}
}

// histories refuse with "no records" where other lists are empty (spec §8).
var histories = map[string]bool{
	"betframe/getCoupons": true, "finance/list_transactions": true, "user/game_history": true,
}

// emptied removes the items of a list; other responses stay.
func emptied(a *bff.Answer, call string) *bff.Answer {
	if !a.Result {
		return a
	}
	if histories[call] {
		return refused(world.ErrNoRecords)
	}
	out := *a
	switch {
	case call == "finance/check_balance":
		return a
	case call == "cmscontroller/getIcSlider":
		out.Data = []byte(`{"items":[]}`)
	case call == "finance/list_cash_methods_new":
		out.Data = []byte(`{"methods_list":[]}`)
	case strings.HasPrefix(string(a.Data), "["):
		out.Data = []byte("[]")
	}
	if p := a.Pagination; p != nil {
		out.Pagination = &bff.Pagination{Limit: p.Limit, Offset: p.Offset}
	}
	return &out
}

// write sends a response. A truncated one ends in the middle of its Content-Length.
func write(g *gin.Context, a *bff.Answer, e *scenario.Effect) {
	body := a.Append(nil)
	g.Header("Content-Type", "application/json; charset=utf-8")
	g.Header("Content-Length", strconv.Itoa(len(body)))
	g.Status(http.StatusOK)
	if e.Kind == scenario.Truncated {
		_, _ = g.Writer.Write(body[:len(body)/2])
		return
	}
	_, _ = g.Writer.Write(body) // fails only if the client is gone
}
