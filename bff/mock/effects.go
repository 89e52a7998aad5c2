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

// hugeBytes is the size of a huge answer: four times what the BFF accepts.
const hugeBytes = 32 << 20

// wait is late by d; false where the caller gave up meanwhile.
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

// instead does what an effect does in place of an answer; false where one is still due. The
// world then knows nothing of the call.
func instead(g *gin.Context, q *calls.Request, e *scenario.Effect) bool {
	if e == nil {
		return false
	}
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
		g.Header("Retry-After", strconv.Itoa(int(e.Again/time.Second)))
		g.JSON(http.StatusTooManyRequests, refused(q.Told(world.ErrTooMany)))
	case scenario.Expired:
		write(g, refused(world.ErrSession), e)
	case scenario.Maintenance:
		write(g, refused(world.ErrMaintenance), e)
	case scenario.Refuse:
		write(g, refused(q.Told(&world.Refusal{Message: e.Message, Code: e.Code})), e)
	default:
		return false
	}
	return true
}

// huge writes an envelope whose data is one string of hugeBytes.
func huge(g *gin.Context) {
	g.Header("Content-Type", "application/json; charset=utf-8")
	g.Status(http.StatusOK)
	chunk := []byte(strings.Repeat("x", 64<<10))
	_, err := g.Writer.WriteString(`{"result":true,"message":"","code":200,"debug":null,"pagination":null,"data":"`)
	for n := 0; n < hugeBytes && err == nil; n += len(chunk) {
		_, err = g.Writer.Write(chunk)
	}
	if err == nil {
		_, _ = g.Writer.WriteString(`"}`) // who stopped reading is not told more
	}
}

// bend changes the answer that the world gave.
func bend(a *bff.Answer, call string, e *scenario.Effect) *bff.Answer {
	if e == nil {
		return a
	}
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

// histories say that there are no records, where other lists are merely empty (spec §8).
var histories = map[string]bool{
	"betframe/getCoupons": true, "finance/list_transactions": true, "user/game_history": true,
}

// emptied takes the items out of a list; what is no list stays.
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
	if a.Pagination != nil {
		p := *a.Pagination
		p.Total = 0
		out.Pagination = &p
	}
	return &out
}

// write sends the answer; a truncated one breaks off in the middle of what its length
// promises.
func write(g *gin.Context, a *bff.Answer, e *scenario.Effect) {
	body := a.Append(nil)
	g.Header("Content-Type", "application/json; charset=utf-8")
	g.Header("Content-Length", strconv.Itoa(len(body)))
	g.Status(http.StatusOK)
	if e != nil && e.Kind == scenario.Truncated {
		_, _ = g.Writer.Write(body[:len(body)/2])
		return
	}
	_, _ = g.Writer.Write(body) // a caller who is gone needs no answer
}
