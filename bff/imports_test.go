package bff_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// part is what the folders may import that do not import each other: cmd/croupier joins them.
const part = ". internal/ theme contract config"

// restrictions lists what a folder may import of this module, apart from its own subfolders. "." is package bff.
// The folders without an entry join the others or test them.
var restrictions = map[string]string{
	".":           "theme",
	"theme":       "",
	"internal":    "",
	"config":      part,
	"contract":    part,
	"upstream":    ". internal/ contract config",
	"store":       ". internal/",
	"activity":    part,
	"admin":       part,
	"backup":      part,
	"block":       part,
	"cache":       part,
	"content":     part,
	"drift":       part,
	"events":      part,
	"gateway":     part,
	"limit":       part,
	"maintenance": part,
	"payments":    part,
	"preview":     part,
	"protection":  part,
	"sanitise":    part,
	"search":      part,
	"session":     part,
	"site":        part,
	"staff":       part,
	"telemetry":   part,
	"traffic":     part,
	"webhook":     part,
}

// homes lists the folders that may import a library.
var homes = map[string]string{
	"github.com/gin-gonic/gin":              "gateway staff mock bench",
	"github.com/redis/go-redis":             "store",
	"go.etcd.io/bbolt":                      "store",
	"github.com/sony/gobreaker":             "upstream",
	"github.com/patrickmn/go-cache":         "cache",
	"github.com/golang-jwt/jwt":             "session staff",
	"github.com/microcosm-cc/bluemonday":    "sanitise",
	"github.com/mileusna/useragent":         "internal/device",
	"github.com/itchyny/gojq":               "upstream/rest",
	"github.com/standard-webhooks":          "webhook",
	"github.com/spf13/cobra":                "cmd/croupier",
	"github.com/santhosh-tekuri/jsonschema": "config contract",
}

// notOfMock are the folders that the mock platform must not import, as it stands behind them.
const notOfMock = "gateway upstream session config"

// within reports whether a folder is one of the listed folders or below one.
func within(folder, listed string) bool {
	for home := range strings.FieldsSeq(listed) {
		if folder == strings.TrimSuffix(home, "/") || strings.HasPrefix(folder, strings.TrimSuffix(home, "/")+"/") && home != "." {
			return true
		}
	}
	return false
}

func TestImportsFollowTheLayers(t *testing.T) {
	const module = "croupier/bff"
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	require.NoError(t, err)
	folderOf := func(path string) string {
		return strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
	}
	for line := range strings.Lines(string(out)) {
		path, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		folder := folderOf(path)
		top, _, _ := strings.Cut(folder, "/")
		if folder == "" {
			top = "."
		}
		allowed, restricted := restrictions[top]
		for imported := range strings.FieldsSeq(imports) {
			for library, home := range homes {
				if strings.HasPrefix(imported, library) && !within(folder, home) {
					t.Errorf("%s imports %s: only bff/{%s} may", path, imported, strings.ReplaceAll(home, " ", ","))
				}
			}
			if top == "." && strings.Contains(imported, ".") {
				t.Errorf("%s imports %s: it imports the standard library only", path, imported)
			}
			if imported != module && !strings.HasPrefix(imported, module+"/") {
				continue
			}
			target := folderOf(imported)
			switch {
			case top == "mock" && within(target, notOfMock):
				t.Errorf("%s imports %s: the mock platform stands behind it", path, imported)
			case !restricted || within(target, top) || folder == "store/storetest":
			case target == "" && within(".", allowed):
			case !within(target, allowed):
				t.Errorf("%s imports %s: of bff it may import only %q. Declare an interface here; cmd/croupier joins the parts", path, imported, allowed)
			}
		}
	}
}
