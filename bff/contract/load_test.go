package contract

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/contracts"
)

func TestLoadRejectsInconsistentContracts(t *testing.T) {
	tests := []struct {
		name, file, old, new, want string
	}{
		{"an unknown key in a call", "calls.yaml", "    paginated: true\n", "    paginatd: true\n", "paginatd"},
		{"an unknown caller", "calls.yaml", "    who: pending\n", "    who: nobody\n", `who "nobody"`},
		{"an unknown kind", "calls.yaml", "    kind: money\n", "    kind: gift\n", `kind "gift"`},
		{"an unknown deadline", "calls.yaml", "    deadline: slow\n", "    deadline: never\n", `deadline "never"`},
		{"an unknown cache policy", "calls.yaml", "    cache: jackpots\n", "    cache: ever\n", `cache "ever"`},
		{"an unknown contract mode", "calls.yaml", "    kind: read\n", "    kind: read\n    contract: ignore\n", `contract "ignore"`},
		{"an enforced money call", "calls.yaml", "    kind: money\n", "    kind: money\n    contract: enforce\n", "stays answered"},
		{"an unknown protection", "calls.yaml", "    protection: refuse\n", "    protection: close\n", `protection "close"`},
		{"an empty write", "calls.yaml", "    protection: refuse\n", "    protection: empty\n", "answers a list"},
		{"an empty answer that is no list", "calls.yaml", "answer: content.json#/$defs/PromotionsAnswer", "answer: user.json#/$defs/Bonus", "answers a list"},
		{"an unknown protection of a variant", "calls.yaml", "        protection: open\n", "        protection: close\n", "variants[0]"},
		{"an unknown answered_by", "calls.yaml", "answered_by: bff", "answered_by: me", "answered_by"},
		{"a dangling reference", "calls.yaml", "user.json#/$defs/LoginRequest", "user.json#/$defs/Nothing", "definition not found"},
		{"a call without class", "calls.yaml", "  system/ping:", "  ping:", "want class/method"},
		{"a cacheable call with an open request", "calls.yaml", "request: common.json#/$defs/CacheableNoFields", "request: common.json#/$defs/NoFields", "additionalProperties: false"},
		{"a cacheable call with a session", "calls.yaml", "    who: session\n    kind: read\n    deadline: normal\n", "    who: session\n    kind: read\n    deadline: normal\n    cache: content\n", "reads of guests"},
		{"a cacheable list of favourites", "calls.yaml", "        cache: none\n", "        cache: search\n", "reads of guests"},
		{"a variant without condition", "calls.yaml", "      - when: { mode: set }\n        kind: write\n", "      - kind: write\n", "when is required"},
		{"an invalid schema", "schemas/casino.json", `"type": "integer"`, `"type": "integr"`, "casino.json"},
		{"a reference to another host", "schemas/casino.json", "common.json#/$defs/Money", "https://example.com/x.json", "casino.json"},
		{"a duplicate definition", "schemas/user.json", `"PersonName": {`, `"Money": {`, "Money is defined in"},
		{"a missing text", "messages/ru.yaml", "unknown_host:", "unknown_hst:", "unknown_host is missing"},
		{"a missing placeholder", "messages/de.yaml", "mindestens {min} sein", "mehr sein", "placeholders"},
		{"an unknown text", "messages/ar.yaml", "unknown_call:", "extra_key: x\nunknown_call:", "extra_key"},
		{"a duplicate known message", "messages/upstream.yaml", "- message: Kayıt Bulunamadı", "- message: GİRİŞ BAŞARISIZ", "unique message"},
		{"a call without example", "examples/system/ping.json", "", "", "example is required"},
		{"an example of an unknown call", "examples/system/ping.json", "", "examples/system/pong.json", "system/pong"},
		{"an example without answer", "examples/system/ping.json", `"answer"`, `"anwser"`, "anwser"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := copyContract(t)
			switch {
			case tt.old == "" && tt.new == "":
				delete(files, tt.file)
			case tt.old == "":
				files[tt.new] = files[tt.file]
			default:
				text := string(files[tt.file].Data)
				require.Contains(t, text, tt.old, "%s does not contain %q", tt.file, tt.old)
				files[tt.file] = &fstest.MapFile{Data: []byte(strings.Replace(text, tt.old, tt.new, 1))}
			}
			_, err := load(files)
			assert.True(t, err != nil && strings.Contains(err.Error(), tt.want), "got %v, want %q", err, tt.want)
		})
	}
}

func TestContractModeOfCalls(t *testing.T) {
	files := copyContract(t)
	text := string(files["calls.yaml"].Data)
	files["calls.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(text, "    kind: read\n", "    kind: read\n    contract: enforce\n", 1))}
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
