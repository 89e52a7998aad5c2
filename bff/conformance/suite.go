package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"reflect"
	"slices"

	"github.com/google/uuid"

	"croupier/bff"
	"croupier/bff/contract"
)

// Options say what is asked and as whom.
type Options struct {
	Upstream bff.Upstream
	Calls    *contract.Catalogue
	Brand    *bff.Brand
	Visitor  netip.Addr
	Lang     string // two letters

	// Username and Password are a player's; without them only what a guest may ask is asked.
	Username, Password string
	// Writes also sends what changes something, money included: only for a player who is
	// there to be tried.
	Writes bool
}

// suite is one run.
type suite struct {
	Options
	report   Report
	identity *bff.Identity
	found    found
}

// Run asks every call and gives what it found. It ends early, with the context's error, when
// ctx ends.
func Run(ctx context.Context, o Options) (*Report, error) {
	s := &suite{Options: o, found: found{}}
	s.walk(ctx, func(r bff.Rules) bool { return r.Who == bff.WhoGuest && r.Kind == bff.KindRead })
	s.windows(ctx, bff.WhoGuest)
	if s.login(ctx) {
		s.walk(ctx, func(r bff.Rules) bool { return r.Who != bff.WhoGuest && r.Kind == bff.KindRead })
		s.windows(ctx, bff.WhoSession)
		s.unknownGame(ctx)
		if s.Writes {
			s.walk(ctx, func(r bff.Rules) bool { return r.Kind != bff.KindRead })
		}
		s.ends(ctx)
	}
	if err := ctx.Err(); err != nil {
		return &s.report, fmt.Errorf("conformance: %w", err)
	}
	return &s.report, nil
}

func (s *suite) tell(call *bff.Call, check string, o Outcome, detail string) {
	s.report.Findings = append(s.report.Findings, Finding{Call: call.Name(), Check: check, Outcome: o, Detail: detail})
}

// ownCourse are the calls that the suite sends by itself, at their time.
var ownCourse = map[string]bool{"user/login": true, "user/logout": true}

// walk sends every example of the calls whose rules are wanted. What the gateway would
// refuse by itself is not sent, and nothing twice.
func (s *suite) walk(ctx context.Context, wanted func(bff.Rules) bool) {
	for _, call := range s.Calls.Calls() {
		if call.Local || ownCourse[call.Name()] {
			continue
		}
		var sent []map[string]any
		for _, example := range s.Calls.Examples(call) {
			data, err := decode(example.Data)
			if err != nil {
				s.tell(call, example.Name, Broken, "the example is unreadable: "+err.Error())
				continue
			}
			fields, _ := data.(map[string]any)
			if !wanted(s.Calls.Resolve(call, fields)) || ctx.Err() != nil {
				continue
			}
			s.found.fill(call, fields)
			s.keepPassword(call, fields)
			again := slices.ContainsFunc(sent, func(other map[string]any) bool { return reflect.DeepEqual(other, fields) })
			if again || s.Calls.CheckRequest(call, s.Calls.Complete(call, fields, s.Lang)) != nil {
				continue
			}
			sent = append(sent, fields)
			s.check(ctx, call, example.Name, fields)
		}
	}
}

// keepPassword makes a change of password one to the same: the player is to be let in again.
func (s *suite) keepPassword(call *bff.Call, data map[string]any) {
	if call.Name() != "user/pass_change" {
		return
	}
	for _, field := range []string{"password", "new_password", "new_password_confirm"} {
		data[field] = s.Password
	}
}

// check sends one call and holds its answer against the contract.
func (s *suite) check(ctx context.Context, call *bff.Call, name string, data map[string]any) {
	a, err := s.ask(ctx, call, data, s.identity)
	if err != nil {
		s.tell(call, name, Broken, err.Error())
		return
	}
	if !a.Result {
		s.refusal(call, name, a)
		return
	}
	value, err := s.fits(call, a)
	if err != nil {
		s.tell(call, name, Broken, err.Error())
		return
	}
	s.found.learn(call, value)
	s.tell(call, name, Passed, "")
}

// refusal checks an answer with result false: it needs words, where the call is not one
// that is answered by yes and no.
func (s *suite) refusal(call *bff.Call, name string, a *bff.Answer) {
	if _, answer := s.Calls.Shapes(call); a.Message == "" && answer != "NoData" {
		s.tell(call, name, Broken, "result is false and there is no message")
		return
	}
	s.tell(call, name, Refused, a.Message)
}

// fits decodes an answer's data and holds it and the pagination against the contract.
func (s *suite) fits(call *bff.Call, a *bff.Answer) (any, error) {
	value, err := decode(a.Data)
	if err != nil {
		return nil, fmt.Errorf("data is unreadable: %w", err)
	}
	if err := s.Calls.CheckAnswer(call, value); err != nil {
		return nil, err
	}
	if got := a.Pagination != nil; got != call.Paginated {
		return nil, fmt.Errorf("pagination is there: %t; the contract says %t", got, call.Paginated)
	}
	return value, nil
}

// ask sends one call as the gateway would.
func (s *suite) ask(ctx context.Context, call *bff.Call, data map[string]any, as *bff.Identity) (*bff.Answer, error) {
	rules := s.Calls.Resolve(call, data)
	r := &bff.UpstreamRequest{
		RequestID: uuid.NewString(), Brand: s.Brand, Call: call, Rules: rules,
		Data: s.Calls.Complete(call, data, s.Lang), Lang: s.Lang, Visitor: s.Visitor,
	}
	if rules.Who != bff.WhoGuest {
		r.Identity = as
	}
	if rules.Kind == bff.KindMoney {
		r.IdempotencyKey = uuid.NewString()
	}
	ctx, cancel := context.WithTimeout(ctx, rules.Deadline)
	defer cancel()
	return s.Upstream.Do(ctx, r)
}

// lookup finds a call that the suite knows by name.
func (s *suite) lookup(class, method string) *bff.Call {
	call, ok := s.Calls.Lookup(class, method)
	if !ok {
		panic("conformance: the contract has lost " + class + "/" + method)
	}
	return call
}

// decode reads JSON with numbers as they are written; nothing reads as null.
func decode(raw json.RawMessage) (any, error) {
	if len(raw) == 0 {
		return nil, nil //nolint:nilnil // null is a value
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// with is data with one field more.
func with(data map[string]any, name string, value any) map[string]any {
	out := maps.Clone(data)
	out[name] = value
	return out
}
