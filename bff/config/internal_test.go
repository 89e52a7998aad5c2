package config

import (
	"bytes"
	"cmp"
	"context"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/configs"
)

// Load reads the server file name and its brands from files.
func Load(files fs.FS, name string, env Environment) (*Config, error) {
	return Source{Files: files, Name: name, Env: env}.Load()
}

// Files that are saved one after the other are applied together and within a second.
func TestChangesAreAppliedOnceTwoLooksAgree(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, configs.FS))
	synctest.Test(t, func(t *testing.T) {
		source := Source{Dir: dir, Name: "croupier.yaml", Env: func(string) (string, bool) { return "", false }}
		live, err := OpenLive(source, slog.New(slog.DiscardHandler), time.Now)
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		var saved time.Time
		live.Subscribe(func(c *Config) {
			assert.Equal(t, "error", c.Server.Log.Level)
			assert.Less(t, time.Since(saved), time.Second)
		})
		file := filepath.Join(dir, "croupier.yaml")
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		go live.Watch(ctx)
		time.Sleep(pollInterval / 2) // each save lies between two looks
		for _, level := range []string{"warn", "debug", "error"} {
			time.Sleep(pollInterval)
			saved = time.Now()
			require.NoError(
				t, os.WriteFile(file, bytes.Replace(raw, []byte("level: info"), []byte("level: "+level), 1), 0o600),
			)
		}
		<-ctx.Done()
		assert.Equal(t, 1, live.Stats().Applied)
		synctest.Wait()
	})
}

// Files that are new at the start are read again, but not for ever.
func TestUnchangedFilesAreNotOpenedAgain(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, configs.FS))
	source := Source{Dir: dir, Name: "croupier.yaml", Env: func(string) (string, bool) { return "", false }}
	live, err := OpenLive(source, slog.New(slog.DiscardHandler), time.Now)
	require.NoError(t, err)
	for _, r := range live.seen {
		if old := time.Now().Add(-time.Hour); r.of == ofContent {
			_ = os.Chtimes(filepath.Join(dir, r.path), old, old) // some do not exist
		}
	}
	_, changed := live.poll()
	require.False(t, changed)
	for _, r := range live.seen {
		if _, err := os.Stat(filepath.Join(dir, r.path)); r.of == ofContent && err == nil {
			assert.NotNil(t, r.info, "%s is opened again", r.path)
		}
	}
}

// A network share that hangs delays only the next reload.
func TestHungFilesDoNotBlockReaders(t *testing.T) {
	hung, released := make(chan struct{}), make(chan struct{})
	files := hungFS{configs.FS, func() { close(hung); <-released }}
	live := &Live{source: Source{Files: files}, seen: []reading{{path: "croupier.yaml", of: ofNames}}}
	polled := make(chan struct{})
	go func() { defer close(polled); live.poll() }()
	<-hung
	if assert.True(t, live.mu.TryLock(), "a poll holds the lock while it reads") {
		live.mu.Unlock()
	}
	close(released)
	<-polled
}

type hungFS struct {
	fs.FS
	wait func()
}

func (f hungFS) Open(name string) (fs.File, error) {
	f.wait()
	return f.FS.Open(name)
}

func TestOnlyWhatWasReadIsAChange(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	write := func(text string) {
		t.Helper()
		require.NoError(t, os.WriteFile(outside, []byte(text), 0o600))
	}
	for name, row := range map[string]struct {
		change func(fstest.MapFS)
		same   bool
	}{
		"nothing": {func(fstest.MapFS) {}, true},
		"a log beside it": {func(f fstest.MapFS) {
			f["server.log"] = &fstest.MapFile{
				Data: []byte("lines"),
			}
		}, true},
		"a file that was read": {func(f fstest.MapFS) { f["croupier.yaml"].Data = []byte("b") }, false},
		"a file that is gone":  {func(f fstest.MapFS) { delete(f, "croupier.yaml") }, false},
		"a file that was missing": {func(f fstest.MapFS) {
			f["missing.yaml"] = &fstest.MapFile{
				Data: []byte("c"),
			}
		}, false},
		"a folder more":                {func(f fstest.MapFS) { f["brands/b/brand.yaml"] = &fstest.MapFile{} }, false},
		"a file of a known folder":     {func(f fstest.MapFS) { f["brands/a/notes.txt"] = &fstest.MapFile{} }, true},
		"a file outside of the folder": {func(fstest.MapFS) { write("changed") }, false},
		"an icon":                      {func(f fstest.MapFS) { f["brands/a/icon.png"] = &fstest.MapFile{} }, false},
	} {
		write("secret")
		files := fstest.MapFS{"croupier.yaml": {Data: []byte("a")}, "brands/a/brand.yaml": {}}
		r := &recorder{files: Source{Files: files}.files()}
		_, _ = r.ReadFile("croupier.yaml")
		_, _ = r.ReadFile("missing.yaml")
		_, _ = r.ReadDir("brands")
		_, _ = r.readRelative("", outside)
		_ = isFolder(r, "brands/a")
		_, _ = fs.Stat(r, "brands/a/icon.png")
		row.change(files)
		assert.Equal(t, row.same, same(Source{Files: files}.readAgain(r.readings), r.readings), "%s: unchanged", name)
	}
}

// someCalls are a few calls.
var someCalls = indexCalls([]*bff.Call{
	{Class: "habanero", Method: "getJackpots"},
	{Class: "user", Method: "register"},
	{Class: "user", Method: "forgot"},
	{Class: "user", Method: "login"},
	{Class: "crm", Method: "recent_wins", Optional: true},
	{Class: "maintenance", Method: "check_status", Local: true},
}, []*bff.Call{{Class: "platform_limits", Method: "get"}, {Class: "platform_limits", Method: "set"}})

func TestServerCallsOfABrand(t *testing.T) {
	for _, row := range []struct {
		name     string
		upstream Upstream
		routing  map[string]bff.UpstreamRules
		want     string
	}{
		{"a platform without limits", Upstream{MappingYAML: []byte("calls: {user/login: {}}\n")}, nil, ""},
		{
			"named in the settings",
			Upstream{PlatformLimits: map[string]string{"get": "rg/read", "set": "rg/write"}},
			nil, "platform_limits/get platform_limits/set",
		},
		{"mapped", Upstream{MappingYAML: []byte("calls: {platform_limits/get: {}}\n")}, nil, "platform_limits/get"},
		{
			"routed to another platform",
			Upstream{},
			map[string]bff.UpstreamRules{"platform_limits": {Name: "limits"}},
			"platform_limits/get",
		},
	} {
		server := &Server{Upstreams: map[string]Upstream{
			"main": row.upstream, "limits": {PlatformLimits: map[string]string{"get": "rg/read"}},
		}}
		b := &bff.Brand{Upstream: bff.UpstreamRules{Name: "main"}, Routing: row.routing}
		server.callsOf(b, nil, someCalls)
		assert.Equal(t, row.want, strings.Join(slices.Sorted(maps.Keys(b.ServerCalls)), " "), row.name)
	}
}

func TestUnsupportedCallsOfABrand(t *testing.T) {
	offered := []string{"crm/recent_wins"}
	toOther := map[string]bff.UpstreamRules{"user/login": {Name: "other"}}
	for _, row := range []struct {
		name     string
		settings []string
		mapping  string
		routing  map[string]bff.UpstreamRules
		offered  []string // optional calls of the brand
		want     string
	}{
		{"nothing declared", nil, "version: 1\n", nil, offered, ""},
		{"a call of the settings", []string{"user/forgot"}, "", nil, offered, "user/forgot"},
		{"a class of the mapping", nil, "unsupported: [habanero]\n", nil, offered, "habanero/getJackpots"},
		{
			"both",
			[]string{"user/register"},
			"unsupported:\n  - user/forgot\n", nil, offered,
			"user/forgot user/register",
		},
		{"a mapping that is not YAML", []string{"habanero"}, "unsupported: [", nil, offered, "habanero/getJackpots"},
		{"a call of the server itself", []string{"maintenance"}, "", nil, offered, ""},
		{"a call routed to a platform without it", nil, "", toOther, offered, "user/login"},
		{"an optional call that is not offered", nil, "", nil, nil, "crm/recent_wins"},
		{"an offered call that is declared as missing", []string{"crm"}, "", nil, offered, "crm/recent_wins"},
	} {
		server := &Server{Upstreams: map[string]Upstream{
			"main":  {Unsupported: row.settings, MappingYAML: []byte(row.mapping)},
			"other": {Unsupported: []string{"user"}},
		}}
		b := &bff.Brand{Upstream: bff.UpstreamRules{Name: "main"}, Routing: row.routing}
		server.callsOf(b, row.offered, someCalls)
		assert.Equal(t, row.want, strings.Join(slices.Sorted(maps.Keys(b.Unsupported)), " "), row.name)
	}
}

func TestRequiredCallsCannotBeUnsupported(t *testing.T) {
	for name, want := range map[string]bool{
		"user": true, "user/login": true, "finance/check_balance": true, "finance": true,
		"user/log": false, "habanero": false, "user/forgot": false,
	} {
		assert.Equal(t, want, Required(name), "%s: %v", name, !want)
	}
}

func TestAnOfferedCallThatThePlatformIsDeclaredNotToHave(t *testing.T) {
	d, fault := parse("brand.yaml", []byte("features:\n  slots: true\n  calls:\n    - crm/recent_wins\n"))
	require.Nil(t, fault)
	f := brandFile{Upstream: "main", Routing: map[string]string{"crm": "bare"}}
	require.NoError(t, d.into(&f))
	for _, missing := range []string{"crm", "crm/recent_wins"} {
		server := &Server{Upstreams: map[string]Upstream{"main": {}, "bare": {Unsupported: []string{missing}}}}
		c := &checker{document: d}
		f.checkCalls(c, server, someCalls)
		faults := c.found
		assert.True(
			t, len(faults) == 1 && faults[0].Line == 4 && strings.Contains(faults[0].Problem, "bare"), "%v", faults,
		)
	}
	has := &Server{Upstreams: map[string]Upstream{"main": {}, "bare": {}}}
	c := &checker{document: d}
	f.checkCalls(c, has, someCalls)
	assert.Empty(t, c.found, "a platform that has it")
}

func TestOfferedCallsWithoutAnEntryInTheMappingAreWarnedOf(t *testing.T) {
	for _, row := range []struct {
		name, mapping string
		warned        bool
	}{
		{"no mapping", "", false},
		{"an entry", "calls:\n  crm/recent_wins: { method: GET, path: /wins }\n", false},
		{"other entries", "calls:\n  user/login: { method: POST, path: /login }\n", true},
		{"no entries", "version: 1\n", true},
		{"a mapping that is not YAML", "calls: [", false},
	} {
		f := &brandFile{Upstream: "main"}
		f.Features.Calls = []string{"crm/recent_wins"}
		server := &Server{Upstreams: map[string]Upstream{"main": {MappingYAML: []byte(row.mapping)}}}
		c := &checker{document: &document{}}
		f.warnOfUnmappedCalls(c, server, someCalls)
		found := c.found
		warned := len(found) == 1 && found[0].Severity == SeverityWarning && strings.Contains(
			found[0].Problem, "crm/recent_wins",
		)
		assert.True(t, warned == row.warned && (warned || len(found) <= 0), "%s: %+v", row.name, found)
	}
}

// The schema and the types must have the same fields.
func TestSchemasAndFieldsAgree(t *testing.T) {
	trees := schemas()
	example, err := os.ReadFile("../../configs/production.example.yaml")
	require.NoError(t, err)
	for name, file := range map[string]reflect.Type{
		"server": reflect.TypeFor[Server](), "brand": reflect.TypeFor[brandFile](),
		"content": reflect.TypeFor[map[string]*bff.ContentItem](),
	} {
		var walk func(at string, node schemaNode, of reflect.Type)
		walk = func(at string, node schemaNode, of reflect.Type) {
			if ref, ok := node["$ref"].(string); ok {
				node = trees[name].tree.at(ref)
			}
			switch of.Kind() {
			case reflect.Pointer:
				walk(at, node, of.Elem())
			case reflect.Slice:
				walk(at+"[]", node.child("items"), of.Elem())
			case reflect.Map:
				for pattern := range node.child("patternProperties") {
					walk(at+".*", node.child("patternProperties").child(pattern), of.Elem())
				}
			case reflect.Struct:
				if node["type"] != "object" || reflect.PointerTo(of).Implements(
					reflect.TypeFor[yaml.InterfaceUnmarshaler](),
				) {
					return
				}
				var fields []string
				for _, f := range reflect.VisibleFields(of) {
					if tag, _, _ := strings.Cut(
						cmp.Or(f.Tag.Get("yaml"), f.Tag.Get("json")), ",",
					); tag != "-" && !f.Anonymous {
						fields = append(fields, tag)
						if mock := tag == "seed" || tag == "control" || tag == "scenario"; name == "server" && !mock {
							assert.Regexp(
								t, `\b`+tag+`\b`, string(example), "production.example.yaml does not document %s%s", at,
								tag,
							)
						}
						walk(at+"."+tag, node.property(tag), f.Type)
					}
				}
				// only names calls that are not offered
				known := slices.DeleteFunc(node.properties(), func(p string) bool { return p == "insecure" })
				assert.ElementsMatch(t, known, fields, "%s%s: properties of the schema, and fields", name, at)
			}
		}
		walk("", trees[name].tree, file)
	}
}

func TestContrast(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want float64
	}{
		{"#000000", "#FFFFFF", 21},
		{"#ffffff", "#000000", 21},
		{"#777777", "#FFFFFF", 4.48}, // the examples of WCAG: just below AA
		{"#767676", "#FFFFFF", 4.54}, // and just above
		{"#FF0000", "#FFFFFF", 4.00},
		{"#0A1220", "#0A1220", 1},
	} {
		assert.InDelta(t, row.want, contrast(row.a, row.b), 0.005, "%s on %s", row.a, row.b)
	}
}

func TestFamiliesAreThoseOfTheSite(t *testing.T) {
	raw, err := os.ReadFile("../../web/scripts/fonts.ts")
	require.NoError(t, err)
	var shipped []string
	for _, m := range regexp.MustCompile(`family: '(\w[^']+)'`).FindAllStringSubmatch(string(raw), -1) {
		shipped = append(shipped, m[1])
	}
	slices.Sort(shipped)
	assert.Equal(t, families, shipped, "the site has %q", shipped)
}
