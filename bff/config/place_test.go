package config_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/test/testkit"
)

func faultsOf(t *testing.T, edits ...[3]string) config.Faults {
	t.Helper()
	_, err := config.Load(changed(t, edits...), "croupier.yaml", noEnv)
	return faultsIn(t, err)
}

func TestFaultsNameColumnAllowedValuesAndWhatWasMeant(t *testing.T) {
	const brand = "brands/pera/brand.yaml"
	for _, row := range []struct{ name, file, old, replacement, want string }{
		{
			"a misspelt field", "croupier.yaml", "listen: 127", "lsten: 127",
			`croupier.yaml:4:1: lsten: unknown field; did you mean "listen"? (allowed: admin_listen, audit, brands,`,
		},
		{
			"a misspelt field below", "croupier.yaml", "  level: info", "  lvel: info",
			`croupier.yaml:9:3: log.lvel: unknown field; did you mean "level"? (allowed: level)`,
		},
		{
			"a misspelt value", "croupier.yaml", "level: info", "level: infos",
			`croupier.yaml:9:10: log.level: unknown value "infos"; did you mean "info"? (allowed: debug, info, warn,` +
				` error)`,
		},
		{
			"another value", "croupier.yaml", "level: info", "level: loud",
			`croupier.yaml:9:10: log.level: unknown value "loud" (allowed: debug, info, warn, error)`,
		},
		{
			"a field with a prefix that is missing", "croupier.yaml", "brands: brands\n", "",
			"croupier.yaml:1:1: brands: is missing (allowed: a path)",
		},
		{
			"a missing value with few values", "croupier.yaml", "profile: demo\n", "",
			"croupier.yaml:1:1: profile: is missing (allowed: demo, production)",
		},
		{
			"a list instead of a text", "croupier.yaml", "listen: 127.0.0.1:8080", "listen: [a]",
			"croupier.yaml:4:9: listen: must be a text, not a list (allowed: host:port, for example 127.0.0.1:8080)",
		},
		{
			"a wrong form", brand, "currency: TRY", "currency: lira",
			`brands/pera/brand.yaml:21:11: currency: invalid value "lira" (allowed: a code of ISO 4217, for example ` +
				`TRY)`,
		},
		{
			"a colour of CSS", brand, `bg: "#160A0E"`, "bg: black",
			`brands/pera/brand.yaml:36:11: theme.modes.dark.bg: invalid value "black" (allowed: a colour, for ` +
				`example "#0A1220", in quotes)`,
		},
		{
			"a misspelt upstream", brand, "upstream: mock", "upstream: mokc",
			`brands/pera/brand.yaml:11:11: upstream: unknown upstream "mokc"; did you mean "mock"? (allowed: mock)`,
		},
		{
			"a number out of bounds", brand, "minimum_age: 21", "minimum_age: 16",
			"legal.minimum_age: 16 is too small (allowed: a whole number from 18 to 25)",
		},
		{
			"a share above 1", "croupier.yaml", "seed: 1", "breaker: { ratio: 2 }",
			"upstreams.mock.breaker.ratio: 2 is too large (allowed: a number above 0, at most 1)",
		},
		{
			"a missing field that another value requires", "croupier.yaml", "adapter: mock", "adapter: rest",
			"upstreams.mock.mapping: is missing (allowed: an absolute path, or a path relative to the server file)",
		},
		{
			"a field that another value forbids", "croupier.yaml", "adapter: mock",
			"adapter: rest\n    platform_limits: { get: a/b }",
			"upstreams.mock.platform_limits: requires the adapter envelope",
		},
		{
			"a field twice", "croupier.yaml", "brands: brands", "brands: brands\nprofile: demo",
			`"profile" is already set in line`,
		},
		{
			"an unclosed quote", brand, "name: Pera", `name: "Pera`,
			"brands/pera/brand.yaml:3:7: a quote opens here and is not closed in its line",
		},
	} {
		assert.Contains(t, faultsOf(t, [3]string{row.file, row.old, row.replacement}).Error(), row.want, row.name)
	}
	const partners = "brands/pera/datas/partners.json"
	assert.Contains(
		t, faultsOf(t, [3]string{partners, "[", "[\n  çok,"}).Error(), partners+":2:3: invalid JSON: invalid character",
	)
}

// oidcSettings are the settings of a company login without its groups. The secret is any file.
const oidcSettings = "staff: { oidc: { issuer: https://login.example, client_id: croupier, " +
	"client_secret_file: brands/marmara/brand.yaml, groups: "

func TestWarnings(t *testing.T) {
	const brand = "brands/pera/brand.yaml"
	server := func(setting string) [3]string {
		return [3]string{"croupier.yaml", "brands: brands", "brands: brands\n" + setting}
	}
	for _, row := range []struct {
		name string
		edit [3]string
		want string // empty: no warning
	}{
		{"the demo", server(""), ""},
		{
			"a font that the site lacks",
			[3]string{brand, "text: IBM Plex Sans Variable", "text: IBM Plex Sans Variables"},
			`brands/pera/brand.yaml:32:56: warning: theme.fonts.text: the player site has no font "IBM Plex Sans ` +
				`Variables", so visitors see a font of their device; did you mean "IBM Plex Sans Variable"?`,
		},
		{"dim text", [3]string{brand, `text_dim: "`, `text_dim: "#555555" #`}, "#555555 on surface_raised "},
		{
			"a gradient as dark as its text",
			[3]string{brand, `gradient: { from: "#D9B36C"`, `gradient: { from: "#33200F"`},
			"theme.modes.light.on_accent: #1E0F08 on gradient.from #33200F has a contrast of 1.",
		},
		{
			"frames of every host of a domain",
			[3]string{brand, "frames: [http://127.0.0.1:8090]", "frames: [\"https://*.games.example\"]"},
			"origins.frames.0: pages may load every host below games.example",
		},
		{
			"every address as proxy", server("trusted_proxies: [10.0.0.0/8, 0.0.0.0/0]"),
			"warning: trusted_proxies.1: 0.0.0.0/0 includes strangers",
		},
		{
			"every address of IPv6 as proxy", server("trusted_proxies: [\"::/0\"]"),
			"trusted_proxies.0: ::/0 includes strangers",
		},
		{
			"half of the world as proxy", server("trusted_proxies: [128.0.0.0/1]"),
			"trusted_proxies.0: 128.0.0.0/1 includes strangers",
		},
		{
			"private networks as proxies",
			server("trusted_proxies: [10.0.0.0/8, 172.16.0.0/12, 127.0.0.1/32, \"fd00::/8\", \"::1/128\"]"), "",
		},
		{
			"an admin listener on every address",
			[3]string{"croupier.yaml", "admin_listen: 127.0.0.1:9090", "admin_listen: :9090"},
			"warning: admin_listen: this address may be public",
		},
		{
			"an admin listener on a public address",
			[3]string{"croupier.yaml", "admin_listen: 127.0.0.1:9090", "admin_listen: 203.0.113.7:9090"},
			"warning: admin_listen: ",
		},
		{
			"an admin listener on a private address",
			[3]string{"croupier.yaml", "admin_listen: 127.0.0.1:9090", "admin_listen: 10.1.2.3:9090"},
			"",
		},
		{
			"a role of an unknown brand", server(oidcSettings + "{ support: \"marmora=admin,editor\" } } }"),
			`warning: staff.oidc.groups.support: unknown brand "marmora"; did you mean "marmara"?`,
		},
	} {
		got := loaded(t, changed(t, row.edit)).Warnings()
		text := got.Error()
		assert.Equal(t, row.want == "", len(got) == 0, "%s: %s", row.name, text)
		assert.Contains(t, text, row.want, row.name)
		for _, f := range got {
			assert.True(t, f.Line != 0 && f.Column != 0 && f.Severity == config.SeverityWarning, "%s: %+v", row.name, f)
		}
	}
}

func TestShortSigningSecretIsAWarning(t *testing.T) {
	for secret, want := range map[string]string{
		"sixteen bytes ok": "upstreams.mock.secret_file: the secret has only 16 bytes", strings.Repeat("long", 8): "",
	} {
		files := changed(t, [3]string{
			"croupier.yaml", "adapter: mock",
			"adapter: envelope\n    url: https://platform.example/\n    secret_file: secret",
		},
			[3]string{"croupier.yaml", "    control: true\n", ""}, [3]string{"croupier.yaml", "    seed: 1\n", ""})
		files["secret"] = &fstest.MapFile{Data: []byte(secret)}
		got := loaded(t, files).Warnings().Error()
		assert.True(
			t, strings.Contains(got, want) && (want != "" || got == ""), "a key of %d bytes: %q", len(secret), got,
		)
	}
}

// An editor may leave a file empty for a moment. That must not stop a running server.
func TestEmptyFileIsAFault(t *testing.T) {
	env := func(name string) (string, bool) { return "127.0.0.1:0", name == "CROUPIER_LISTEN" }
	for _, content := range []string{"", "# nothing yet\n", "---\n", "null\n"} {
		_, err := config.Load(fstest.MapFS{"croupier.yaml": {Data: []byte(content)}}, "croupier.yaml", env)
		assert.Equal(t, "croupier.yaml", faultsIn(t, err)[0].File, "%q", content)
	}
}

func TestDefaultDataDir(t *testing.T) {
	for _, row := range []struct {
		name, state, home, want string
	}{
		{"the state folder", "/state", "/home/ayse", "/state/croupier"},
		{"the default state folder", "", "/home/ayse", "/home/ayse/.local/state/croupier"},
		{"a relative state folder, which XDG ignores", "state", "/home/ayse", "/home/ayse/.local/state/croupier"},
		{"a service without a home", "", "", ""},
		{"a relative home", "", "home", ""},
	} {
		got, err := config.DefaultDataDir(func(name string) (string, bool) {
			v, ok := map[string]string{"XDG_STATE_HOME": row.state, "HOME": row.home}[name]
			return v, ok
		})
		assert.Equal(t, row.want, got, row.name)
		assert.Equal(t, row.want == "", errors.Is(err, config.ErrNoDataDir), row.name)
	}
	_, err := config.DefaultDataDir(nil)
	assert.ErrorIs(t, err, config.ErrNoDataDir, "without an environment")
}

// fuzzFiles returns the files of the demo with another server file or another file of one brand.
func fuzzFiles(f *testing.F, replaced string) func(text string) fs.FS {
	f.Helper()
	base := changed(f)
	maps.DeleteFunc(base, func(p string, _ *fstest.MapFile) bool {
		return strings.HasPrefix(p, "brands/") && !strings.HasPrefix(p, "brands/marmara/") // one is enough
	})
	f.Add(string(base[replaced].Data))
	return func(text string) fs.FS {
		files := maps.Clone(base)
		files[replaced] = &fstest.MapFile{Data: []byte(text)}
		return files
	}
}

// checkLoaded loads files two times with the same result. The faults of an invalid configuration
// must name a file. In a valid configuration, each host must belong to its brand.
func checkLoaded(t *testing.T, files fs.FS) {
	t.Helper()
	load := func() (*config.Config, error) { return config.Load(files, "croupier.yaml", noEnv) }
	c, err := load()
	again, errAgain := load()
	require.Equal(t, fmt.Sprint(errAgain), fmt.Sprint(err), "loaded twice:\n%v\n%v", err, errAgain)
	if err != nil {
		var faults config.Faults
		require.True(t, errors.As(err, &faults) && len(faults) != 0, "%T: %v", err, err)
		for _, fault := range faults {
			assert.True(
				t, fault.File != "" && fault.Problem != "" && fault.Line >= 0 && utf8.ValidString(fault.Problem), "%+v",
				fault,
			)
		}
		return
	}
	require.NotEmpty(t, c.Brands)
	require.Equal(t, c.Server, again.Server, "loaded twice")
	for _, b := range c.Brands {
		for _, host := range b.Hosts {
			owner, ok := c.Brand(host)
			assert.True(t, ok && owner == b, "host %q of %s belongs to %v", host, b.ID, owner)
		}
		assert.True(t, len(b.Hosts) != 0 && len(b.Languages) != 0 && path.Base(b.ID) == b.ID, "%+v", b)
		for rule, a := range b.Limits {
			hasWindow := a.Count <= 0 || a.Window != 0 || rule == bff.LimitEvents
			assert.True(t, a.Count >= 0 && a.Window >= 0 && a.Burst >= 0 && hasWindow, "limit %s: %+v", rule, a)
		}
	}
}

func FuzzServerFile(f *testing.F) {
	testkit.AddCorpus(f)
	files := fuzzFiles(f, "croupier.yaml")
	for _, text := range []string{
		"", "- a", "profile: demo\nprofile: demo", "profile: !!binary demo", "a: &a [*a, *a]", "listen: 1e999",
		"upstreams: {x: {adapter: envelope, url: 'http://%zz'}}",
		"? [a]\n: b", "profile: demo\n---\nprofile: production", "\xff", "log: {level: \"\\ud800\"}", "brands: ../..",
		"data_dir: |\n  x\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkLoaded(t, files(text)) })
}

func FuzzBrandFile(f *testing.F) {
	testkit.AddCorpus(f)
	files := fuzzFiles(f, "brands/marmara/brand.yaml")
	for _, text := range []string{
		"", "id: marmara\nhosts: [localhost]\n", "id: marmara\nhosts: [LOCALHOST, '[::1]', 'a..b']",
		"limits: {session: {count: 9223372036854775808}}",
		"cache: {casino/games_list: {ttl: 1e9s}}", "theme: &t {modes: *t}", "languages: []",
		"time_zone: ../../etc/passwd", "exempt: [0.0.0.0/0, ::/129]",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkLoaded(t, files(text)) })
}
