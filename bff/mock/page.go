package mock

import (
	"cmp"
	"embed"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/goccy/go-yaml"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/lists"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

// The page is plain HTML, CSS and ES modules without a build step.
//
//go:embed page
var pageFiles embed.FS

// pagePolicy admits the page's own files and origin, and no frames: the page changes clocks and
// money.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// page mounts the developer's page and its files. Links of other sites may lead to it: it changes
// nothing.
func page(g *gin.RouterGroup) {
	serve := func(g *gin.Context) {
		g.Header("Content-Security-Policy", pagePolicy)
		g.Header("Referrer-Policy", "no-referrer")
		webpage.ServeFile(g.Writer, g.Request, pageFiles, "page/"+cmp.Or(g.Param("file"), "index.html"))
	}
	g.GET("", serve)
	g.GET("page/:file", serve)
}

// encodeContract encodes the contract for the page. Durations are in whole seconds.
func encodeContract(c *contract.Catalogue) []byte {
	calls, schemas := []gin.H{}, yaml.MapSlice{}
	brands := lists.Map(world.Brands, func(b world.Brand) gin.H {
		return gin.H{"brand": b.ID, "site_id": b.SiteID, "name": b.Name}
	})
	for _, call := range c.Calls() {
		variants := lists.Map(c.Variants(call), func(v contract.Variant) gin.H {
			when := gin.H{}
			for _, w := range v.When {
				when[w.Field] = w.Value // null: any value
			}
			variant := rulesOf(v.Rules)
			variant["when"] = when
			return variant
		})
		row := rulesOf(call.Rules)
		row["class"], row["method"], row["summary"] = call.Class, call.Method, call.Summary
		row["own"] = call.Local // answered by the BFF, not sent to the platform
		row["request"], row["answer"] = c.Definitions(call)
		row["paginated"], row["defaults"] = call.Paginated, c.Defaults(call)
		row["variants"], row["examples"] = variants, c.Examples(call)
		calls = append(calls, row)
	}
	for _, file := range c.Schemas() {
		schemas = append(schemas, file.Defs...)
	}
	// In JSON with the fields in the order of the file, where related ones are neighbours.
	ordered, _ := yaml.MarshalWithOptions(schemas, yaml.JSON()) // what was decoded encodes
	raw, _ := json.Marshal(
		gin.H{ //nolint:gosec // the documentation has the password of the demo accounts
			"brands": brands, "languages": webpage.Languages, "fault_kinds": scenario.FaultKinds,
			"password": world.DemoPassword,
			"calls":    calls, "schemas": json.RawMessage(ordered),
		})
	return raw
}

func rulesOf(r bff.Rules) gin.H {
	out := gin.H{"who": r.Who, "kind": r.Kind, "deadline": int(r.Deadline.Seconds()), "cache": nil}
	if r.Cache.Cacheable() {
		out["cache"] = gin.H{
			"ttl": int(r.Cache.TTL.Seconds()), "stale_while_revalidate": int(r.Cache.StaleWhileRevalidate.Seconds()),
			"stale_if_error": int(r.Cache.StaleIfError.Seconds()),
		}
	}
	return out
}

// showContract serves the contract. It is encoded once: it does not change at run time.
func showContract(c *contract.Catalogue) gin.HandlerFunc {
	encoded := sync.OnceValue(func() []byte { return encodeContract(c) })
	return func(g *gin.Context) {
		if c == nil {
			respond(g, nil, &problem{status: http.StatusNotFound, Text: "this mock was started without a contract"})
			return
		}
		send(g, "application/json; charset=utf-8", encoded())
	}
}
