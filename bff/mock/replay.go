package mock

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/mock/calls"
	"croupier/bff/mock/tape"
	"croupier/bff/mock/world"
)

// recorded gives what a real platform answered to the same question. Who is logged in is
// the world's to say: nobody gets a player's answer whose session it refuses.
func (c *Casino) recorded(call string, r *calls.Request, worldSays error) (*bff.Answer, bool) {
	if c.options.Tape == nil || errors.Is(worldSays, world.ErrSession) {
		return nil, false
	}
	return c.options.Tape.Find(call, r.Data, r.SID != "")
}

type driftAnswer struct {
	Records int          `json:"records"` // that were read
	Answers int          `json:"answers"` // that questions are answered from
	Drifts  []tape.Drift `json:"drifts"`
}

// showDrift tells where the recorded answers break the contract.
func (c *Casino) showDrift(g *gin.Context) {
	out := driftAnswer{Drifts: []tape.Drift{}}
	if t := c.options.Tape; t != nil {
		out.Records, out.Answers = t.Len()
		out.Drifts = append(out.Drifts, t.Drifts()...)
	}
	g.JSON(http.StatusOK, out)
}
