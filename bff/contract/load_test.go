package contract

import (
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/contracts"
)

func TestLoadRejectsInconsistentContracts(t *testing.T) {
	for _, tt := range []struct {
		name, file, old, new, want string
	}{
		{"an unknown key in a call", "calls.yaml", "    paginated: true\n", "    paginatd: true\n", "paginatd"},
		{"an unknown caller", "calls.yaml", "    who: pending\n", "    who: nobody\n", `who "nobody"`},
		{"an unknown kind", "calls.yaml", "    kind: money\n", "    kind: gift\n", `kind "gift"`},
		{"an unknown deadline", "calls.yaml", "    deadline: slow\n", "    deadline: never\n", `deadline "never"`},
		{"an unknown cache policy", "calls.yaml", "    cache: jackpots\n", "    cache: ever\n", `cache "ever"`},
		{
			"an unknown contract mode", "calls.yaml", "    kind: read\n", "    kind: read\n    contract: ignore\n",
			`contract "ignore"`,
		},
		{
			"an enforced money call", "calls.yaml", "    kind: money\n", "    kind: money\n    contract: enforce\n",
			"stays answered",
		},
		{"a call without a part", "calls.yaml", "    part: none\n", "", `part ""`},
		{
			"an unknown part of a variant", "calls.yaml", "        part: withdrawals\n", "        part: payouts\n",
			"variants[0]",
		},
		{
			"an unknown protection", "calls.yaml", "    protection: refuse\n", "    protection: close\n",
			`protection "close"`,
		},
		{"an empty write", "calls.yaml", "    protection: refuse\n", "    protection: empty\n", "answers a list"},
		{
			"an empty answer that is no list", "calls.yaml", "answer: content.json#/$defs/PromotionsAnswer",
			"answer: user.json#/$defs/Bonus", "answers a list",
		},
		{
			"an unknown protection of a variant", "calls.yaml", "        protection: open\n",
			"        protection: close\n", "variants[0]",
		},
		{
			"a dangling reference", "calls.yaml", "user.json#/$defs/LoginRequest", "user.json#/$defs/Nothing",
			"definition not found",
		},
		{"a call without class", "calls.yaml", "  system/ping:", "  ping:", "want class/method"},
		{
			"a cacheable call with an open request", "calls.yaml", "request: common.json#/$defs/CacheableNoFields",
			"request: common.json#/$defs/NoFields", "additionalProperties: false",
		},
		{
			"a cacheable call with a session", "calls.yaml",
			"    who: session\n    kind: read\n    part: deposits\n    deadline: normal\n",
			"    who: session\n    kind: read\n    part: deposits\n    deadline: normal\n    cache: content\n",
			"reads of guests",
		},
		{
			"a cacheable list of favourites", "calls.yaml", "        cache: none\n", "        cache: search\n",
			"reads of guests",
		},
		{
			"a variant without condition", "calls.yaml", "      - when: { mode: set }\n        kind: write\n",
			"      - kind: write\n", "when is required",
		},
		{"an invalid schema", "schemas/casino.json", `"type": "integer"`, `"type": "integr"`, "casino.json"},
		{
			"a reference to another host", "schemas/casino.json", "common.json#/$defs/Money",
			"https://example.com/x.json", "casino.json",
		},
		{"a duplicate definition", "schemas/user.json", `"PersonName": {`, `"Money": {`, "Money is defined in"},
		{
			"a duplicate known message", "messages/upstream.yaml", "- message: Kayıt Bulunamadı",
			"- message: GİRİŞ BAŞARISIZ", "unique message",
		},
	} {
		files := copyContract(t)
		text := string(files[tt.file].Data)
		require.Contains(t, text, tt.old, "%s: %s", tt.name, tt.file)
		files[tt.file] = &fstest.MapFile{Data: []byte(strings.Replace(text, tt.old, tt.new, 1))}
		_, err := load(files)
		assert.True(t, err != nil && strings.Contains(err.Error(), tt.want), "%s: got %v, want %q", tt.name, err,
			tt.want)
	}
}

func TestContractModeOfCalls(t *testing.T) {
	files := copyContract(t)
	text := string(files["calls.yaml"].Data)
	files["calls.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(text, "    kind: read\n",
		"    kind: read\n    contract: enforce\n", 1))}
	c, err := load(files)
	require.NoError(t, err)
	for i, call := range c.Calls() {
		want := bff.ContractObserve
		if i == 0 {
			want = bff.ContractEnforce
		}
		assert.Equal(t, want, call.Rules.Contract, call.Name())
	}
}

// copyContract returns a modifiable copy of the contract.
func copyContract(t *testing.T) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	err := fs.WalkDir(contracts.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := contracts.Files.ReadFile(path)
		out[path] = &fstest.MapFile{Data: data}
		return err
	})
	require.NoError(t, err)
	return out
}

func TestMessagesOfEveryLanguage(t *testing.T) {
	assert.Equal(t, []string{"ar", "de", "en", "ru", "tr"}, slices.Sorted(maps.Keys(loaded.messages)))
	reasons := append(bff.Reasons(), bff.OutcomeUnknown(bff.ReasonUpstreamTimeout))
	for lang := range loaded.messages {
		for _, r := range reasons {
			assert.NotEqual(t, r.Key, loaded.Message(lang, r.Key, nil), lang)
		}
		assert.Equal(t, "This site is under maintenance", loaded.Message(lang, "maintenance", nil), lang)
	}
}

func TestLanguagesHaveTheSameTexts(t *testing.T) {
	reference := loaded.messages[fallbackLang]
	placeholders := func(text string) []string {
		found := placeholder.FindAllString(text, -1)
		slices.Sort(found)
		return slices.Compact(found)
	}
	for lang, texts := range loaded.messages {
		assert.ElementsMatch(t, slices.Collect(maps.Keys(reference)), slices.Collect(maps.Keys(texts)), lang)
		for key, text := range texts {
			assert.NotEmpty(t, text, "%s: %s", lang, key)
			assert.Equal(t, placeholders(reference[key]), placeholders(text), "%s: %s", lang, key)
		}
	}
}

// Every call that a client can make has a file of examples, and every file has a call.
func TestExamplesOfEveryCall(t *testing.T) {
	var calls []string
	for _, call := range loaded.Calls() {
		calls = append(calls, call.Name())
		assert.NotEmpty(t, loaded.Examples(call), call.Name())
		for i, e := range loaded.Examples(call) {
			isWhole := e.Name != "" && len(e.Data) > 0 && len(e.Answer) > 0
			assert.True(t, isWhole, "%s[%d]: name, data and answer are required", call.Name(), i)
		}
	}
	assert.ElementsMatch(t, calls, slices.Collect(maps.Keys(loaded.examples)))
}

// Every general rule has a text. The text of any other rule needs a definition in a schema.
// Otherwise the text is unused, or the definition has another name now.
func TestMessagesOfRules(t *testing.T) {
	known := map[string]bool{}
	for _, file := range loaded.Schemas() {
		for _, def := range file.Defs {
			known[snake(def.Key.(string))] = true
		}
	}
	for _, rule := range []string{
		"required", "unknown_field", "type", "number", "min", "max", "above", "min_length", "max_length",
		"min_items", "max_items", "enum", "const", "pattern", "same", "other",
		"code_used", "field_case", "allowed_fields", "later", "use_window", "started", "brand_language",
	} {
		known[rule] = true
		_, ok := loaded.messages[fallbackLang]["rule."+rule]
		assert.True(t, ok, "no text for %s", rule)
	}
	for key := range loaded.messages[fallbackLang] {
		rule, ok := strings.CutPrefix(key, "rule.")
		assert.True(t, !ok || known[rule], "%s has no definition", key)
	}
}

func TestMessage(t *testing.T) {
	for _, tt := range []struct{ name, lang, key, want string }{
		{"a language", "de", "anonymous_user", "Ihre Sitzung ist beendet. Bitte melden Sie sich wieder an."},
		{
			"an unknown language falls back to English", "fr", "anonymous_user",
			"Your session has ended. Please log in again.",
		},
		{"an unknown key is returned", "tr", "no_such_key", "no_such_key"},
		{"a parameter", "en", "rule.min", "The value must be at least 7."},
		{"a missing parameter", "en", "rule.max", "The value must be at most {max}."},
	} {
		assert.Equal(t, tt.want, loaded.Message(tt.lang, tt.key, map[string]string{"min": "7"}), tt.name)
	}
}

func TestProblems(t *testing.T) {
	for problem, want := range map[string]string{
		"has 51 characters, the maximum is 50":         "51 karakter uzunluğunda, en fazla 50 olabilir",
		`unknown value "bold"; did you mean "bottom"?`: "bilinmeyen değer: bold",
		"The value must be at least 7.":                "Değer en az 7 olmalıdır.",
		"an unknown problem":                           "an unknown problem",
	} {
		assert.Equal(t, want, loaded.Problem("tr", problem))
		assert.Equal(t, problem, loaded.Problem("en", problem))
	}
	var code strings.Builder
	for _, folder := range []string{
		"config/*", "config/schemas/*", "internal/yamlnode/*", "platform/sanitise/*", "site/*",
		"ops/studio/*",
	} {
		files, err := fs.Glob(os.DirFS(".."), folder)
		require.NoError(t, err)
		for _, name := range files {
			raw, _ := os.ReadFile("../" + name) // a folder has no code
			code.WriteString(strings.ReplaceAll(string(raw), `\"`, `"`))
		}
	}
	all, err := readProblems(contracts.Files, nil)
	require.NoError(t, err)
	for _, p := range all {
		text := strings.TrimSuffix(strings.TrimPrefix(p.pattern.String(), "^(?:"), ")$")
		for _, part := range regexp.MustCompile(`\(.*?\)|\.\*|"`).Split(text, -1) {
			assert.True(t, strings.Contains(code.String(), part), "the code has no %q", text)
		}
	}
}

func TestReasonText(t *testing.T) {
	fault := &bff.FieldFault{Field: "limit", Rule: "max", Params: map[string]string{"max": "250"}}
	for _, tt := range []struct {
		name   string
		reason *bff.Reason
		want   string
	}{
		{"by its key", bff.ReasonUnknownCall, "This function does not exist."},
		{"with a fault", bff.InvalidPayload(fault), "The value must be at most 250."},
		{
			"with a short wait", bff.ReasonRateLimited.WithRetryAfter(time.Second),
			"Too many attempts. Please wait a little and try again.",
		},
		{
			"with a long wait", bff.ReasonRateLimited.WithRetryAfter(9*time.Minute + time.Second),
			"Too many attempts. Try again in 10 min.",
		},
		{"with a fixed message", &bff.Reason{Key: "maintenance", Message: "Kapalıyız"}, "Kapalıyız"},
	} {
		assert.Equal(t, tt.want, loaded.ReasonText("en", tt.reason), tt.name)
	}
}

func TestClassifyMessage(t *testing.T) {
	for message, want := range map[string]bff.KnownMessage{
		"Oturum Süresi Doldu":            {Debug: "anonymous user", EndsSession: true},
		"  OTURUM  SÜRESİ DOLDU. ":       {Debug: "anonymous user", EndsSession: true},
		"Oturum Su\u0308resi Doldu":      {Debug: "anonymous user", EndsSession: true},
		"Giriş Başarısız":                {Debug: "login failed"},
		"GİRİŞ BAŞARISIZ":                {Debug: "login failed"},
		"Hesap Aktif Değil":              {Debug: "inactive account", EndsSession: true},
		"Bu işlem için yetkiniz yok":     {Debug: "unauthorized"},
		"Kayıt Bulunamadı":               {Debug: "no records"},
		"This site is under maintenance": {Debug: "maintenance", Maintenance: true},
	} {
		got, ok := loaded.ClassifyMessage(message)
		assert.True(t, ok && got == want, "%q is %+v, %v", message, got, ok)
	}
	for _, message := range []string{"", "Oturum", "Bakiye yetersiz", strings.Repeat("Oturum Süresi Doldu ", 1000)} {
		got, ok := loaded.ClassifyMessage(message)
		assert.True(t, !ok, "%q is classified as %+v", message, got)
	}
}
