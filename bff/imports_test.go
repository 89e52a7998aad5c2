package bff_test

import (
	"cmp"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// layers lists the imports that each group of folders may use in addition to its own folders.
// Imports point downwards. cmd/croupier joins the groups and test tests them, so layers does not
// list them.
var layers = map[string]string{
	"gateway":  "player platform store contract config internal .",
	"ops":      "player platform store contract config internal .",
	"site":     "player platform store contract config internal .",
	"player":   "contract config internal .",
	"platform": "contract config internal .",
	"store":    "internal .",
	"mock":     "contract internal .",
	"config":   "contract internal .",
	"contract": "internal .",
	"internal": ".",
	".":        "",
}

// homes lists the folders that may import a library.
var homes = map[string]string{
	"github.com/gin-gonic/gin":              "gateway ops/staff mock",
	"github.com/redis/go-redis":             "store test",
	"go.etcd.io/bbolt":                      "store test",
	"github.com/sony/gobreaker":             "platform/upstream",
	"github.com/patrickmn/go-cache":         "platform/cache",
	"github.com/golang-jwt/jwt":             "player/session",
	"github.com/microcosm-cc/bluemonday":    "platform/sanitise",
	"github.com/mileusna/useragent":         "internal/device",
	"github.com/itchyny/gojq":               "platform/rest test/halcyon",
	"github.com/standard-webhooks":          "ops/webhook",
	"github.com/coreos/go-oidc":             "ops/oidc",
	"golang.org/x/oauth2":                   "ops/oidc",
	"golang.org/x/image":                    "ops/studio",
	"go.opentelemetry.io/proto/otlp":        "ops/staff",
	"github.com/spf13/cobra":                "cmd/croupier",
	"github.com/santhosh-tekuri/jsonschema": "config contract",

	// Not for the server. They call methods by name, so the linker keeps every method of every type
	// (10 MB).
	"html/template": "cmd/generate",
	"text/template": "cmd/generate",
}

// within reports whether a folder is one of the listed folders or below one.
func within(folder, listed string) bool {
	for home := range strings.FieldsSeq(listed) {
		if folder == strings.TrimSuffix(home, "/") ||
			strings.HasPrefix(folder, strings.TrimSuffix(home, "/")+"/") && home != "." {
			return true
		}
	}
	return false
}

func TestImportsFollowTheLayers(t *testing.T) {
	const module = "croupier/bff"
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`,
		"./...").Output()
	require.NoError(t, err)
	folderOf := func(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, module), "/") }
	for line := range strings.Lines(string(out)) {
		path, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		folder := folderOf(path)
		top, _, _ := strings.Cut(folder, "/")
		if folder == "" {
			top = "."
		}
		allowed, layered := layers[top]
		for imported := range strings.FieldsSeq(imports) {
			for library, home := range homes {
				isAllowed := !strings.HasPrefix(imported, library) || within(folder, home)
				assert.True(t, isAllowed,
					"%s imports %s: only bff/{%s} may", path, imported, strings.ReplaceAll(home, " ", ","))
			}
			assert.False(t, top == "." && strings.Contains(imported, "."),
				"%s imports %s: only the standard library", path, imported)
			if imported != module && !strings.HasPrefix(imported, module+"/") {
				continue
			}
			target := folderOf(imported)
			if layered && !within(target, top) && !within(cmp.Or(target, "."), allowed) {
				t.Errorf("%s imports %s, but of bff it may import only its own group and %q. "+
					"Move shared code below both groups, or join them in cmd/croupier", path, imported, allowed)
			}
		}
	}
}
