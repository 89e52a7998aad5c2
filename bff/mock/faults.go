package mock

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// faultRequest is the body of POST /__mock/fault.
type faultRequest struct {
	Call      string          `json:"call"`
	Brand     string          `json:"brand"`
	Match     json.RawMessage `json:"match"`
	Kind      string          `json:"kind"`
	Status    *int            `json:"status"`
	Answer    *answerBody     `json:"answer"`
	LatencyMS int             `json:"latency_ms"`
	Rate      *float64        `json:"rate"`
	Times     int             `json:"times"`
}

// answerBody is the envelope of the kind answer.
type answerBody struct {
	Result     *bool           `json:"result"` // default true
	Message    string          `json:"message"`
	Data       json.RawMessage `json:"data"`
	Code       int             `json:"code"` // default 200
	Debug      string          `json:"debug"`
	Pagination *bff.Pagination `json:"pagination"`
}

// answer returns the envelope with its defaults.
func (b *answerBody) answer() *bff.Answer {
	a := &bff.Answer{Result: b.Result == nil || *b.Result, Message: b.Message, Data: b.Data, Code: b.Code, Debug: b.Debug, Pagination: b.Pagination}
	if a.Code == 0 {
		a.Code = http.StatusOK
	}
	return a
}

type faultBody struct {
	Call      string          `json:"call"`
	Brand     string          `json:"brand,omitempty"`
	Match     json.RawMessage `json:"match,omitempty"`
	Kind      scenario.Kind   `json:"kind"`
	Status    int             `json:"status,omitempty"`
	LatencyMS int64           `json:"latency_ms"`
	Rate      float64         `json:"rate"`
	Times     int             `json:"times"`
	Applied   int             `json:"struck"`
}

func bodyOf(f scenario.Fault) faultBody {
	return faultBody{
		Call: f.Call, Brand: f.Brand, Match: json.RawMessage(f.Match), Kind: f.Effect.Kind, Status: f.Effect.Status,
		LatencyMS: f.Effect.Latency.Milliseconds(), Rate: f.Rate, Times: f.Times, Applied: f.Applied,
	}
}

// Bounds of a fault.
const (
	defaultDelay = time.Second
	maxLatencyMS = 10 * 60 * 1000
	maxTimes     = 1_000_000
)

func (c *Casino) setFault(g *gin.Context, name string, s *sandbox) (any, error) {
	var in faultRequest
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

// fault validates a request and fills in the defaults.
func (c *Casino) fault(in faultRequest) (scenario.Fault, error) {
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
		return f, invalid("call", `is required: "class/method", a pattern such as "casino/*", or "*"`)
	}
	if err := c.checkCall(f.Call); err != nil {
		return f, err
	}
	if err := checkBrand(&f.Brand); err != nil {
		return f, err
	}
	var err error
	if f.Match, err = matchOf(in.Match); err != nil {
		return f, err
	}
	isStatus, isReply := f.Effect.Kind == scenario.Status, f.Effect.Kind == scenario.Reply
	if in.Answer != nil {
		f.Effect.Answer = in.Answer.answer()
	}
	switch {
	case !isReply && !slices.Contains(scenario.FaultKinds(), f.Effect.Kind):
		return f, invalid("kind", "want %s or one of %v", scenario.Reply, scenario.FaultKinds())
	case isReply != (in.Answer != nil):
		return f, invalid("answer", "is required with the kind answer, and allowed with it only")
	case isStatus && (f.Effect.Status < 300 || f.Effect.Status > 599):
		return f, invalid("status", "want an HTTP status from 300 to 599 with the kind status")
	case !isStatus && in.Status != nil:
		return f, invalid("status", "is allowed with the kind status only")
	case in.LatencyMS < 0 || in.LatencyMS > maxLatencyMS:
		return f, invalid("latency_ms", "want 0 to %d", maxLatencyMS)
	case f.Rate <= 0 || f.Rate > 1:
		return f, invalid("rate", "want a share above 0 and at most 1")
	case f.Times < 0 || f.Times > maxTimes:
		return f, invalid("times", "want 0 (without end) to %d", maxTimes)
	}
	if f.Effect.Kind == scenario.Delay && in.LatencyMS == 0 {
		f.Effect.Latency = defaultDelay
	}
	return f, nil
}

// matchOf checks the fields that a call's data must contain; empty without any.
func matchOf(raw []byte) (string, error) {
	if len(raw) > 0 && (!json.Valid(raw) || !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{"))) {
		return "", invalid("match", `want an object of fields, such as {"amount": 250}`)
	}
	return string(raw), nil
}

func (c *Casino) checkSwitch(s *scenario.Switch) error {
	if _, ok := scenario.ByName(s.Name); !ok {
		names := []string{}
		for _, known := range scenario.All() {
			names = append(names, known.Name)
		}
		return invalid("name", "want one of %s", strings.Join(names, ", "))
	}
	if err := checkBrand(&s.Brand); err != nil || s.Call == "" {
		return err
	}
	return c.checkCall(s.Call)
}

// checkBrand accepts the id or the site id of a brand and replaces it by the id.
func checkBrand(brand *string) error {
	if *brand == "" {
		return nil
	}
	b, ok := world.BrandByName(*brand)
	if !ok {
		known := []string{}
		for _, b := range world.Brands {
			known = append(known, b.ID)
		}
		return invalid("brand", "want one of %s, or a site id", strings.Join(known, ", "))
	}
	*brand = b.ID
	return nil
}

// checkCall refuses patterns that match no call.
func (c *Casino) checkCall(pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return invalid("call", "%q is not a pattern", pattern)
	}
	if scenario.Matches(pattern, scenario.Round) {
		return nil
	}
	for call := range c.registry {
		if scenario.Matches(pattern, call) {
			return nil
		}
	}
	return invalid("call", "%s", fmt.Sprintf("%q matches no call of the contract", pattern))
}
