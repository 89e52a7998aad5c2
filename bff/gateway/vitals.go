package gateway

import (
	"encoding/json"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/strictjson"
)

// Bounds of the body of /v1/vitals.
const (
	maxVitalsBytes   = 2 << 10
	maxVitalsNesting = 4
)

// vitals serves POST /v1/vitals. It reads no cookie.
func (g *gateway) vitals(c *gin.Context) {
	if err := g.countVitals(c); err != nil {
		g.refuse(c, err)
		infoOf(c).observation.Code = 0 // otherwise the log for staff would store the visitor's address
		return
	}
	c.Status(204)
}

func (g *gateway) countVitals(c *gin.Context) error {
	info := infoOf(c)
	// navigator.sendBeacon sends texts as text/plain.
	mediaType, _, _ := strings.Cut(c.GetHeader("Content-Type"), ";")
	switch {
	case g.Vitals == nil || !info.scope.Brand.Vitals.Enabled:
		return bff.ReasonUnknownCall
	case !g.isSameOrigin(c.Request, info):
		return bff.ReasonOriginRefused
	case mediaType != "text/plain" && !isJSON(c.Request.Header):
		return bff.ReasonMediaType
	}
	body, err := readBody(c.Writer, c.Request, maxVitalsBytes)
	if err != nil {
		return err
	}
	value, err := strictjson.Parse(body, maxVitalsNesting)
	if err != nil {
		return bff.ReasonBadRequest.WithCause(err)
	}
	if invalid := g.Contract.CheckFields("VitalsReport", value); invalid != nil {
		invalid.Field = truncate(invalid.Field)
		return bff.InvalidPayload(invalid)
	}
	var report bff.VitalsReport
	if err := json.Unmarshal(body, &report); err != nil {
		return bff.ReasonBadRequest.WithCause(err)
	}
	g.Vitals(c.Request.Context(), &info.scope, &report)
	return nil
}
