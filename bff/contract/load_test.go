package contract

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"croupier/contracts"
)

// A contract that contradicts itself must not load, and must say where.
func TestFaultyContractsDoNotLoad(t *testing.T) {
	tests := []struct {
		name, file, old, new, want string
	}{
		{"an unknown key in a call", "calls.yaml", "    paginated: true\n", "    paginatd: true\n", "paginatd"},
		{"a caller that does not exist", "calls.yaml", "    who: pending\n", "    who: nobody\n", `who "nobody"`},
		{"a kind that does not exist", "calls.yaml", "    kind: money\n", "    kind: gift\n", `kind "gift"`},
		{"a deadline without name", "calls.yaml", "    deadline: slow\n", "    deadline: never\n", `deadline "never"`},
		{"a cache policy without name", "calls.yaml", "    cache: jackpots\n", "    cache: ever\n", `cache "ever"`},
		{"an answerer that does not exist", "calls.yaml", "answered_by: bff", "answered_by: me", "answered_by"},
		{"a reference that leads nowhere", "calls.yaml", "user.json#/$defs/LoginRequest", "user.json#/$defs/Nothing", "leads nowhere"},
		{"a call without class", "calls.yaml", "  system/ping:", "  ping:", "want class/method"},
		{"a kept answer to an open request", "calls.yaml", "request: common.json#/$defs/CacheableNoFields", "request: common.json#/$defs/NoFields", "closed request"},
		{"a kept answer to a session", "calls.yaml", "    who: session\n    kind: read\n    deadline: normal\n", "    who: session\n    kind: read\n    deadline: normal\n    cache: content\n", "guest's reads"},
		{"a kept favourite", "calls.yaml", "        cache: none\n", "        cache: search\n", "guest's reads"},
		{"a variant without condition", "calls.yaml", "      - when: { mode: set }\n        kind: write\n", "      - kind: write\n", "when is required"},
		{"a schema that is none", "schemas/casino.json", `"type": "integer"`, `"type": "integr"`, "casino.json"},
		{"a schema that refers outside", "schemas/casino.json", "common.json#/$defs/Money", "https://example.com/x.json", "casino.json"},
		{"a definition that stands twice", "schemas/user.json", `"PersonName": {`, `"Money": {`, "Money stands in"},
		{"a text that one language lacks", "messages/ru.yaml", "unknown_host:", "unknown_hst:", "unknown_host is missing"},
		{"a placeholder that one language lacks", "messages/de.yaml", "mindestens {min} sein", "mehr sein", "placeholders"},
		{"a text that only one language has", "messages/ar.yaml", "unknown_call:", "extra_key: x\nunknown_call:", "extra_key"},
		{"a message said twice", "messages/upstream.yaml", "- message: Kayıt Bulunamadı", "- message: GİRİŞ BAŞARISIZ", "said once"},
		{"an example of no call", "examples/system/ping.json", "", "", "needs an example"},
		{"an example without answer", "examples/system/ping.json", `"answer"`, `"anwser"`, "anwser"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := copied(t)
			if tt.old == "" {
				delete(files, tt.file)
			} else {
				text := string(files[tt.file].Data)
				if !strings.Contains(text, tt.old) {
					t.Fatalf("%s does not contain %q", tt.file, tt.old)
				}
				files[tt.file] = &fstest.MapFile{Data: []byte(strings.Replace(text, tt.old, tt.new, 1))}
			}
			_, err := load(files)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want it to speak of %q", err, tt.want)
			}
		})
	}
}

func TestAnExampleOfAnUnknownCallDoesNotLoad(t *testing.T) {
	files := copied(t)
	files["examples/system/pong.json"] = files["examples/system/ping.json"]
	if _, err := load(files); err == nil || !strings.Contains(err.Error(), "system/pong") {
		t.Errorf("got %v", err)
	}
}

// copied puts the contract into memory, to be spoilt.
func copied(t *testing.T) fstest.MapFS {
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
	if err != nil {
		t.Fatal(err)
	}
	return out
}
