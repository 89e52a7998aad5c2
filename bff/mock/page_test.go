package mock_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock"
)

func TestPageServesItsFiles(t *testing.T) {
	h := openWith(t, mock.Options{Seed: 1, Control: true, Contract: loadContract(t)})
	index := h.send(http.MethodGet, "/__mock/", nil)
	require.True(t, index.Code == http.StatusOK && strings.HasPrefix(index.Header().Get("Content-Type"), "text/html"),
		"HTTP %d %v", index.Code, index.Header())
	policy := index.Header().Get("Content-Security-Policy")
	for _, part := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"} {
		assert.Contains(t, policy, part)
	}
	html := index.Body.String()
	assert.NotRegexp(t, `style=|<script[^>]*>[^<]`, html, "the policy forbids inline styles and scripts")
	links := regexp.MustCompile(`(?:from '|href="|src=")(\.?/[^'"]+)`)
	names, err := fs.Glob(os.DirFS("page"), "*")
	require.True(t, err == nil && len(names) >= 5, "%v: %v", names, err)
	for _, name := range names {
		w := h.send(http.MethodGet, "/__mock/page/"+name, nil)
		assert.Equal(t, http.StatusOK, w.Code, name)
		assert.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"), name)
		assert.Equal(t, path.Ext(name) == ".js", strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript"),
			name)
		for _, m := range links.FindAllStringSubmatch(w.Body.String(), -1) {
			h.status(http.MethodGet, strings.Replace(m[1], "./", "/__mock/page/", 1), nil, http.StatusOK, "")
		}
	}
	h.status(http.MethodGet, "/__mock/page/nothing.js", nil, http.StatusNotFound, "")
	script := h.send(http.MethodGet, "/__mock/page/main.js", nil)
	again := h.send(http.MethodGet, "/__mock/page/main.js", nil, "If-None-Match", script.Header().Get("ETag"))
	assert.Equal(t, http.StatusNotModified, again.Code)
}

func TestContractIsComplete(t *testing.T) {
	h := openWith(t, mock.Options{Seed: 1, Control: true, Contract: loadContract(t)})
	got := get[struct {
		Calls []struct {
			Class, Method, Who, Kind, Request, Answer string
			Cache                                     *struct{ TTL int }
			Variants                                  []struct{ When map[string]any }
			Examples                                  []struct{ Data, Answer json.RawMessage }
		}
		Schemas map[string]json.RawMessage
	}](h, "/__mock/contract")
	known := loadContract(t)
	require.Len(t, got.Calls, len(known.Calls()))
	refs := regexp.MustCompile(`"\$ref":"[^"]*/([^"/]+)"`)
	for i, c := range got.Calls {
		call := known.Calls()[i]
		assert.Equal(t, fmt.Sprintln(call.Name(), call.Rules.Who, call.Rules.Kind),
			fmt.Sprintln(c.Class+"/"+c.Method, c.Who, c.Kind))
		assert.Equal(t, call.Rules.Cache.Cacheable(), c.Cache != nil, call.Name())
		assert.NotEmpty(t, c.Examples, call.Name())
		assert.Len(t, c.Variants, len(known.Variants(call)), call.Name())
		assert.NotNil(t, got.Schemas[c.Request], call.Name())
		assert.NotNil(t, got.Schemas[c.Answer], call.Name())
	}
	for name, raw := range got.Schemas {
		for _, m := range refs.FindAllStringSubmatch(string(raw), -1) {
			assert.NotNil(t, got.Schemas[m[1]], "%s refers to unknown %s", name, m[1])
		}
	}
	// Fields are in the order of the file.
	game := string(got.Schemas["Game"])
	assert.Less(t, strings.Index(game, `"gameID"`), strings.Index(game, `"jackpot"`))
	open(t, 1).status(http.MethodGet, "/__mock/contract", nil, http.StatusNotFound, "")
}
