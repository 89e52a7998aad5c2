package mock

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

type faultBody struct {
	Call      string          `json:"call"`
	Brand     string          `json:"brand,omitempty"`
	Match     json.RawMessage `json:"match,omitempty"`
	Kind      scenario.Kind   `json:"kind"`
	Status    int             `json:"status,omitempty"`
	Answer    json.RawMessage `json:"answer,omitempty"` // envelope of the kind answer; only in requests
	LatencyMS int64           `json:"latency_ms"`
	Rate      *float64        `json:"rate"` // default 1
	Times     int             `json:"times"`
	Applied   int             `json:"struck"` // only in states
}

func bodyOf(f scenario.Fault) faultBody {
	return faultBody{
		Call: f.Call, Brand: f.Brand, Match: json.RawMessage(f.Match), Kind: f.Effect.Kind, Status: f.Effect.Status,
		LatencyMS: f.Effect.Latency.Milliseconds(), Rate: &f.Rate, Times: f.Times, Applied: f.Applied,
	}
}

// Bounds of a fault.
const (
	defaultDelay = time.Second
	maxLatencyMS = 10 * 60 * 1000
	maxTimes     = 1_000_000
)

func (c *Casino) setFault(g *gin.Context, name string, s *sandbox) (any, error) {
	var in faultBody
	if err := decode(g, &in); err != nil {
		return nil, err
	}
	f, err := c.fault(in)
	if err != nil {
		return nil, err
	}
	if !s.active.AddFault(f) {
		return nil, &problem{status: http.StatusConflict, Text: "too many faults are set: DELETE " + ControlPath + "fault clears them"}
	}
	return showState(g, name, s)
}

func clearFaults(g *gin.Context, name string, s *sandbox) (any, error) {
	s.active.ClearFaults(g.Query("call"))
	return showState(g, name, s)
}

func (c *Casino) fault(in faultBody) (f scenario.Fault, err error) {
	f = scenario.Fault{
		Call: in.Call, Brand: in.Brand, Match: string(in.Match), Times: in.Times, Rate: 1,
		Effect: scenario.Effect{Kind: in.Kind, Status: in.Status, Latency: time.Duration(in.LatencyMS) * time.Millisecond},
	}
	if in.Rate != nil {
		f.Rate = *in.Rate
	}
	if f.Call == "" {
		return f, invalid("call", `is required: "class/method", a pattern such as "casino/*", or "*"`)
	}
	if err := c.checkCall(f.Call); err != nil {
		return f, err
	}
	if err := checkBrand(&f.Brand); err != nil {
		return f, err
	}
	if err := checkMatch(in.Match); err != nil {
		return f, err
	}
	if in.Answer != nil {
		f.Effect.Answer = &bff.Answer{Result: true, Code: http.StatusOK}
		if err := world.Decode(in.Answer, f.Effect.Answer, "answer"); err != nil {
			return f, err
		}
	}
	isStatus, isReply := in.Kind == scenario.Status, in.Kind == scenario.Reply
	switch {
	case !isReply && !slices.Contains(scenario.FaultKinds(), in.Kind):
		return f, invalid("kind", "want %s or one of %v", scenario.Reply, scenario.FaultKinds())
	case isReply != (in.Answer != nil):
		return f, invalid("answer", "is required with the kind answer, and allowed with it only")
	case isStatus && (in.Status < 300 || in.Status > 599):
		return f, invalid("status", "want an HTTP status from 300 to 599 with the kind status")
	case !isStatus && in.Status != 0:
		return f, invalid("status", "is allowed with the kind status only")
	case in.LatencyMS < 0 || in.LatencyMS > maxLatencyMS:
		return f, invalid("latency_ms", "want 0 to %d", maxLatencyMS)
	case f.Rate <= 0 || f.Rate > 1:
		return f, invalid("rate", "want a share above 0 and at most 1")
	case f.Times < 0 || f.Times > maxTimes:
		return f, invalid("times", "want 0 (without end) to %d", maxTimes)
	case in.Kind == scenario.Delay && in.LatencyMS == 0:
		f.Effect.Latency = defaultDelay
	}
	return f, nil
}

// setScenario activates a scenario in a world, for everything, a brand or a call.
func (c *Casino) setScenario(g *gin.Context, name string, s *sandbox) (any, error) {
	var in scenario.Switch
	if err := decode(g, &in); err != nil {
		return nil, err
	}
	if _, ok := scenario.ByName(in.Name); !ok {
		var names []string
		for _, known := range scenario.All() {
			names = append(names, known.Name)
		}
		return nil, invalid("name", "want one of %s", strings.Join(names, ", "))
	}
	if err := checkBrand(&in.Brand); err != nil {
		return nil, err
	}
	if in.Call != "" {
		if err := c.checkCall(in.Call); err != nil {
			return nil, err
		}
	}
	in.Since = s.world.Now()
	s.active.Set(in)
	return showState(g, name, s)
}

// checkMatch checks the fields that a call's data must contain.
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
		var known []string
		for _, b := range world.Brands {
			known = append(known, b.ID)
		}
		return invalid("brand", "want one of %s, or a site id", strings.Join(known, ", "))
	}
	*brand = b.ID
	return nil
}

func (c *Casino) checkCall(pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return invalid("call", "%q is not a pattern", pattern)
	}
	if scenario.Matches(pattern, scenario.Round) || scenario.Matches(pattern, scenario.Page) {
		return nil
	}
	for call := range c.registry {
		if scenario.Matches(pattern, call) {
			return nil
		}
	}
	return invalid("call", "%q matches no call of the contract", pattern)
}
