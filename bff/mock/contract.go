package mock

import (
	"encoding/json"
	"net/http"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/goccy/go-yaml"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

// The contract as the page /__mock/ shows it. Durations are in whole seconds.
type (
	contractBody struct {
		Brands     []brandBody     `json:"brands"`
		Languages  []string        `json:"languages"`
		FaultKinds []scenario.Kind `json:"fault_kinds"`
		Password   string          `json:"password"` // of the demo accounts
		Calls      []callBody      `json:"calls"`
		Schemas    json.RawMessage `json:"schemas"` // by name, as written
	}
	brandBody struct {
		Brand  string `json:"brand"`
		SiteID int    `json:"site_id"`
		Name   string `json:"name"`
	}
	callBody struct {
		Class     string `json:"class"`
		Method    string `json:"method"`
		Summary   string `json:"summary"`
		Source    string `json:"source"`
		Own       bool   `json:"own"` // answered by the BFF, not sent to the platform
		Paginated bool   `json:"paginated"`
		rulesBody
		Request  string             `json:"request"` // name of a schema
		Answer   string             `json:"answer"`
		Defaults map[string]any     `json:"defaults"`
		Variants []variantBody      `json:"variants"`
		Examples []contract.Example `json:"examples"`
	}
	rulesBody struct {
		Who      bff.Who    `json:"who"`
		Kind     bff.Kind   `json:"kind"`
		Cache    *cacheBody `json:"cache"` // null: not cached
		Deadline int        `json:"deadline"`
	}
	cacheBody struct {
		TTL          int `json:"ttl"`
		Revalidate   int `json:"stale_while_revalidate"`
		StaleIfError int `json:"stale_if_error"`
	}
	variantBody struct {
		When map[string]any `json:"when"` // null: any value
		rulesBody
	}
)

func rulesOf(r bff.Rules) rulesBody {
	out := rulesBody{Who: r.Who, Kind: r.Kind, Deadline: int(r.Deadline.Seconds())}
	if r.Cache.Cacheable() {
		out.Cache = &cacheBody{
			TTL: int(r.Cache.TTL.Seconds()), Revalidate: int(r.Cache.StaleWhileRevalidate.Seconds()),
			StaleIfError: int(r.Cache.StaleIfError.Seconds()),
		}
	}
	return out
}

// encodeContract encodes the contract for the page.
func encodeContract(c *contract.Catalogue) ([]byte, error) {
	out := contractBody{Languages: world.Languages, FaultKinds: scenario.FaultKinds(), Password: world.DemoPassword}
	for _, h := range world.Brands {
		out.Brands = append(out.Brands, brandBody{h.ID, h.SiteID, h.Name})
	}
	for _, call := range c.Calls() {
		row := callBody{
			Class: call.Class, Method: call.Method, Summary: call.Summary, Source: call.Source, Own: call.Local,
			Paginated: call.Paginated, rulesBody: rulesOf(call.Rules), Defaults: c.Defaults(call),
			Examples: c.Examples(call), Variants: []variantBody{},
		}
		row.Request, row.Answer = c.Definitions(call)
		for _, v := range c.Variants(call) {
			variant := variantBody{When: map[string]any{}, rulesBody: rulesOf(v.Rules)}
			for _, when := range v.When {
				variant.When[when.Field] = when.Value
			}
			row.Variants = append(row.Variants, variant)
		}
		out.Calls = append(out.Calls, row)
	}
	schemas := yaml.MapSlice{}
	for _, file := range c.Schemas() {
		schemas = append(schemas, file.Defs...)
	}
	// In JSON with the fields in the order of the file, where related ones are neighbours.
	raw, err := yaml.MarshalWithOptions(schemas, yaml.JSON())
	if err != nil {
		return nil, err
	}
	out.Schemas = raw
	return json.Marshal(out) //nolint:gosec // the documentation has the password of the demo accounts
}

// showContract serves the contract. It is encoded once: it does not change at run time.
func showContract(c *contract.Catalogue) gin.HandlerFunc {
	encoded := sync.OnceValues(func() ([]byte, error) {
		plain, err := encodeContract(c)
		return webpage.Compressed(plain), err
	})
	return func(g *gin.Context) {
		if c == nil {
			respond(g, nil, &problem{status: http.StatusNotFound, Text: "this mock was started without a contract"})
			return
		}
		packed, err := encoded()
		if err != nil {
			respond(g, nil, err)
			return
		}
		sendCompressed(g, "application/json; charset=utf-8", packed)
	}
}
