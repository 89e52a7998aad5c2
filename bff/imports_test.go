package bff_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// part is what the folders may import that do not import each other: cmd/croupier joins them.
const part = ". internal/ theme contract config"

// folders lists the folders that may import part. Those that are in no list join the others or test them.
const folders = `config contract activity admin backup block cache content drift events gateway limit maintenance payments preview
	protection sanitise search session site staff telemetry traffic webhook`

// restrictions lists what the other folders may import of this module, apart from their own subfolders. "." is package bff.
var restrictions = map[string]string{
	".": "theme", "theme": "", "internal": "", "upstream": ". internal/ contract config", "store": ". internal/",
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
	"github.com/itchyny/gojq":               "upstream/rest testkit/halcyon",
	"github.com/standard-webhooks":          "webhook",
	"github.com/spf13/cobra":                "cmd/croupier",
	"github.com/santhosh-tekuri/jsonschema": "config contract",
}

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
	folderOf := func(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, module), "/") }
	for line := range strings.Lines(string(out)) {
		path, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		folder := folderOf(path)
		top, _, _ := strings.Cut(folder, "/")
		if folder == "" {
			top = "."
		}
		allowed, restricted := restrictions[top]
		if within(top, folders) {
			allowed, restricted = part, true
		}
		for imported := range strings.FieldsSeq(imports) {
			for library, home := range homes {
				isAllowed := !strings.HasPrefix(imported, library) || within(folder, home)
				assert.True(t, isAllowed, "%s imports %s: only bff/{%s} may", path, imported, strings.ReplaceAll(home, " ", ","))
			}
			assert.False(t, top == "." && strings.Contains(imported, "."), "%s imports %s: only the standard library", path, imported)
			if imported != module && !strings.HasPrefix(imported, module+"/") {
				continue
			}
			target := folderOf(imported)
			switch {
			case top == "mock" && within(target, "gateway upstream session config"):
				t.Errorf("%s imports %s: the mock platform stands behind it", path, imported)
			case !restricted || within(target, top) || folder == "store/storetest":
			case target == "" && within(".", allowed):
			case !within(target, allowed):
				t.Errorf("%s imports %s: of bff it may import only %q. Declare an interface here; cmd/croupier joins the parts", path, imported, allowed)
			}
		}
	}
}
