package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/contract"
	"croupier/contracts"
)

// generated is one generation for all tests.
var generated = sync.OnceValues(generate)

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(name)))
		require.NoError(t, err)
		assert.Equal(t, want, got, "%s is out of date; run: make generate", name)
	}
	found, err := os.ReadDir(filepath.Join("..", "..", "..", filepath.FromSlash(hooksFolder)))
	require.NoError(t, err)
	for _, file := range found {
		name := hooksFolder + file.Name()
		assert.NotNil(t, files[name], "%s belongs to an unknown class; delete it", name)
	}
}

// run generates once more: its files are also the proof that two generations are the same.
func TestRunWritesEveryFile(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, run(root))
	files, err := generated()
	require.NoError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		assert.True(
			t, err == nil && bytes.Equal(got, want), "%s was not written, or differs between two runs: %v", name, err,
		)
	}
}

// The document has one operation for each call, no dangling references, and schemas that other
// tools accept.
func TestOpenAPIIsComplete(t *testing.T) {
	c, err := contract.Load()
	require.NoError(t, err)
	raw, err := writeOpenAPI(c, siteCalls(c))
	require.NoError(t, err)
	var doc map[string]any
	require.NoError(t, yaml.UnmarshalWithOptions(raw, &doc, yaml.Strict()))
	paths := doc["paths"].(map[string]any)
	for _, call := range c.Calls() {
		path, ok := paths["/endpoint/v1/"+call.Name()].(map[string]any)
		assert.True(t, ok && path["post"] != nil, "%s has no operation", call.Name())
	}
	assert.Len(t, paths, len(c.Calls())+1+len(c.Paths())) // 1: the envelope
	references := 0
	walk(doc, func(schema map[string]any) {
		if ref, ok := schema["$ref"].(string); ok {
			references++
			assert.True(t, resolves(doc, ref), "dangling reference %s", ref)
		}
		// Other tools demand items, and compile patterns without the flag u.
		if types, ok := schema["type"].([]any); ok && slices.Contains(types, any("array")) {
			assert.Contains(t, schema, "items")
		}
		assert.NotContains(t, fmt.Sprint(schema["pattern"]), `\p{`)
	})
	assert.NotEqual(t, 0, references, "the document has no references")
}

func walk(v any, visit func(object map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		visit(v)
		for _, item := range v {
			walk(item, visit)
		}
	case []any:
		for _, item := range v {
			walk(item, visit)
		}
	}
}

func resolves(doc map[string]any, ref string) bool {
	var at any = doc
	for _, token := range bytes.Split([]byte(ref), []byte("/"))[1:] {
		object, ok := at.(map[string]any)
		if !ok {
			return false
		}
		at = object[string(token)]
	}
	return at != nil
}

// The expected values are copied from contracts/specification/9-constants.md.
func TestConstantsMatchSpecification(t *testing.T) {
	all, err := readConstants(contracts.Files)
	require.NoError(t, err)
	got := map[string]any{}
	for _, c := range all {
		got[c.Name] = c.Value
		if c.Duration > 0 {
			got[c.Name] = c.Duration
		}
		for _, v := range c.Values {
			got[c.Name+exported(v.Key.(string))] = v.Value
		}
		var keys []any
		for _, item := range c.List {
			keys = append(keys, item[0].Value)
		}
		if keys != nil {
			got[c.Name] = keys
		}
	}
	for name, want := range map[string]any{
		"inactivityLimit": time.Hour, "inactivityPoll": 5 * time.Second, "defaultLanguage": "tr",
		"panelHeader": "panel", "panelValue": "frontend", "siteType": "desktop", "sliderLimit": 7,
		"toastTimeout": 1500 * time.Millisecond, "notificationTimeout": 5 * time.Second,
		"sessionStamp": 15 * time.Second, "codeLength": 6, "passwordMinimum": 6, "searchMinimum": 3,
		"gamePageSize": 48, "quickAccessLimit": 50, "quickAccessCategory": 72, "categoryItems": 10,
		"favoritesLimit": 100, "tournamentPageSize": 50, "pageSize": 10, "notificationDays": 90,
		"notificationLimit": 250, "orderDirectionNewestFirst": -1, "orderByDate": "DATE", "betHistoryDays": 30,
		"accountHistoryDays": 7, "ticketPageSize": 50, "ticketMinimumAmount": 250, "cashTypeDeposit": 1,
		"cashTypeWithdraw": 2, "transferTypeBankTransfer": 1, "transferTypeCepBankTransfer": 3,
		"transactionStatusRefused": 1003, "transactionStatusApproved": 1002, "transactionCategoryWithdrawal": 2,
		"loadingBarHeight": 7, "slotCategoryNewArrivals": 78, "slotCategoryMostPopular": 27, "slotCategoryJackpot": 58,
		"slotCategoryBoardGames": 63, "slotCategoryFreeSpinsPurchase": 64, "slotCategoryDropsAndWins": 76,
		"maxBodyBytes": 64 * 1024, "maxNesting": 16,
		"periodPresets": []any{
			"all-times", "last-2-year", "last-12-month", "last-180-day", "last-90-day", "last-month", "this-month",
			"last-30-day", "last-7-day", "yesterday", "today",
		},
	} {
		assert.EqualValues(t, want, got[name], name)
	}
}

func TestInvalidConstantsAreRejected(t *testing.T) {
	for name, text := range map[string]string{
		"without doc":                "a: { value: 1 }",
		"without value":              "a: { doc: x }",
		"with an unknown key":        "a: { doc: x, valu: 1 }",
		"a fraction":                 "a: { doc: x, value: 1.5 }",
		"an invalid duration":        "a: { doc: x, duration: soon, site: true }",
		"a duration that Go has too": "a: { doc: x, duration: 1s }",
		"from an unknown key":        "a: { doc: x, from: constants.yaml#/b/value }",
		"from a missing file":        "a: { doc: x, from: other.yaml#/b }",
		"from an index out of range": "a: { doc: x, from: constants.yaml#/a/list/7 }",
		"a duplicate key":            "a: { doc: x, value: 1 }\na: { doc: x, value: 2 }",
	} {
		got, err := readConstants(fstest.MapFS{"constants.yaml": &fstest.MapFile{Data: []byte(text)}})
		assert.Error(t, err, "%s: accepted as %+v", name, got)
	}
}
