package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"weak"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/strictjson"
)

// callEnvelope is the envelope of a call (calls.md §1), strictly decoded.
type callEnvelope struct {
	Class, Method string
	Data          map[string]any // numbers are json.Number; never nil
	User          map[string]any // the user object of clients without cookies; nil when absent
}

// parsedCall is a call that was decoded, looked up and validated: immutable, and shared by requests with equal bodies.
type parsedCall struct {
	body      string // once shared
	hook      *hook
	classRule bff.LimitRule       // of the call's class
	data      map[string]any      // as received, with Lang settled; nil once shared
	user      map[string]any      // the user object of a client without cookies; nil when absent
	upstream  bff.UpstreamRequest // without request id, visitor, identity and idempotency key; without brand once shared
}

// parse reads the body, decodes it, looks its call up, validates it and records both in the scope.
func (g *gateway) parse(_ context.Context, r *request) error {
	body, err := readBody(r.writer, r.http)
	if err == nil && r.info.path != nil {
		body, err = r.info.path.envelope(body)
	}
	if err != nil {
		return err
	}
	if r.parsed, err = g.parseBody(r.http, r.scope, body); err != nil {
		return err
	}
	r.upstream = r.parsed.upstream
	r.upstream.Brand, r.upstream.RequestID, r.upstream.Visitor = r.scope.Brand, r.scope.RequestID, r.scope.Visitor
	return nil
}

// parseBody parses a body, and refuses a call whose upstream takes none as soon as it is known.
func (g *gateway) parseBody(hr *http.Request, scope *bff.Scope, body []byte) (*parsedCall, error) {
	key := bodyKey{weak.Make(scope.Brand), scope.Partition, maphash.Bytes(bodySeed, body)}
	if p, ok := g.parsed.Get(key); ok && p.body == string(body) {
		scope.Call, scope.Rules, scope.Lang = p.upstream.Call, p.upstream.Rules, p.upstream.Lang
		return p, g.refusal(hr, scope, scope.Call)
	}
	envelope, err := decode(body)
	if err != nil {
		return nil, err
	}
	if scope.Lang, err = chooseLang(envelope, scope); err != nil {
		return nil, err
	}
	if scope.Call, err = g.lookUp(scope.Brand, envelope); err != nil {
		return nil, err
	}
	if err := g.refusal(hr, scope, scope.Call); err != nil {
		return nil, err
	}
	p, err := g.validate(envelope, scope)
	if err != nil {
		return nil, err
	}
	scope.Rules = p.upstream.Rules
	g.remember(key, body, p)
	return p, nil
}

// lookUp finds the call of an envelope. The brand's platform must have it.
func (g *gateway) lookUp(brand *bff.Brand, envelope *callEnvelope) (*bff.Call, error) {
	call, ok := g.Contract.Lookup(envelope.Class, envelope.Method)
	if !ok {
		return nil, bff.ReasonUnknownCall
	}
	if !brand.Supports(call) {
		return call, bff.ReasonUnsupported
	}
	return call, nil
}

// languageCode matches the codes of languages (ISO 639-1).
var languageCode = regexp.MustCompile(`^[a-z]{2}$`)

// chooseLang returns data.Lang if the brand supports it, as any other would multiply cached responses, or the default.
func chooseLang(envelope *callEnvelope, scope *bff.Scope) (string, error) {
	v, ok := envelope.Data["Lang"]
	if !ok {
		return scope.Lang, nil
	}
	lang, _ := v.(string)
	if !languageCode.MatchString(lang) {
		return scope.Lang, fault("Lang", ruleLang)
	}
	if scope.Brand.SupportsLanguage(lang) {
		return lang, nil
	}
	return scope.Lang, nil
}

// validate checks the data against the call's schema and settles what will be sent.
func (g *gateway) validate(envelope *callEnvelope, scope *bff.Scope) (*parsedCall, error) {
	call, data := scope.Call, envelope.Data
	if _, ok := data["Lang"]; ok {
		data["Lang"] = scope.Lang
	}
	if f := g.Contract.CheckRequest(call, data); f != nil {
		return nil, bff.InvalidPayload(f)
	}
	p := &parsedCall{
		hook: g.hook(call), classRule: bff.LimitClass(call.Class), data: data, user: envelope.User,
		upstream: bff.UpstreamRequest{
			Brand:     scope.Brand,
			Call:      call,
			Rules:     g.Contract.Resolve(call, data),
			Data:      g.Contract.Complete(call, data, scope.Lang),
			Lang:      scope.Lang,
			Partition: scope.Partition,
		},
	}
	if p.hook.pinSiteID {
		// Another number would show another brand's content, or multiply the cached responses.
		p.upstream.Data["siteId"] = json.Number(strconv.Itoa(scope.Brand.SiteID))
	}
	return p, nil
}

// Rules of contracts/messages that apply to the envelope of every call.
const (
	ruleRequired = "required"
	ruleUnknown  = "unknown_field"
	ruleType     = "type"
	ruleLang     = "lang"
	ruleCase     = "field_case"
)

// readBody reads a whole body of at most 64 KiB. It fails with ReasonBodyTooLarge, or with
// ReasonBadRequest when the body is incomplete.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > contract.MaxBodyBytes {
		return nil, bff.ReasonBodyTooLarge
	}
	if r.ContentLength >= 0 { // net/http returns at most ContentLength bytes
		b := make([]byte, r.ContentLength)
		if _, err := io.ReadFull(r.Body, b); err != nil {
			return nil, bff.ReasonBadRequest.WithCause(err)
		}
		return b, nil
	}
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, contract.MaxBodyBytes))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return nil, bff.ReasonBodyTooLarge
	}
	if err != nil {
		return nil, bff.ReasonBadRequest.WithCause(err)
	}
	return b, nil
}

// decode decodes a request envelope strictly (calls.md §1). It fails with ReasonBadRequest for what is not JSON within
// the limits, and with InvalidPayload for what is no envelope or has two names for one field.
func decode(body []byte) (*callEnvelope, error) {
	v, err := strictjson.Parse(body, contract.MaxNesting)
	if ambiguous := new(strictjson.Error); errors.As(err, &ambiguous) && ambiguous.Key != "" {
		return nil, fault(truncate(ambiguous.Key), ruleCase)
	}
	if err != nil {
		return nil, bff.ReasonBadRequest.WithCause(err)
	}
	top, ok := v.(map[string]any)
	if !ok {
		return nil, bff.ReasonBadRequest.WithCause(errors.New("not an object"))
	}
	if _, ok := top["data"]; !ok {
		top["data"] = map[string]any{}
	}
	r, keysErr := &callEnvelope{}, checkKeys(top, "", "api", "data", "user")
	api, apiErr := member[map[string]any](top, "", "api")
	apiKeysErr := checkKeys(api, "api.", "class", "method")
	var classErr, methodErr, dataErr, userErr error
	r.Class, classErr = member[string](api, "api.", "class")
	r.Method, methodErr = member[string](api, "api.", "method")
	r.Data, dataErr = member[map[string]any](top, "", "data")
	if top["user"] != nil {
		r.User, userErr = member[map[string]any](top, "", "user")
	}
	return r, cmp.Or(keysErr, apiErr, apiKeysErr, classErr, methodErr, dataErr, userErr)
}

// member returns a member of an object. It fails when the member is missing, an empty text or of another type.
func member[T any](object map[string]any, prefix, name string) (value T, err error) {
	v, exists := object[name]
	value, ok := v.(T)
	switch {
	case exists && !ok:
		return value, fault(prefix+name, ruleType)
	case !exists || any(value) == "":
		return value, fault(prefix+name, ruleRequired)
	}
	return value, nil
}

// checkKeys refuses keys of m other than the allowed ones. It names the alphabetically first one, so
// that equal bodies are refused equally, and truncates it, because it is the client's text.
func checkKeys(m map[string]any, prefix string, allowed ...string) error {
	isAllowed := func(key string) bool { return slices.Contains(allowed, key) }
	unknown := slices.DeleteFunc(slices.Collect(maps.Keys(m)), isAllowed)
	if len(unknown) == 0 {
		return nil
	}
	return fault(prefix+truncate(slices.Min(unknown)), ruleUnknown)
}

// truncate shortens a name for use in an answer.
func truncate(s string) string {
	const maxLength = 40 // characters
	if runes := []rune(s); len(runes) > maxLength {
		return string(runes[:maxLength]) + "…"
	}
	return s
}

func fault(field, rule string) error {
	return bff.InvalidPayload(&bff.FieldFault{Field: field, Rule: rule})
}

// callPath is the path of a call whose body is its data alone; otherwise it is treated as the envelope at pathGateway.
const callPath = pathGateway + "/:class/:method"

// callName matches what can be a class or a method.
var callName = regexp.MustCompile(`^\w{1,64}$`)

func (g *gateway) nameCall(c *gin.Context) {
	info := infoOf(c)
	info.path = &pathCall{class: c.Param("class"), method: c.Param("method")}
}

type pathCall struct{ class, method string }

// envelope returns the envelope of the call with data, always in one form, so that repeats are recognised by their
// bytes. As data must be JSON, nothing in it can reach the envelope around it.
func (p *pathCall) envelope(data []byte) ([]byte, error) {
	if !callName.MatchString(p.class) || !callName.MatchString(p.method) {
		return nil, bff.ReasonUnknownCall
	}
	if len(data) == 0 {
		data = []byte("{}")
	}
	if !json.Valid(data) {
		return nil, bff.ReasonBadRequest.WithCause(errors.New("not JSON"))
	}
	return fmt.Appendf(nil, `{"api":{"class":"%s","method":"%s"},"data":%s}`, p.class, p.method, data), nil
}

// Bounds of the parsed calls that are remembered.
const (
	maxParsedBytes = 16 << 20
	maxParsedCalls = 16384
	maxParsedBody  = 4 << 10 // bytes of one body; guest reads of the contract are much shorter
)

type bodyKey struct {
	brand     weak.Pointer[bff.Brand] // a reload makes new ones
	partition bff.Partition
	body      uint64 // its hash
}

var bodySeed = maphash.MakeSeed()

// newParsedCalls returns an empty map of parsed reads, of which most visitors of a page send the same ones. It has no
// answers and needs no purge, and does not hold the brands that a reload replaces.
func newParsedCalls() *bounded.Map[bodyKey, *parsedCall] {
	return bounded.New(bounded.Options[bodyKey, *parsedCall]{
		MaxEntries: maxParsedCalls, MaxBytes: maxParsedBytes, Size: func(c *parsedCall) int64 { return int64(len(c.body)) },
	})
}

// remember adds a read with its cache key, unless a hook reads its data or its body belongs to one visitor.
func (g *gateway) remember(key bodyKey, body []byte, p *parsedCall) {
	if p.upstream.Rules.Kind != bff.KindRead || len(body) > maxParsedBody || p.user != nil || !p.hook.isPlain() {
		return
	}
	if g.Cache != nil {
		p.upstream.CacheLookup = g.Cache.Lookup(&p.upstream)
	}
	c := *p
	c.body, c.data, c.upstream.Brand = string(body), nil, nil // no hook reads data and brand
	g.parsed.Put(key, &c)
}
