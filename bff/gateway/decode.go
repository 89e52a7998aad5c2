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

// callEnvelope is the strictly decoded envelope of a call.
type callEnvelope struct {
	Class, Method string
	Data          map[string]any // numbers are json.Number, never nil
	User          map[string]any // user object of clients without cookies, nil if absent
}

// parsedCall is a decoded, known and valid call. It is immutable, because requests with equal
// bodies share it.
type parsedCall struct {
	body      string // set in shared calls
	hook      *hook
	classRule bff.LimitRule       // for the call's class
	data      map[string]any      // as received, with Lang resolved, nil in shared calls
	user      map[string]any      // user object of clients without cookies, nil if absent
	upstream  bff.UpstreamRequest // without per-request fields, shared calls also without brand
}

// parse reads and decodes the body, finds its call, validates the data and records both in the
// scope.
func (g *gateway) parse(_ context.Context, r *request) error {
	body, err := readBody(r.writer, r.http, contract.MaxBodyBytes)
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

// parseBody parses a body. If the upstream takes no calls, it refuses the call as early as
// possible.
func (g *gateway) parseBody(hr *http.Request, scope *bff.Scope, body []byte) (*parsedCall, error) {
	key := bodyKey{weak.Make(scope.Brand), scope.Partition, maphash.Bytes(hashSeed, body)}
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
	var known bool
	if scope.Call, known = g.Contract.Lookup(envelope.Class, envelope.Method); !known {
		return nil, bff.ReasonUnknownCall
	}
	if !scope.Brand.Supports(scope.Call) {
		return nil, bff.ReasonUnsupported
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

// languageCode matches language codes (ISO 639-1).
var languageCode = regexp.MustCompile(`^[a-z]{2}$`)

// chooseLang returns data.Lang if the brand supports it, otherwise the default. Unsupported
// languages would multiply cached responses.
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

// validate checks the data against the call's schema and prepares the upstream request.
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
		// A different id would show another brand's content or multiply cached responses.
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

// readBody reads a body of at most limit bytes. It fails with ReasonBodyTooLarge if the body is
// larger, and with ReasonBadRequest if it is incomplete.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, bff.ReasonBodyTooLarge
	}
	if r.ContentLength >= 0 { // net/http returns at most ContentLength bytes
		b := make([]byte, r.ContentLength)
		if _, err := io.ReadFull(r.Body, b); err != nil {
			return nil, bff.ReasonBadRequest.WithCause(err)
		}
		return b, nil
	}
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return nil, bff.ReasonBodyTooLarge
	}
	if err != nil {
		return nil, bff.ReasonBadRequest.WithCause(err)
	}
	return b, nil
}

// decode decodes a request envelope strictly. It fails with ReasonBadRequest for invalid JSON, and
// with InvalidPayload for invalid envelopes or ambiguous field names.
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

// member returns a member of an object. It fails if the member is missing, an empty text or of
// another type.
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

// checkKeys refuses keys of m that are not allowed. It reports the alphabetically first one,
// because equal bodies must get equal responses. It truncates the key, because the client chose it.
func checkKeys(m map[string]any, prefix string, allowed ...string) error {
	isAllowed := func(key string) bool { return slices.Contains(allowed, key) }
	unknown := slices.DeleteFunc(slices.Collect(maps.Keys(m)), isAllowed)
	if len(unknown) == 0 {
		return nil
	}
	return fault(prefix+truncate(slices.Min(unknown)), ruleUnknown)
}

// truncate shortens a name for a response.
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

// callPath is the path of a call with a body that contains only the data.
const callPath = pathGateway + "/:class/:method"

// callName matches valid names of classes and methods.
var callName = regexp.MustCompile(`^\w{1,64}$`)

func (g *gateway) nameCall(c *gin.Context) {
	info := infoOf(c)
	info.path = &pathCall{class: c.Param("class"), method: c.Param("method")}
}

type pathCall struct{ class, method string }

// envelope returns the envelope of the call with data. Equal data results in equal bytes, so
// Croupier can recognise repeats. data must be valid JSON, so it cannot change the envelope around
// it. The call then needs no second decoder, which would have to be as strict as the first.
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

// Bounds of the cache of parsed calls.
const (
	maxParsedBytes = 16 << 20
	maxParsedCalls = 16384
	maxParsedBody  = 4 << 10 // per body, much longer than guest reads of the contract
)

type bodyKey struct {
	brand     weak.Pointer[bff.Brand] // a reload creates new brands
	partition bff.Partition
	body      uint64 // hash of the body
}

var hashSeed = maphash.MakeSeed()

// newParsedCalls returns an empty cache of parsed reads. Most visitors of a page send the same
// reads. The cache contains no responses, needs no purge and does not keep replaced brands in
// memory.
func newParsedCalls() *bounded.Map[bodyKey, *parsedCall] {
	return bounded.New(bounded.Options[bodyKey, *parsedCall]{
		MaxEntries: maxParsedCalls, MaxBytes: maxParsedBytes,
		Size: func(c *parsedCall) int64 { return int64(len(c.body)) },
	})
}

// remember caches a parsed read. It skips calls with hooks that read the data, and bodies of one
// visitor.
func (g *gateway) remember(key bodyKey, body []byte, p *parsedCall) {
	if p.upstream.Rules.Kind != bff.KindRead || len(body) > maxParsedBody || p.user != nil || !p.hook.isPlain() {
		return
	}
	if g.Cache != nil {
		p.upstream.CacheLookup = g.Cache.Lookup(&p.upstream)
	}
	c := *p
	c.body, c.data, c.upstream.Brand = string(body), nil, nil // no hook reads data or brand
	g.parsed.Put(key, &c)
}
