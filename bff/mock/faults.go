package mock

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff/internal/lists"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// Bounds of a fault.
const (
	defaultDelayMS = 1000
	maxLatencyMS   = 10 * 60 * 1000
	maxTimes       = 1_000_000
)

func (c *Casino) setFault(g *gin.Context, name string, s *sandbox) (any, error) {
	f := scenario.Fault{Rate: new(1.0)}
	if err := decode(g, &f); err != nil {
		return nil, err
	}
	if err := c.checkFault(&f); err != nil {
		return nil, err
	}
	if !s.active.AddFault(f) {
		return nil, &problem{
			status: http.StatusConflict,
			Text:   "too many faults are set: DELETE " + ControlPath + "fault clears them",
		}
	}
	return showState(g, name, s)
}

func clearFaults(g *gin.Context, name string, s *sandbox) (any, error) {
	s.active.ClearFaults(g.Query("call"))
	return showState(g, name, s)
}

func (c *Casino) checkFault(f *scenario.Fault) error {
	if f.Call == "" {
		return invalid("call", `is required: "class/method", a pattern such as "casino/*", or "*"`)
	}
	_, err := f.Effect()
	if err := cmp.Or(c.checkCall(f.Call), checkBrand(&f.Brand), checkMatch(f.Match), err); err != nil {
		return err
	}
	isStatus, isReply := f.Kind == scenario.Status, f.Kind == scenario.Reply
	switch {
	case !isReply && !slices.Contains(scenario.FaultKinds, f.Kind):
		return invalid("kind", "want %s or one of %v", scenario.Reply, scenario.FaultKinds)
	case isReply != (f.Answer != nil):
		return invalid("answer", "is required with the kind answer, and allowed with it only")
	case isStatus && (f.Status < 300 || f.Status > 599):
		return invalid("status", "want an HTTP status from 300 to 599 with the kind status")
	case !isStatus && f.Status != 0:
		return invalid("status", "is allowed with the kind status only")
	case f.LatencyMS < 0 || f.LatencyMS > maxLatencyMS:
		return invalid("latency_ms", "want 0 to %d", maxLatencyMS)
	case f.Rate != nil && (*f.Rate <= 0 || *f.Rate > 1):
		return invalid("rate", "want a share above 0 and at most 1")
	case f.Times < 0 || f.Times > maxTimes:
		return invalid("times", "want 0 (without end) to %d", maxTimes)
	case f.Kind == scenario.Delay && f.LatencyMS == 0:
		f.LatencyMS = defaultDelayMS
	}
	return nil
}

func (c *Casino) setScenario(g *gin.Context, name string, s *sandbox) (any, error) {
	var in scenario.Switch
	if err := decode(g, &in); err != nil {
		return nil, err
	}
	err := cmp.Or(checkScenario("name", in.Name), checkBrand(&in.Brand), c.checkCall(cmp.Or(in.Call, "*")))
	if err != nil {
		return nil, err
	}
	in.Since = s.world.Now()
	s.active.Set(in)
	return showState(g, name, s)
}

func checkScenario(field, name string) error {
	if _, ok := scenario.ByName(name); ok {
		return nil
	}
	names := lists.Map(scenario.All(), func(known scenario.Scenario) string { return known.Name })
	return invalid(field, "want one of %s", strings.Join(names, ", "))
}

func checkMatch(raw []byte) error {
	if len(raw) > 0 && (!json.Valid(raw) || !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{"))) {
		return invalid("match", `want an object of fields, such as {"amount": 250}`)
	}
	return nil
}

// checkBrand accepts the id or the site id of a brand and replaces it by the id.
func checkBrand(brand *string) error {
	if *brand == "" {
		return nil
	}
	b, ok := world.BrandByName(*brand)
	if !ok {
		known := lists.Map(world.Brands, func(b world.Brand) string { return b.ID })
		return invalid("brand", "want one of %s, or a site id", strings.Join(known, ", "))
	}
	*brand = b.ID
	return nil
}

func (c *Casino) checkCall(pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return invalid("call", "%q is not a pattern", pattern)
	}
	calls := slices.AppendSeq([]string{scenario.Round, scenario.Page}, maps.Keys(c.registry))
	if !slices.ContainsFunc(calls, func(call string) bool { return scenario.Matches(pattern, call) }) {
		return invalid("call", "%q matches no call of the contract", pattern)
	}
	return nil
}
