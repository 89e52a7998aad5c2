package mock

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/mock/calls"
	"croupier/bff/mock/recording"
	"croupier/bff/mock/world"
)

// recorded returns the recorded response to a request. err is the world's: without a valid
// session no player's response is returned.
func (c *Casino) recorded(call string, r *calls.Request, err error) (*bff.Answer, bool) {
	if c.options.Recording == nil || errors.Is(err, world.ErrSession) {
		return nil, false
	}
	return c.options.Recording.Find(call, r.Data, r.SID != "")
}

type driftBody struct {
	Records int               `json:"records"` // read
	Answers int               `json:"answers"` // used for responses
	Drifts  []recording.Drift `json:"drifts"`
}

// showDrift lists the recorded responses that violate the contract.
func (c *Casino) showDrift(g *gin.Context) {
	out := driftBody{Drifts: []recording.Drift{}}
	if t := c.options.Recording; t != nil {
		out.Records, out.Answers = t.Len()
		out.Drifts = append(out.Drifts, t.Drifts()...)
	}
	g.JSON(http.StatusOK, out)
}
