package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/player/protection"
)

// ownCall makes a call of the gateway itself for a player. It fails with ReasonUnsupported if the
// platform lacks the call.
func (g *gateway) ownCall(
	ctx context.Context, scope *bff.Scope, id *bff.Identity, class, method string, data map[string]any,
) (*bff.Answer, error) {
	call, ok := g.Contract.Lookup(class, method)
	if !ok {
		return nil, bff.ReasonUnknownCall
	}
	if !scope.Brand.Supports(call) {
		return nil, bff.ReasonUnsupported
	}
	return g.send(ctx, scope, id, call, data)
}

// ask works like ownCall and decodes the data into out. If the platform refuses the call, ask fails
// with a *refusalError.
func (g *gateway) ask(
	ctx context.Context, scope *bff.Scope, id *bff.Identity, class, method string, data map[string]any, out any,
) (*bff.Answer, error) {
	a, err := g.ownCall(ctx, scope, id, class, method, data)
	if err != nil {
		return nil, err
	}
	if !a.Result {
		return nil, &refusalError{a}
	}
	if err := json.Unmarshal(a.Data, out); err != nil {
		return nil, bff.ReasonBadUpstreamAnswer.WithCause(
			fmt.Errorf("could not decode %s/%s: %w", class, method, redact(err)),
		)
	}
	return a, nil
}

// serverCall makes a call that only Croupier makes. It fails with ReasonUnsupported if the platform
// lacks the call.
func (g *gateway) serverCall(
	ctx context.Context, scope *bff.Scope, name string, data map[string]any,
) (*bff.Answer, error) {
	call := g.Contract.ServerCall(name)
	if call == nil || !scope.Brand.ServerCalls[name] {
		return nil, bff.ReasonUnsupported
	}
	return g.send(ctx, scope, &scope.Session.Identity, call, data)
}

func (g *gateway) send(
	ctx context.Context, scope *bff.Scope, id *bff.Identity, call *bff.Call, data map[string]any,
) (*bff.Answer, error) {
	data, rules, err := g.Contract.Prepare(call, data, scope.Lang)
	if err != nil {
		return nil, bff.ReasonInternal.WithCause(err).WithDelivery(bff.DeliveryNotSent)
	}
	return g.Upstream.Do(ctx, &bff.UpstreamRequest{
		RequestID: scope.RequestID, Brand: scope.Brand, Call: call, Rules: rules,
		Data: data, Lang: scope.Lang, Identity: id, Visitor: scope.Visitor, Partition: scope.Partition,
	})
}

// doDetached calls up without the client's cancellation. Use it for calls with an effect that must
// not be missed. It turns a panic into an error with unknown delivery, because the panic may have
// occurred after sending.
func doDetached(ctx context.Context, up bff.Upstream, r *bff.UpstreamRequest) (a *bff.Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = bff.ReasonInternal.WithCause(&panicError{value: p, stack: debug.Stack()})
		}
	}()
	return up.Do(context.WithoutCancel(ctx), r)
}

// timedUpstream measures the last call to next. A background refresh may use it after the response.
type timedUpstream struct {
	next     bff.Upstream
	now      func() time.Time
	elapsed  atomic.Int64                 // nanoseconds
	attempts atomic.Pointer[atomic.Int32] // nil before a call
}

func (t *timedUpstream) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	start := t.now()
	defer func() { t.elapsed.Store(int64(t.now().Sub(start))) }()
	counted := &struct {
		bff.UpstreamRequest
		attempts atomic.Int32
	}{UpstreamRequest: *r}
	counted.Attempts = &counted.attempts
	t.attempts.Store(counted.Attempts)
	return t.next.Do(ctx, &counted.UpstreamRequest)
}

// refusalError carries a response that replaces the platform's response. Usually it is the
// platform's refusal of a call by the gateway.
type refusalError struct{ answer *bff.Answer }

// Error returns the code of the response. It omits the message, which may name the player.
func (e *refusalError) Error() string {
	return fmt.Sprintf("refused by the platform with code %d", e.answer.Code)
}

// scalar is a JSON string or number, because some platforms mix them up. null and false are empty.
type scalar string

// UnmarshalJSON reads a string, a number, null or false.
func (s *scalar) UnmarshalJSON(b []byte) error {
	switch text := string(b); {
	case text == "null", text == "false":
		*s = ""
	case strings.HasPrefix(text, `"`):
		return json.Unmarshal(b, (*string)(s))
	case strings.ContainsAny(text[:1], "-0123456789"):
		*s = scalar(text)
	default:
		return errors.New("want a string or a number")
	}
	return nil
}

// redact replaces a decoding error by its kind, because its text may quote a secret.
func redact(err error) error {
	if typed := new(json.UnmarshalTypeError); errors.As(err, &typed) {
		return fmt.Errorf("field %s has the wrong type", typed.Field)
	}
	return errors.New("unexpected format")
}

func firstElement(data json.RawMessage) json.RawMessage {
	var elements []json.RawMessage
	if json.Unmarshal(data, &elements) != nil || len(elements) == 0 {
		return nil
	}
	return elements[0]
}

var errRefusedLimits = errors.New("the platform returned no limits")

func (p platformPlayer) Get(ctx context.Context) (*protection.PlatformHeld, error) {
	a, err := p.g.serverCall(ctx, p.scope, bff.CallPlatformLimits, map[string]any{})
	if err != nil {
		return nil, err
	}
	var told struct {
		Kinds  []string `json:"kinds"`
		Limits []struct {
			bff.LimitID
			Amount  *bff.MinorUnits `json:"amount"`
			Minutes *int64          `json:"minutes"`
		} `json:"limits"`
		CoolOff   *heldUntil `json:"cool_off"`
		Exclusion *heldUntil `json:"exclusion"`
	}
	if err := json.Unmarshal(a.Data, &told); !a.Result || err != nil {
		return nil, fmt.Errorf("%s: code %d: %w", bff.CallPlatformLimits, a.Code, errors.Join(err, errRefusedLimits))
	}
	out := &protection.PlatformHeld{Kinds: told.Kinds}
	for _, l := range told.Limits {
		held := bff.PlayerLimit{LimitID: l.LimitID}
		if l.Kind == bff.LimitSessionTime {
			held.Value = *cmp.Or(l.Minutes, new(int64))
		} else {
			held.Value = int64(*cmp.Or(l.Amount, new(bff.MinorUnits)))
		}
		if held.Value <= 0 {
			return nil, fmt.Errorf("%s: the limit %s per %s has no value", bff.CallPlatformLimits, l.Kind, l.Period)
		}
		out.Limits = append(out.Limits, held)
	}
	if out.CoolOff, _, err = told.CoolOff.in(p.scope.Brand); err == nil {
		out.Excluded, out.Forever, err = told.Exclusion.in(p.scope.Brand)
	}
	return out, err
}

// heldUntil is the end of a break or an exclusion. null means permanent.
type heldUntil struct {
	Until *string `json:"until"`
}

// in returns the end in the time zone of a brand. It returns the zero time for nil.
func (u *heldUntil) in(brand *bff.Brand) (until time.Time, forever bool, err error) {
	if u == nil || u.Until == nil {
		return time.Time{}, u != nil, nil
	}
	until, err = time.ParseInLocation(contract.MomentLayout, *u.Until, brand.Zone())
	return until.UTC(), false, err
}

// Set implements protection.PlatformLimits. The value 0 removes the limit.
func (p platformPlayer) Set(ctx context.Context, id bff.LimitID, value int64) error {
	field, wanted := "amount", any(bff.MinorUnits(value))
	if id.Kind == bff.LimitSessionTime {
		field, wanted = "minutes", value
	}
	if value == 0 {
		wanted = nil
	}
	return p.change(ctx, "platform_limits/set", map[string]any{"kind": id.Kind, "period": id.Period, field: wanted})
}

// CoolOff implements protection.PlatformLimits.
func (p platformPlayer) CoolOff(ctx context.Context, until time.Time) error {
	return p.change(ctx, "platform_limits/cool_off", map[string]any{"until": moment(p.scope.Brand, until)})
}

// SelfExclude implements protection.PlatformLimits. The zero time means permanent.
func (p platformPlayer) SelfExclude(ctx context.Context, until time.Time) error {
	return p.change(ctx, "platform_limits/self_exclude", map[string]any{"until": moment(p.scope.Brand, until)})
}

func (p platformPlayer) change(ctx context.Context, name string, data map[string]any) error {
	a, err := p.g.serverCall(ctx, p.scope, name, data)
	if errors.Is(err, bff.ReasonUnsupported) || err == nil && !a.Result {
		return protection.ErrPlatformRefused
	}
	return err
}
