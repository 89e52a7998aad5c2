// Package conformance sends every call of the contract to an upstream and verifies the answers:
// schemas, pagination, refusals and the end of a session.
package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"

	"croupier/bff"
	"croupier/bff/contract"
)

// Options configure a run.
type Options struct {
	Upstream bff.Upstream
	Calls    *contract.Catalogue
	Brand    *bff.Brand
	Visitor  netip.Addr
	Lang     string // two letters

	// Username and Password belong to a player. Without them, the run sends only calls of guests.
	Username, Password string
	// Unsupported reports the calls that the platform does not have. It may be nil.
	Unsupported func(call *bff.Call) bool
	// Accepted returns the overrides of a call. It may be nil.
	Accepted func(call *bff.Call) map[string]contract.Override
	// ReadsOnly sends only reads, the login and the logout. Use it with the account of a real
	// player.
	ReadsOnly bool
	// Writes also sends writes and money calls. Use it only with a test player.
	Writes bool
}

// suite is one run.
type suite struct {
	Options
	report   Report
	identity *bff.Identity
	ids      knownIDs
}

// Run sends every call and returns the findings, those so far when ctx ends.
func Run(ctx context.Context, o Options) (*Report, error) {
	s := newSuite(o)
	s.sendExamples(ctx, func(r bff.Rules) bool { return r.Who == bff.WhoGuest && r.Kind == bff.KindRead })
	s.pagination(ctx, bff.WhoGuest)
	if s.login(ctx) {
		s.sendExamples(ctx, func(r bff.Rules) bool { return r.Who != bff.WhoGuest && r.Kind == bff.KindRead })
		s.pagination(ctx, bff.WhoSession)
		s.serverReads(ctx)
		if !s.ReadsOnly {
			s.unknownGame(ctx)
		}
		if s.Writes && !s.ReadsOnly {
			s.sendExamples(ctx, func(r bff.Rules) bool { return r.Kind != bff.KindRead })
		}
		s.sessionEnd(ctx)
	}
	if err := ctx.Err(); err != nil {
		return &s.report, fmt.Errorf("the check was interrupted: %w", err)
	}
	return &s.report, nil
}

func newSuite(o Options) *suite {
	if o.Unsupported == nil {
		o.Unsupported = func(*bff.Call) bool { return false }
	}
	if o.Accepted == nil {
		o.Accepted = func(*bff.Call) map[string]contract.Override { return nil }
	}
	return &suite{Options: o, ids: knownIDs{}}
}

func (s *suite) record(call *bff.Call, check string, o Outcome, detail string) {
	s.report.Findings = append(s.report.Findings, Finding{Call: call.Name(), Check: check, Outcome: o, Detail: detail})
}

// conclude records a check that failed with err, or passed, and reports whether it passed.
func (s *suite) conclude(call *bff.Call, check string, err error) bool {
	if err != nil {
		s.record(call, check, Failed, err.Error())
	} else {
		s.record(call, check, Passed, "")
	}
	return err == nil
}

// separateCalls are sent by login and sessionEnd.
var separateCalls = map[string]bool{"user/login": true, "user/logout": true}

// sendExamples sends the distinct valid examples of the calls with wanted rules.
func (s *suite) sendExamples(ctx context.Context, wanted func(bff.Rules) bool) {
	for _, call := range s.Calls.Calls() {
		if call.Local || separateCalls[call.Name()] {
			continue
		}
		if s.Unsupported(call) {
			if wanted(call.Rules) {
				detail := "declared as unsupported"
				if call.Optional {
					detail = "optional, and not offered"
				}
				s.record(call, "unsupported", Skipped, detail)
			}
			continue
		}
		var sent []map[string]any
		for _, example := range s.Calls.Examples(call) {
			data, err := decode(example.Data)
			if err != nil {
				s.record(call, example.Name, Failed, "invalid example: "+err.Error())
				continue
			}
			fields, _ := data.(map[string]any)
			if !wanted(s.Calls.Resolve(call, fields)) || ctx.Err() != nil {
				continue
			}
			s.ids.fill(call, fields)
			s.keepCredentials(call, fields)
			duplicate := slices.ContainsFunc(sent,
				func(other map[string]any) bool { return reflect.DeepEqual(other, fields) })
			if duplicate || s.Calls.CheckRequest(call, s.Calls.Complete(call, fields, s.Lang)) != nil {
				continue
			}
			sent = append(sent, fields)
			s.check(ctx, call, example.Name, fields)
		}
	}
}

// serverReads sends the reads of the server itself that the platform has.
func (s *suite) serverReads(ctx context.Context) {
	for _, call := range s.Calls.ServerCalls() {
		if call.Rules.Kind == bff.KindRead && s.Brand.ServerCalls[call.Name()] && ctx.Err() == nil {
			s.check(ctx, call, "a read of the server itself", map[string]any{})
		}
	}
}

// keepCredentials changes user name and password to their current values.
func (s *suite) keepCredentials(call *bff.Call, data map[string]any) {
	own := map[string]string{
		"username": s.Username, "password": s.Password, "new_password": s.Password, "new_password_confirm": s.Password,
	}
	for field, value := range own {
		if _, ok := data[field]; ok && (call.Name() == "user/pass_change" || call.Name() == "user/update_profile") {
			data[field] = value
		}
	}
}

// check sends one call and verifies the answer.
func (s *suite) check(ctx context.Context, call *bff.Call, name string, data map[string]any) {
	value, a, err := s.ask(ctx, call, data, s.identity)
	switch {
	case a != nil && !a.Result:
		s.refusal(call, name, a)
		return
	case err == nil:
		s.ids.learn(call, value)
		if paths := s.deviations(call, a); len(paths) > 0 {
			err = errors.New("violates the contract at " + strings.Join(paths, ", "))
		}
	}
	s.conclude(call, name, err)
}

// refusal checks an answer with result=false. It needs a message unless the call answers with
// result only.
func (s *suite) refusal(call *bff.Call, name string, a *bff.Answer) {
	if _, answer := s.Calls.Definitions(call); a.Message == "" && answer != "NoData" {
		s.record(call, name, Failed, "result is false without a message")
		return
	}
	s.record(call, name, Refused, a.Message)
}

// ask sends one call, and checks the JSON type of its answer and the pagination. For a refusal it
// returns the answer with an error.
func (s *suite) ask(
	ctx context.Context, call *bff.Call, data map[string]any, as *bff.Identity,
) (value any, a *bff.Answer, err error) {
	a, err = s.send(ctx, call, data, as)
	if err == nil && !a.Result {
		err = fmt.Errorf("refused: %s", a.Message)
	}
	if err == nil {
		value, err = s.decodeAnswer(call, a)
	}
	return value, a, err
}

func (s *suite) decodeAnswer(call *bff.Call, a *bff.Answer) (any, error) {
	value, err := decode(a.Data)
	if err != nil {
		return nil, fmt.Errorf("invalid data: %w", err)
	}
	if value == nil && s.Accepted(call)[bff.RootPath].Nullable {
		value, a.Data = []any{}, json.RawMessage("[]") // as it is served
	}
	if !s.Calls.ReadableData(call, a.Data) {
		s.deviations(call, a)
		return nil, errors.New("data has the wrong type")
	}
	if got := a.Pagination != nil; got != call.Paginated {
		return nil, fmt.Errorf("pagination present: %t, want %t", got, call.Paginated)
	}
	return value, nil
}

// deviations adds the violations of an answer to the report and returns their paths.
func (s *suite) deviations(call *bff.Call, a *bff.Answer) (paths []string) {
	for _, v := range s.Calls.Violations(call, a.Data, s.Accepted(call)) {
		s.report.deviate(call, v)
		paths = append(paths, v.Path)
	}
	return paths
}

// send sends one call as the gateway does.
func (s *suite) send(ctx context.Context, call *bff.Call, data map[string]any, as *bff.Identity) (*bff.Answer, error) {
	rules := s.Calls.Resolve(call, data)
	r := &bff.UpstreamRequest{
		RequestID: uuid.NewString(), Brand: s.Brand, Partition: bff.Partition(s.Brand.ID), Call: call, Rules: rules,
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

// lookup returns a call that the suite needs.
func (s *suite) lookup(class, method string) *bff.Call {
	call, ok := s.Calls.Lookup(class, method)
	if !ok {
		panic("conformance: unknown call " + class + "/" + method)
	}
	return call
}

// decode decodes JSON with json.Number. Empty input is null.
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

// with returns a copy of data with a field set.
func with(data map[string]any, name string, value any) map[string]any {
	out := maps.Clone(data)
	out[name] = value
	return out
}
