package mock

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/goccy/go-yaml"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// The contract as the page /__mock/ shows it; seconds are whole.
type (
	contractAnswer struct {
		Brands     []brandAnswer   `json:"brands"`
		Languages  []string        `json:"languages"`
		FaultKinds []scenario.Kind `json:"fault_kinds"`
		Password   string          `json:"password"` // of the ready accounts
		Calls      []callAnswer    `json:"calls"`
		Schemas    json.RawMessage `json:"schemas"` // by name, as written
	}
	brandAnswer struct {
		Brand  string `json:"brand"`
		SiteID int    `json:"site_id"`
		Name   string `json:"name"`
	}
	callAnswer struct {
		Class     string `json:"class"`
		Method    string `json:"method"`
		Summary   string `json:"summary"`
		Source    string `json:"source"`
		Own       bool   `json:"own"` // answered by the BFF, never sent to the platform
		Paginated bool   `json:"paginated"`
		rulesAnswer
		Request  string             `json:"request"` // name of a schema
		Answer   string             `json:"answer"`
		Defaults map[string]any     `json:"defaults"`
		Variants []variantAnswer    `json:"variants"`
		Examples []contract.Example `json:"examples"`
	}
	rulesAnswer struct {
		Who      bff.Who      `json:"who"`
		Kind     bff.Kind     `json:"kind"`
		Cache    *cacheAnswer `json:"cache"` // null where answers are never kept
		Deadline int          `json:"deadline"`
	}
	cacheAnswer struct {
		TTL          int `json:"ttl"`
		Revalidate   int `json:"stale_while_revalidate"`
		StaleIfError int `json:"stale_if_error"`
	}
	variantAnswer struct {
		When map[string]any `json:"when"` // null where any value will do
		rulesAnswer
	}
)

func wireRules(r bff.Rules) rulesAnswer {
	out := rulesAnswer{Who: r.Who, Kind: r.Kind, Deadline: int(r.Deadline.Seconds())}
	if r.Cache.Cacheable() {
		out.Cache = &cacheAnswer{
			TTL: int(r.Cache.TTL.Seconds()), Revalidate: int(r.Cache.StaleWhileRevalidate.Seconds()),
			StaleIfError: int(r.Cache.StaleIfError.Seconds()),
		}
	}
	return out
}

// wireContract writes everything the page needs to know of the contract.
func wireContract(c *contract.Catalogue) ([]byte, error) {
	out := contractAnswer{Languages: world.Languages, FaultKinds: scenario.FaultKinds(), Password: world.DemoPassword}
	for _, h := range world.Brands {
		out.Brands = append(out.Brands, brandAnswer{h.ID, h.SiteID, h.Name})
	}
	for _, call := range c.Calls() {
		row := callAnswer{
			Class: call.Class, Method: call.Method, Summary: call.Summary, Source: call.Source, Own: call.Local,
			Paginated: call.Paginated, rulesAnswer: wireRules(call.Rules), Defaults: c.Defaults(call),
			Examples: c.Examples(call), Variants: []variantAnswer{},
		}
		row.Request, row.Answer = c.Shapes(call)
		for _, v := range c.Variants(call) {
			variant := variantAnswer{When: map[string]any{}, rulesAnswer: wireRules(v.Rules)}
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
	var b bytes.Buffer
	if err := ordered(&b, schemas); err != nil {
		return nil, err
	}
	out.Schemas = b.Bytes()
	return json.Marshal(out) //nolint:gosec // the password of the ready accounts is printed in the documentation
}

// ordered writes a schema as JSON in the order in which it was written: fields that belong
// together stand together.
func ordered(b *bytes.Buffer, v any) error {
	switch v := v.(type) {
	case yaml.MapSlice:
		b.WriteByte('{')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			key, err := json.Marshal(fmt.Sprint(item.Key))
			if err != nil {
				return err
			}
			b.Write(key)
			b.WriteByte(':')
			if err := ordered(b, item.Value); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := ordered(b, item); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	default:
		raw, err := json.Marshal(v)
		if err != nil {
			return err
		}
		b.Write(raw)
	}
	return nil
}

// showContract answers the contract, packed: it never changes while the program runs.
func showContract(c *contract.Catalogue) gin.HandlerFunc {
	made := sync.OnceValues(func() ([]byte, error) {
		plain, err := wireContract(c)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(plain); err != nil {
			return nil, err
		}
		err = z.Close()
		return b.Bytes(), err
	})
	return func(g *gin.Context) {
		if c == nil {
			g.JSON(http.StatusNotFound, problem{Error: "this mock was started without a contract"})
			return
		}
		packed, err := made()
		if err != nil {
			g.JSON(http.StatusInternalServerError, problem{Error: err.Error()})
			return
		}
		sendPacked(g, "application/json; charset=utf-8", packed)
	}
}

// sendPacked answers what is kept packed by gzip, unpacked for who does not take that.
func sendPacked(g *gin.Context, media string, packed []byte) {
	g.Header("Vary", "Accept-Encoding")
	if strings.Contains(g.GetHeader("Accept-Encoding"), "gzip") {
		g.Header("Content-Encoding", "gzip")
		g.Data(http.StatusOK, media, packed)
		return
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		g.Status(http.StatusInternalServerError)
		return
	}
	g.DataFromReader(http.StatusOK, -1, media, z, nil)
}
