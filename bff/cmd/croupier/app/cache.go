package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/internal/lists"
	"croupier/bff/internal/strictjson"
	"croupier/bff/ops/staff"
)

// CacheRequest purges or explains cached responses of a brand.
type CacheRequest struct {
	By    string `json:"by"`
	Purge bool   `json:"purge"`
	Brand string `json:"brand"`
	Call  string `json:"call"` // class/method, for a purge also a class or empty
	Data  string `json:"data"` // of the call to explain: a JSON object as a page sends it
}

// DoCache sends a request to the running server. It returns rows of name and text.
func DoCache(ctx context.Context, conf *config.Config, q CacheRequest) ([][]string, error) {
	return call(ctx, conf, adminCache, q, func() ([][]string, error) {
		return nil, errors.New("no server with this configuration runs on this machine, so there is no cache to use")
	})
}

func (s *server) doCache(ctx context.Context, q CacheRequest) ([][]string, error) {
	b, ok := s.live.ByID(q.Brand)
	if !ok {
		return nil, fmt.Errorf("brand: unknown brand %s (allowed: %s)", q.Brand, strings.Join(s.live.BrandIDs(), ", "))
	}
	class, method, _ := strings.Cut(q.Call, "/")
	of, ok := s.calls.Lookup(class, method)
	if ok = ok && b.Supports(of); !ok && !(q.Purge && (q.Call == "" || s.maintenances.KnownCall(q.Call))) {
		allowed := lists.Map(lists.Filter(s.calls.Calls(), b.Supports), (*bff.Call).Name)
		inClass := func(name string) bool { return strings.HasPrefix(name, class+"/") }
		if slices.ContainsFunc(allowed, inClass) {
			allowed = lists.Filter(allowed, inClass)
		}
		return nil, fmt.Errorf("call: brand %s has no call %s (allowed: %s)", b.ID, q.Call, strings.Join(allowed, ", "))
	}
	if !q.Purge {
		return s.explainCache(ctx, b, of, q.Data)
	}
	action, dropped := staff.Action{Action: "purge", Brand: q.Brand, Subject: q.Call}, 0
	_, err := s.accounts.AuditLog.Do(ctx, staff.Entry{Who: q.By}, action, func(ctx context.Context) (_ any, err error) {
		dropped, err = s.cache.Purge(ctx, q.Brand, q.Call)
		return map[string]int{"dropped": dropped}, err
	})
	return [][]string{{"purged", "every instance"}, {"dropped by this instance", strconv.Itoa(dropped)}}, err
}

// explainCache prepares a call as the gateway does for a guest.
func (s *server) explainCache(ctx context.Context, b *bff.Brand, of *bff.Call, raw string) ([][]string, error) {
	v, err := strictjson.Parse([]byte(raw), contract.MaxNesting)
	data, ok := v.(map[string]any)
	if err != nil || !ok {
		return nil, fmt.Errorf(`data: %s must be a JSON object such as {"limit":48}`, raw)
	}
	lang := b.DefaultLang()
	if given, ok := data["Lang"]; ok {
		if name, _ := given.(string); b.SupportsLanguage(name) {
			lang = name
		}
		data["Lang"] = lang
	}
	if f := s.calls.CheckRequest(of, data); f != nil {
		return nil, fmt.Errorf("data.%s: %s", f.Field, s.calls.ReasonText("en", bff.InvalidPayload(f)))
	}
	data = s.calls.Complete(of, data, lang)
	if gateway.PinsSiteID(of) {
		data["siteId"] = json.Number(strconv.Itoa(b.SiteID))
	}
	return s.explainCached(ctx, b, of, lang, data), nil
}

// explainCached explains the cached response to a complete call of a guest.
func (s *server) explainCached(
	ctx context.Context, b *bff.Brand, of *bff.Call, lang string, data map[string]any,
) [][]string {
	return s.cache.Explain(ctx, &bff.UpstreamRequest{
		Brand: b, Partition: bff.Partition(b.ID), Call: of, Rules: s.calls.Resolve(of, data), Data: data, Lang: lang,
	})
}

// explainRecorded explains the cached response to a recorded request, or returns nil if its call is
// never cached.
func (s *server) explainRecorded(ctx context.Context, b *bff.Brand, r *bff.RequestRecord) [][]string {
	class, method, _ := strings.Cut(r.Call, "/")
	of, ok := s.calls.Lookup(class, method)
	v, err := strictjson.Parse(r.Data, contract.MaxNesting)
	data, isObject := v.(map[string]any)
	if !ok || err != nil || !isObject {
		return nil
	}
	return s.explainCached(ctx, b, of, r.Lang, data)
}
