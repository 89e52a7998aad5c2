package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/itchyny/gojq"

	"croupier/bff"
	"croupier/bff/upstream/envelope"
)

// received is one answer of the platform, decoded.
type received struct {
	*envelope.Reply
	input   map[string]any // what expressions see: status, headers, body, and the request's data
	refusal *bff.Answer    // where a rule says that the platform refused
}

// refused gives the refusal of what was received, if anything was.
func (g *received) refused() *bff.Answer {
	if g == nil {
		return nil
	}
	return g.refusal
}

// misread is the reason for an answer that the mapping could make nothing of, where that
// is not for want of a caller.
func (g *received) misread(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	return g.Unreadable(err)
}

// send makes the request, sends it once and reads what comes back. As with the envelope, a
// refusal with HTTP 5xx comes together with its error, so that maintenance can be
// recognised in it.
func (s *sending) send(ctx context.Context, extra url.Values) (*received, error) {
	req, err := s.make(ctx, extra)
	if err != nil {
		return nil, s.unsent(ctx, err)
	}
	reply, err := envelope.Exchange(s.transport, s.request.Rules.Kind, s.maxAnswer, req)
	if err != nil {
		return nil, err
	}
	body, err := decode(reply.Body)
	if err != nil {
		return nil, reply.Unreadable(err)
	}
	if reply.Status < 200 || reply.Status >= 300 && reply.Status < 400 {
		return nil, reply.Unreadable(nil)
	}
	g := &received{Reply: reply, input: map[string]any{
		"status": reply.Status, "headers": headers(reply.Header), "body": body, "data": s.in["data"],
	}}
	if g.refusal, err = s.refusal(ctx, g); err != nil {
		return nil, g.misread(ctx, err)
	}
	if reply.Status >= 500 || reply.Status >= 400 && g.refusal == nil {
		return g, reply.Unreadable(nil)
	}
	return g, nil
}

var (
	errNotUTF8 = errors.New("the answer is not UTF-8")
	errTrail   = errors.New("the answer is followed by something")
)

// decode reads JSON; numbers stay as they are written. No body is null.
func decode(raw []byte) (any, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, nil //nolint:nilnil // nothing reads as null
	}
	if !utf8.Valid(raw) {
		return nil, errNotUTF8
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("the answer is not JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errTrail
	}
	return v, nil
}

// headers are those of an answer by lower-case name; of several values the first.
func headers(h http.Header) map[string]any {
	out := make(map[string]any, len(h))
	for name := range h {
		out[strings.ToLower(name)] = h.Get(name)
	}
	return out
}

// refusal finds the rule that an answer falls under; nil where none does.
func (s *sending) refusal(ctx context.Context, g *received) (*bff.Answer, error) {
	for _, list := range [][]rule{s.route.errors, s.mapping.errors} {
		for i := range list {
			r := &list[i]
			if !r.holds(g.Status) {
				continue
			}
			ok, err := truth(ctx, r.when, g.input, s.in)
			if err != nil {
				return nil, fmt.Errorf("errors: when: %w", err)
			}
			if !ok {
				continue
			}
			v, err := r.message.eval(ctx, g.input, s.in)
			if err != nil {
				return nil, fmt.Errorf("errors: message: %w", err)
			}
			message, isText := v.(string)
			if !isText && v != nil {
				return nil, fmt.Errorf("errors: message: %w", errNotScalar)
			}
			a := &bff.Answer{Message: message, Code: r.code, Debug: r.reason}
			if a.Code == 0 {
				a.Code = g.Status
			}
			return a, nil
		}
	}
	return nil, nil //nolint:nilnil // an answer under no rule is no refusal
}

// answer turns what was received into the envelope's.
func (s *sending) answer(ctx context.Context, g *received) (*bff.Answer, error) {
	a := &bff.Answer{Result: true, Code: http.StatusOK}
	var err error
	switch {
	case s.route.answer != nil:
		a, err = s.whole(ctx, g)
	case s.route.data != nil:
		a.Data, err = s.data(ctx, g)
	}
	if err != nil {
		return nil, g.misread(ctx, err)
	}
	return a, nil
}

func (s *sending) data(ctx context.Context, g *received) (json.RawMessage, error) {
	v, err := s.route.data.eval(ctx, g.input, s.in)
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return raw(v)
}

// raw writes a value as data; null is none.
func raw(v any) (json.RawMessage, error) {
	if v == nil {
		return nil, nil
	}
	return gojq.Marshal(v)
}

// whole reads an answer that the mapping gives as a whole.
func (s *sending) whole(ctx context.Context, g *received) (*bff.Answer, error) {
	v, err := s.route.answer.eval(ctx, g.input, s.in)
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("answer: is no object")
	}
	a := &bff.Answer{}
	if a.Result, ok = object["result"].(bool); !ok {
		return nil, errors.New("answer: result is neither true nor false")
	}
	if a.Data, err = raw(object["data"]); err != nil {
		return nil, fmt.Errorf("answer: data: %w", err)
	}
	rest := maps.Clone(object)
	delete(rest, "result")
	delete(rest, "data")
	text, err := gojq.Marshal(rest)
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	var shape struct {
		Message    string          `json:"message"`
		Code       int             `json:"code"`
		Pagination *bff.Pagination `json:"pagination"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&shape); err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	a.Message, a.Code, a.Pagination = shape.Message, shape.Code, shape.Pagination
	return a, nil
}
