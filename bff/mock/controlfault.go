package mock

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// faultRequest is the body of POST /__mock/fault.
type faultRequest struct {
	Call      string   `json:"call"`
	Brand     string   `json:"brand"`
	Kind      string   `json:"kind"`
	Status    *int     `json:"status"`
	LatencyMS int      `json:"latency_ms"`
	Rate      *float64 `json:"rate"`
	Times     int      `json:"times"`
}

type faultAnswer struct {
	Call      string        `json:"call"`
	Brand     string        `json:"brand,omitempty"`
	Kind      scenario.Kind `json:"kind"`
	Status    int           `json:"status,omitempty"`
	LatencyMS int64         `json:"latency_ms"`
	Rate      float64       `json:"rate"`
	Times     int           `json:"times"`
	Struck    int           `json:"struck"`
}

func wireFault(f scenario.Fault) faultAnswer {
	return faultAnswer{
		Call: f.Call, Brand: f.Brand, Kind: f.Effect.Kind, Status: f.Effect.Status,
		LatencyMS: f.Effect.Latency.Milliseconds(), Rate: f.Rate, Times: f.Times, Struck: f.Struck,
	}
}

// Bounds of a fault.
const (
	defaultDelay = time.Second
	maxLatencyMS = 10 * 60 * 1000
	maxTimes     = 1_000_000
)

func (c *Casino) setFault(g *gin.Context, name string, t *tester) {
	var in faultRequest
	if !read(g, &in) {
		return
	}
	f, bad := c.fault(in)
	if !valid(g, bad) {
		return
	}
	if !t.active.Set(f) {
		g.JSON(http.StatusConflict, problem{Error: "too many faults are set: DELETE " + ControlPath + "fault clears them"})
		return
	}
	showState(g, name, t)
}

func clearFaults(g *gin.Context, name string, t *tester) {
	t.active.Clear(g.Query("call"))
	showState(g, name, t)
}

// fault checks what was asked for and fills in what was not.
func (c *Casino) fault(in faultRequest) (scenario.Fault, *problem) {
	f := scenario.Fault{
		Call: in.Call, Brand: in.Brand, Times: in.Times, Rate: 1,
		Effect: scenario.Effect{Kind: scenario.Kind(in.Kind), Latency: time.Duration(in.LatencyMS) * time.Millisecond},
	}
	if in.Rate != nil {
		f.Rate = *in.Rate
	}
	if in.Status != nil {
		f.Effect.Status = *in.Status
	}
	if f.Call == "" {
		return f, fault("call", `is required: "class/method", a pattern such as "casino/*", or "*"`)
	}
	if bad := c.checkCall(f.Call); bad != nil {
		return f, bad
	}
	if bad := c.checkBrand(&f.Brand); bad != nil {
		return f, bad
	}
	if !slices.Contains(scenario.FaultKinds(), f.Effect.Kind) {
		return f, fault("kind", fmt.Sprintf("want one of %v", scenario.FaultKinds()))
	}
	isStatus := f.Effect.Kind == scenario.Status
	switch {
	case isStatus && (f.Effect.Status < 300 || f.Effect.Status > 599):
		return f, fault("status", "want an HTTP status from 300 to 599 with the kind status")
	case !isStatus && in.Status != nil:
		return f, fault("status", "goes with the kind status only")
	case in.LatencyMS < 0 || in.LatencyMS > maxLatencyMS:
		return f, fault("latency_ms", fmt.Sprintf("want 0 to %d", maxLatencyMS))
	case f.Rate <= 0 || f.Rate > 1:
		return f, fault("rate", "want a share above 0 and at most 1")
	case f.Times < 0 || f.Times > maxTimes:
		return f, fault("times", fmt.Sprintf("want 0 (for ever) to %d", maxTimes))
	}
	if f.Effect.Kind == scenario.Delay && in.LatencyMS == 0 {
		f.Effect.Latency = defaultDelay
	}
	return f, nil
}

func (c *Casino) checkSwitch(s *scenario.Switch) *problem {
	if _, ok := scenario.ByName(s.Name); !ok {
		names := []string{}
		for _, known := range scenario.All() {
			names = append(names, known.Name)
		}
		return fault("name", "want one of "+strings.Join(names, ", "))
	}
	if bad := c.checkBrand(&s.Brand); bad != nil || s.Call == "" {
		return bad
	}
	return c.checkCall(s.Call)
}

// checkBrand admits a brand id or a site id and leaves the brand id.
func (c *Casino) checkBrand(brand *string) *problem {
	if *brand == "" {
		return nil
	}
	h, ok := world.BrandByName(*brand)
	if !ok {
		known := []string{}
		for _, h := range world.Brands {
			known = append(known, h.ID)
		}
		return fault("brand", "want one of "+strings.Join(known, ", ")+", or a site id")
	}
	*brand = h.ID
	return nil
}

// checkCall admits a pattern that fits at least one call, so that a misspelt one is told.
func (c *Casino) checkCall(pattern string) *problem {
	if _, err := path.Match(pattern, ""); err != nil {
		return fault("call", fmt.Sprintf("%q is no pattern", pattern))
	}
	if scenario.Fits(pattern, scenario.Round) {
		return nil
	}
	for call := range c.registry {
		if scenario.Fits(pattern, call) {
			return nil
		}
	}
	return fault("call", fmt.Sprintf("%q fits no call of the contract", pattern))
}
