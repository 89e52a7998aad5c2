package rest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/itchyny/gojq"

	"croupier/bff"
	"croupier/bff/platform/envelope"
)

// response is one decoded response of the platform.
type response struct {
	*envelope.Response
	input   map[string]any // input of expressions: status, headers, body, and data of the request
	refusal *bff.Answer    // set if an error rule matches
}

// refusedAnswer returns the refusal of r, which may be nil.
func (r *response) refusedAnswer() *bff.Answer {
	if r == nil {
		return nil
	}
	return r.refusal
}

// badAnswer returns the reason for a response that the mapping cannot interpret.
func (r *response) badAnswer(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	return r.BadAnswer(err)
}

// send sends the request of the route. Like envelope.Adapter.Do, it may return both a refusal and
// an error.
func (inv *invocation) send(ctx context.Context, extra url.Values) (*response, error) {
	return inv.sendQuery(ctx, &inv.route.query, inv.request.Rules.Kind, extra)
}

// sendFirst sends the first of two requests of a route. If it fails, the write was not sent.
func (inv *invocation) sendFirst(ctx context.Context) (*response, error) {
	resp, err := inv.sendQuery(ctx, inv.route.first, bff.KindRead, nil)
	if resp != nil && resp.refusal != nil {
		resp.refusal.NoEffect = true
	}
	switch delivery := bff.DeliveryOf(err); {
	case err == nil:
	case delivery == bff.DeliveryAnswered:
		err = bff.WithDelivery(err, bff.DeliveryNoEffect)
	case delivery == bff.DeliveryUnknown && inv.request.Rules.Kind != bff.KindRead:
		err = bff.WithDelivery(err, bff.DeliveryNotSent)
	}
	return resp, err
}

// sendQuery sends q. If the session's token has expired, it renews the session and sends a read
// again. The caller may repeat a write, because the platform has not executed it.
func (inv *invocation) sendQuery(ctx context.Context, q *query, kind bff.Kind, extra url.Values) (*response, error) {
	resp, err := inv.sendOnce(ctx, q, kind, extra)
	if resp == nil || inv.mapping.refresh == nil || inv.request.Identity == nil {
		return resp, err
	}
	expired, whenErr := isTrue(ctx, inv.mapping.refresh.when, resp.input, inv.in)
	if whenErr != nil {
		return nil, resp.badAnswer(ctx, whenErr)
	}
	if !expired {
		return resp, err
	}
	if inv.renewals >= maxRenewalsPerCall { // other calls have used up the new token
		return nil, bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(errSessionRenewed).WithDelivery(
			bff.DeliveryNoEffect)
	}
	switch renewErr := inv.renew(ctx); {
	case errors.Is(renewErr, errRenewalRefused):
		if resp.refusal != nil {
			resp.refusal.NoEffect = true // see refresh.when
		}
		return resp, err // the session has ended
	case kind != bff.KindRead:
		if renewErr == nil {
			renewErr = errSessionRenewed
		}
		return nil, bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(renewErr).WithDelivery(
			bff.DeliveryNoEffect)
	case renewErr != nil:
		return nil, renewErr
	}
	return inv.sendQuery(ctx, q, kind, extra)
}

// sendOnce sends q once and finds the error rule of the response.
func (inv *invocation) sendOnce(ctx context.Context, q *query, kind bff.Kind, extra url.Values) (*response, error) {
	r, err := inv.exchange(ctx, q, kind, extra)
	if err != nil {
		return nil, err
	}
	if r.refusal, err = inv.matchErrorRule(ctx, r); err != nil {
		return nil, r.badAnswer(ctx, err)
	}
	if r.Status >= 500 || r.Status >= 400 && r.refusal == nil {
		return r, r.BadAnswer(nil)
	}
	return r, nil
}

// exchange sends q once and decodes the response.
func (inv *invocation) exchange(ctx context.Context, q *query, kind bff.Kind, extra url.Values) (*response, error) {
	req, err := inv.newRequest(ctx, q, kind, extra)
	if err != nil {
		return nil, inv.requestError(ctx, err)
	}
	resp, err := envelope.Exchange(inv.transport, kind, req)
	if err != nil {
		return nil, err
	}
	body, err := decode(resp.Body)
	if err != nil {
		return nil, resp.BadAnswer(err)
	}
	if resp.Status < 200 || resp.Status >= 300 && resp.Status < 400 {
		return nil, resp.BadAnswer(nil)
	}
	return &response{Response: resp, input: answerInput(resp.Status, resp.Header, body, inv.in["data"])}, nil
}

// fixedAnswer answers a call without a request.
func (inv *invocation) fixedAnswer(ctx context.Context) (*bff.Answer, error) {
	a, err := inv.convert(ctx, answerInput(http.StatusOK, nil, nil, inv.in["data"]))
	if err != nil {
		return nil, inv.requestError(ctx, err)
	}
	return a, nil
}

var (
	errSessionRenewed = errors.New("the platform refused the expired session, and Croupier renewed it")
	errNotUTF8        = errors.New("the answer is not UTF-8")
	errTrailingData   = errors.New("the answer has trailing data")
	errTooManyValues  = errors.New("the answer has too many values")
)

// maxValues bounds the values of an answer, counted by its commas. An expression cannot read more
// within maxSteps.
const maxValues = 500_000

// decode decodes JSON with json.Number. An empty body is null.
func decode(raw []byte) (any, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, nil //nolint:nilnil // an empty body is null
	}
	if !utf8.Valid(raw) {
		return nil, errNotUTF8
	}
	if bytes.Count(raw, []byte{','}) >= maxValues {
		return nil, errTooManyValues
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("the answer is not JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errTrailingData
	}
	return v, nil
}

// answerInput returns the input of expressions of an answer, with the first value of each header by
// lower-case name.
func answerInput(status int, header http.Header, body, data any) map[string]any {
	headers := make(map[string]any, len(header))
	for name := range header {
		headers[strings.ToLower(name)] = header.Get(name)
	}
	return map[string]any{"status": status, "headers": headers, "body": body, "data": data}
}

// matchErrorRule returns the refusal of the first error rule that matches, or nil.
func (inv *invocation) matchErrorRule(ctx context.Context, resp *response) (*bff.Answer, error) {
	for _, r := range slices.Concat(inv.route.errors, inv.mapping.errors) {
		isListed := slices.Contains(r.status, resp.Status)
		if !isListed && (len(r.status) > 0 || resp.Status < 400) {
			continue
		}
		ok, err := isTrue(ctx, r.when, resp.input, inv.in)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		v, err := r.message.eval(ctx, resp.input, inv.in)
		if err != nil {
			return nil, err
		}
		message, isText := v.(string)
		if !isText && v != nil { // an answer of another shape says nothing of a payment
			return nil, r.message.failed(errNotText)
		}
		return &bff.Answer{Message: message, Code: cmp.Or(r.code, resp.Status), Debug: r.reason}, nil
	}
	return nil, nil //nolint:nilnil // nil means no refusal
}

func (inv *invocation) answer(ctx context.Context, resp *response) (*bff.Answer, error) {
	a, err := inv.convert(ctx, resp.input)
	if err != nil {
		return nil, resp.badAnswer(ctx, err)
	}
	a.Deviations = resp.Deviations
	return a, nil
}

// convert evaluates the expression of the answer.
func (inv *invocation) convert(ctx context.Context, input map[string]any) (*bff.Answer, error) {
	a := &bff.Answer{Result: true, Code: http.StatusOK}
	e := cmp.Or(inv.route.answer, inv.route.data)
	if e == nil {
		return a, nil
	}
	v, err := e.eval(ctx, input, inv.in)
	if err != nil {
		return nil, err
	}
	raw, err := gojq.Marshal(v)
	if err != nil {
		return nil, err
	}
	a.Data = raw
	if e == inv.route.answer {
		a, err = wholeAnswer(raw)
	}
	if a != nil && string(a.Data) == "null" {
		a.Data = nil
	}
	return a, err
}

// wholeAnswer decodes the result of the expression for the whole answer.
func wholeAnswer(raw []byte) (*bff.Answer, error) {
	var shape struct {
		Result     *bool           `json:"result"`
		Message    string          `json:"message"`
		Data       json.RawMessage `json:"data"`
		Code       int             `json:"code"`
		Pagination *bff.Pagination `json:"pagination"`
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&shape); err != nil {
		return nil, fmt.Errorf("could not decode the mapped answer: %w", err)
	}
	if shape.Result == nil {
		return nil, errors.New("answer: result is not a boolean")
	}
	return &bff.Answer{
		Result: *shape.Result, Message: shape.Message, Data: shape.Data, Code: shape.Code, Pagination: shape.Pagination,
	}, nil
}
