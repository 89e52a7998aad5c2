package config_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/configs"
)

func noEnv(string) (string, bool) { return "", false }

// loadDemoWith loads the demo's configuration with variables of the environment.
func loadDemoWith(env map[string]string) (*config.Config, error) {
	return config.Load(configs.FS, "croupier.yaml", func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	})
}

func TestDemoServesThreeBrandsByHost(t *testing.T) {
	c := loaded(t, configs.FS)
	for host, want := range map[string]string{
		"localhost": "marmara 889", "127.0.0.1": "marmara 889", "marmara.localhost": "marmara 889",
		"zephyr.localhost": "zephyr 111", "pera.localhost": "pera 890",
	} {
		b, ok := c.Brand(host)
		require.True(t, ok, host)
		assert.Equal(t, want, fmt.Sprint(b.ID, " ", b.SiteID), host)
	}
	_, ok := c.Brand("unknown.example")
	assert.False(t, ok, "an unknown host has a brand")
}

// faultsIn returns the faults of an error.
func faultsIn(t *testing.T, err error) config.Faults {
	t.Helper()
	var faults config.Faults
	require.ErrorAs(t, err, &faults)
	require.NotEmpty(t, faults)
	return faults
}

// changed returns the demo's configuration with several replacements: file, old, new.
func changed(t testing.TB, edits ...[3]string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{"brands/marmara/datas/short": {Data: []byte("hunter2")}}
	err := fs.WalkDir(configs.FS, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(configs.FS, p)
		out[p] = &fstest.MapFile{Data: raw}
		return err
	})
	require.NoError(t, err)
	for _, e := range edits {
		replaceIn(t, out, e[0], e[1], e[2])
	}
	return out
}

// replaceIn replaces a text that a file must contain.
func replaceIn(t testing.TB, files fstest.MapFS, file, old, replacement string) {
	t.Helper()
	raw := string(files[file].Data)
	require.Contains(t, raw, old, "%s", file)
	files[file] = &fstest.MapFile{Data: []byte(strings.Replace(raw, old, replacement, 1))}
}

func TestFaultsNameFileLineAndField(t *testing.T) {
	const marmara, pera = "brands/marmara/brand.yaml", "brands/pera/brand.yaml"
	for _, c := range []struct {
		name, file, old, new, field, problem string
	}{
		{"a listen address without port", "croupier.yaml", "127.0.0.1:8080", "127.0.0.1", "listen", "host:port"},
		{
			"no upstreams", "croupier.yaml", "  mock:\n    adapter: mock\n    control: true\n    seed: 1", "  {}",
			"upstreams", "",
		},
		{
			"an unknown adapter", "croupier.yaml", "adapter: mock", "adapter: soap", "upstreams.mock.adapter",
			"unknown value",
		},
		{
			"an envelope adapter without url", "croupier.yaml", "adapter: mock\n    control: true", "adapter: envelope",
			"upstreams.mock.url", "missing",
		},
		{
			"the control API in production", "croupier.yaml", "profile: demo", "profile: production",
			"upstreams.mock.control", "production",
		},
		{
			"a second mock", "croupier.yaml", "  mock:\n", "  other:\n    adapter: mock\n  mock:\n",
			"upstreams.other.adapter", "one mock",
		},
		{"a missing brands folder", "croupier.yaml", "brands: brands", "brands: missing", "brands", "could not read"},
		{"a syntax error", "croupier.yaml", "profile: demo", "profile: [demo", "", ""},
		{"a duplicate key", "croupier.yaml", "profile: demo", "profile: demo\nprofile: demo", "", ""},
		{"a brand id that differs from its folder", marmara, "id: marmara\n", "id: marmora\n", "id", "directory"},
		{"a host with a port", marmara, "hosts: [localhost,", "hosts: [\"localhost:80\",", "hosts.0", "host name"},
		{
			"a host of another brand", "brands/zephyr/brand.yaml", "hosts: [zephyr.localhost", "hosts: [localhost",
			"hosts.0", "belongs",
		},
		{"a site id missing", marmara, "site_id: 889\n", "", "site_id", "missing"},
		{"an unknown time zone", marmara, "Europe/Istanbul", "Europe/Byzantium", "time_zone", ""},
		{"a duplicate language", marmara, "lang: de }", "lang: tr }", "languages.2.lang", "twice"},
		{"a duplicate id of a language", marmara, "{ id: 3, ", "{ id: 1, ", "languages.2.id", "language tr"},
		{
			"a palette without a colour role", marmara, "      focus: \"#7CC4FF\"\n", "", "theme.modes.dark.focus",
			"missing",
		},
		{
			"a font that could end a style", marmara, "Sora Variable", "\"Sora'; x\"", "theme.fonts.display",
			"invalid value",
		},
		{"an unknown feature", marmara, "  bingo: true", "  bongo: true", "features.bongo", "unknown"},
		{
			"an optional call that the contract does not have", marmara, "calls: [crm/recent_wins,",
			"calls: [crm/recent_win,", "features.calls.0", `did you mean "crm/recent_wins"`,
		},
		{
			"a call that is not optional", marmara, "calls: [crm/recent_wins,", "calls: [user/login,",
			"features.calls.0", "not optional",
		},
		{
			"an unknown section of the lobby", marmara, "features:\n",
			"lobby: [shortcuts, favorite, live]\nfeatures:\n", "lobby.1", "unknown section",
		},
		{
			"a misspelt section of the lobby", marmara, "features:\n", "lobby: [popularr]\nfeatures:\n", "lobby.0",
			"popular",
		},
		{
			"a section of the lobby twice", marmara, "features:\n", "lobby: [live, popular, live]\nfeatures:\n",
			"lobby.2", "twice",
		},
		{
			"a section of a feature that is off", pera, "  tournaments: true\n", "  tournaments: false\n", "lobby.4",
			"features.tournaments",
		},
		{
			"a row that sections lacks", marmara, "features:\n", "lobby: [row/summer]\nfeatures:\n", "lobby.0",
			"not in sections",
		},
		{
			"a category without an id", marmara, "features:\n", "lobby: [category/]\nfeatures:\n", "lobby.0",
			"category/ID",
		},
		{"a page without games", marmara, "  sport: 1\n", "", "features.sport", "virtual_games"},
		{
			"a notice missing in a language", marmara, "    ru: Жителям", "    # ru: Жителям", "legal.notice.ru",
			"missing",
		},
		{
			"a ticket period that ends before its start", marmara, "from: 2026-01-01", "from: 2028-01-01", "tickets.to",
			"after",
		},
		{
			"a wait of less than a day", marmara, "currency: TRY",
			"currency: TRY\nplayer_protection: { loosen_after: 1h }", "player_protection.loosen_after", "too short",
		},
		{"an idle limit of zero", marmara, "idle: 1h", "idle: 0s", "sessions.idle", "duration"},
		{"an idle limit above the absolute", marmara, "idle: 1h", "idle: 48h", "sessions.idle", "longer"},
		{
			"an invalid redis URL", "croupier.yaml", "brands: brands", "brands: brands\nredis: { url: memory }",
			"redis.url", "redis://",
		},
		{
			"a redis port out of range", "croupier.yaml", "brands: brands",
			"brands: brands\nredis: { url: \"redis://localhost:70000\" }", "redis.url", "port",
		},
		{
			"a second database of a cluster", "croupier.yaml", "brands: brands",
			"brands: brands\nredis: { url: \"redis+cluster://localhost/1\" }", "redis.url", "one database",
		},
		{
			"an invalid redis timeout", "croupier.yaml", "brands: brands",
			"brands: brands\nredis: { url: \"redis://localhost?timeout=soon\" }", "redis.url", "timeout",
		},
		{
			"a copy of exclusions beside redis", "croupier.yaml", "brands: brands",
			"brands: brands\nredis: { url: \"redis://localhost\" }\nexclusions_copy: copy", "exclusions_copy",
			"redis.url",
		},
		{
			"tickets without redis", "croupier.yaml", "brands: brands", "brands: brands\nsession: { store: redis }",
			"session.store", "redis.url",
		},
		{
			"an invalid OTLP endpoint", "croupier.yaml", "brands: brands",
			"brands: brands\ntelemetry: { otlp_endpoint: \"collector:4318\" }", "telemetry.otlp_endpoint", "http",
		},
		{
			"an unknown kind of audit sink", "croupier.yaml", "brands: brands",
			"brands: brands\naudit: { sinks: { siem: { kafka: \"https://a.example\" } } }", "audit.sinks.siem.kafka",
			"unknown field (allowed: authorization_file, https, otlp)",
		},
		{
			"an audit sink with two addresses", "croupier.yaml", "brands: brands",
			"brands: brands\naudit: { sinks: { siem: { https: \"https://a.test\", otlp: \"https://a.test\" } } }",
			"audit.sinks.siem", "must have one address (allowed: otlp or https)",
		},
		{
			"an audit sink without TLS", "croupier.yaml", "brands: brands",
			"brands: brands\naudit: { sinks: { siem: { otlp: \"http://collector:4318/v1/logs\" } } }",
			"audit.sinks.siem", "requires https",
		},
		{
			"an audit sink with a large file", "croupier.yaml", "brands: brands",
			"brands: brands\naudit: { sinks: { siem: { otlp: \"http://[::1]\", authorization_file: croupier.yaml } } }",
			"audit.sinks.siem.authorization_file", "must contain one line",
		},
		{
			"a country header without trusted proxies", "croupier.yaml", "brands: brands",
			"brands: brands\ncountry_header: X-Country", "country_header", "trusted_proxies",
		},
		{
			"an invalid country header", "croupier.yaml", "brands: brands", "brands: brands\ncountry_header: X Country",
			"country_header", "invalid value",
		},
		{
			"a rest upstream without mapping", "croupier.yaml", "adapter: mock",
			"adapter: rest\n    url: https://x.example", "upstreams.mock.mapping", "missing",
		},
		{
			"a missing mapping file", "croupier.yaml", "adapter: mock",
			"adapter: rest\n    url: https://x.example\n    mapping: none.yaml", "upstreams.mock.mapping",
			"could not read none.yaml",
		},
		{
			"a missing secret file", "croupier.yaml", "seed: 1", "secret_file: /does/not/exist",
			"upstreams.mock.secret_file", "could not read",
		},
		{
			"a short secret", "croupier.yaml", "seed: 1", "secret_file: brands/marmara/datas/short",
			"upstreams.mock.secret_file", "at least 16 bytes",
		},
		{
			"a missing CA file", "croupier.yaml", "seed: 1", "tls: { ca_file: none.pem }", "upstreams.mock.tls.ca_file",
			"could not read",
		},
		{
			"a CA file without certificates", "croupier.yaml", "seed: 1", "tls: { ca_file: croupier.yaml }",
			"upstreams.mock.tls.ca_file", "no certificate",
		},
		{
			"a certificate authority of redis without TLS", "croupier.yaml", "brands: brands",
			"brands: brands\nredis: { url: \"redis://localhost\", tls: { ca_file: croupier.yaml } }", "redis.tls",
			"requires a redis.url",
		},
		{
			"a client certificate without a key", "croupier.yaml", "seed: 1", "tls: { cert_file: croupier.yaml }",
			"upstreams.mock.tls.key_file", "is missing",
		},
		{
			"a missing key of a client certificate", "croupier.yaml", "seed: 1",
			"tls: { cert_file: croupier.yaml, key_file: none.pem }", "upstreams.mock.tls.key_file", "could not read",
		},
		{
			"disabled certificate verification", "croupier.yaml", "seed: 1", "tls: { insecure: true }",
			"upstreams.mock.tls.insecure", "",
		},
		{
			"a header value with a line feed", "croupier.yaml", "seed: 1", "headers: { X-A: \"geheim\\nb\" }",
			"upstreams.mock.headers.X-A", "control characters",
		},
		{
			"a header of the call", "croupier.yaml", "seed: 1", "headers: { idempotency-key: a }",
			"upstreams.mock.headers.idempotency-key", "Croupier sets this header",
		},
		{
			"a header of the connection", "croupier.yaml", "seed: 1", "headers: { Transfer-Encoding: a }",
			"upstreams.mock.headers.Transfer-Encoding", "Croupier sets this header",
		},
		{
			"a header of the signature", "croupier.yaml", "seed: 1", "headers: { x-croupier-signature: a }",
			"upstreams.mock.headers.x-croupier-signature", "Croupier sets this header",
		},
		{
			"an invalid header name", "croupier.yaml", "seed: 1", "headers: { X Key: a }",
			"upstreams.mock.headers.X Key", "unknown field",
		},
		{
			"a timeout above the maximum", "croupier.yaml", "seed: 1", "timeouts: { money: 1h }",
			"upstreams.mock.timeouts.money", "2m",
		},
		{
			"a health call that needs a player", "croupier.yaml", "seed: 1", "probe: { call: finance/check_balance }",
			"upstreams.mock.probe.call", "guest read",
		},
		{
			"a timeout longer than the contract's", "croupier.yaml", "seed: 1", "timeouts: { quick: 4s }",
			"upstreams.mock.timeouts.quick", "100ms to 3s",
		},
		{
			"a drain notice above the maximum", "croupier.yaml", "log:\n", "drain: { notice: 1h }\nlog:\n",
			"drain.notice", "0s to 5m",
		},
		{
			"a breaker that never opens", "croupier.yaml", "seed: 1", "breaker: { ratio: 1.5 }",
			"upstreams.mock.breaker.ratio", "",
		},
		{
			"a route to an unknown upstream", marmara, "currency: TRY", "currency: TRY\nrouting: { casino: moon }",
			"routing.casino", "unknown upstream",
		},
		{
			"a route of an unknown class", marmara, "currency: TRY", "currency: TRY\nrouting: { poker: mock }",
			"routing.poker", "not a class",
		},
		{
			"a route of an unknown call", marmara, "currency: TRY", "currency: TRY\nrouting: { casino/deal: mock }",
			"routing.casino/deal", "not a call",
		},
		{
			"a route of a local call", marmara, "currency: TRY", "currency: TRY\nrouting: { user/refresh: mock }",
			"routing.user/refresh", "answers this call itself",
		},
		{
			"a cache policy of an unknown call", marmara, "currency: TRY",
			"currency: TRY\ncache: { casino/deal: { ttl: 1s } }", "cache.casino/deal", "not a call",
		},
		{
			"a cache policy for an uncacheable call", marmara, "currency: TRY",
			"currency: TRY\ncache: { finance/check_balance: { ttl: 1s } }", "cache.finance/check_balance",
			"cannot be cached",
		},
		{
			"an enforced money call", marmara, "currency: TRY",
			"currency: TRY\ncontract: { user/claim_bonus: enforce }", "contract.user/claim_bonus",
			"not possible for payments",
		},
		{
			"a contract mode of an unknown call", marmara, "currency: TRY",
			"currency: TRY\ncontract: { casino/deal: enforce }", "contract.casino/deal", "not a call",
		},
		{
			"an override of an unknown call", "croupier.yaml", "adapter: mock\n",
			"adapter: mock\n    contract_overrides: { casino/deal: { $: { nullable: true } } }\n",
			"upstreams.mock.contract_overrides.casino/deal", "not a call",
		},
		{
			"an override of an unknown path", "croupier.yaml", "adapter: mock\n",
			"adapter: mock\n    contract_overrides: { casino/games_list: { \"$[*].nothing\": { nullable: true } } }\n",
			"upstreams.mock.contract_overrides.casino/games_list.$[*].nothing", "do not have this path",
		},
		{
			"an override of the type of data", "croupier.yaml", "adapter: mock\n",
			"adapter: mock\n    contract_overrides: { casino/games_list: { $: { types: [object] } } }\n",
			"upstreams.mock.contract_overrides.casino/games_list.$", "cannot read",
		},
		{
			"null data that is no list", "croupier.yaml", "adapter: mock\n",
			"adapter: mock\n    contract_overrides: { casino/init_game: { $: { nullable: true } } }\n",
			"upstreams.mock.contract_overrides.casino/init_game.$", "only a list",
		},
		{
			"stale answers with ttl 0", marmara, "currency: TRY",
			"currency: TRY\ncache: { casino/games_list: { ttl: 0s, stale_if_error: 1h } }",
			"cache.casino/games_list.ttl", "stale",
		},
		{
			"a limit with count 0", marmara, "currency: TRY",
			"currency: TRY\nlimits: { money: { count: 0, window: 1m } }", "limits.money.count", "",
		},
		{
			"a limit without window", marmara, "currency: TRY", "currency: TRY\nlimits: { money: { count: 1 } }",
			"limits.money.window", "missing",
		},
		{
			"a burst for a limit without burst", marmara, "currency: TRY",
			"currency: TRY\nlimits: { password: { count: 8, window: 10m, burst: 9 } }", "limits.password.burst",
			"unknown",
		},
		{
			"an exempt address without a prefix length", marmara, "currency: TRY", "currency: TRY\nexempt: [10.0.0.1]",
			"exempt.0", "write 10.0.0.1/32",
		},
		{
			"a message without debug", marmara, "currency: TRY",
			"currency: TRY\nmessages: { Kapandı: { maintenance: true } }", "messages.Kapandı.debug", "missing",
		},
		{
			"an empty message", marmara, "currency: TRY", "currency: TRY\nmessages: { \" \": { debug: closed } }",
			"messages. ", "is empty",
		},
		{
			"duplicate messages", marmara, "currency: TRY",
			"currency: TRY\nmessages:\n  Kapandı: { debug: closed }\n  KAPANDI!: { debug: open }", "messages.Kapandı",
			"same message",
		},
		{
			"a limit of an unknown class", marmara, "currency: TRY",
			"currency: TRY\nlimits: { class/poker: { count: 1, window: 1s, burst: 1 } }", "limits.class/poker",
			"not a class",
		},
		{
			"a limit without burst", marmara, "currency: TRY",
			"currency: TRY\nlimits: { session: { count: 1, window: 1s } }", "limits.session.burst", "missing",
		},
		{
			"client origins without body transport", marmara, "origins:\n",
			"origins:\n  clients: [\"https://app.example\"]\n", "origins.clients", "cookie",
		},
		{
			"a client origin with a path", marmara, "origins:\n", "origins:\n  clients: [\"https://app.example/x\"]\n",
			"origins.clients.0", "",
		},
		{
			"an origin that would end the directive", marmara, "frames: [http://127.0.0.1:8090]",
			"frames: [\"https://a.example; script-src *\"]", "origins.frames.0", "invalid value",
		},
		{
			"a keyword as an origin", marmara, "images: [http://127.0.0.1:8090]", "images: [\"*\"]", "origins.images.0",
			"invalid value",
		},
		{
			"blocked countries without a country header", marmara, "currency: TRY",
			"currency: TRY\nblocked_countries: [US]", "blocked_countries", "country_header",
		},
		{
			"an invalid country", marmara, "currency: TRY", "currency: TRY\nblocked_countries: [Utopia]",
			"blocked_countries.0", "invalid value",
		},
		{
			"a tagline in an unknown language", marmara, "  tr: Slot,", "  fra: Machines\n  tr: Slot,", "tagline.fra",
			"unknown",
		},
		{
			"a production profile with a mock", "croupier.yaml", "profile: demo", "profile: production",
			"upstreams.mock.adapter", "does not allow",
		},
		{
			"two roles of a group for one brand", "croupier.yaml", "profile: demo",
			"profile: demo\n" + oidcSettings + "{ support: \"admin,*=viewer\" } } }", "staff.oidc.groups.support",
			"two roles",
		},
		{"an invalid menu", "brands/marmara/datas/header-menu.json", "[", "", "", "invalid JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := config.Load(changed(t, [3]string{c.file, c.old, c.new}), "croupier.yaml", noEnv)
			faults := faultsIn(t, err)
			for _, f := range faults {
				if f.File == c.file && f.Line > 0 && f.Field == c.field && strings.Contains(f.String(), c.problem) {
					return
				}
			}
			t.Errorf("no fault with file %s, a line, field %q and %q:\n%v", c.file, c.field, c.problem, faults)
		})
	}
}

func TestBrandFolderMustBeComplete(t *testing.T) {
	for _, name := range []string{
		"brand.yaml", "logo/dark.svg", "logo/light.svg", "logo/mark.svg", "datas/partners.json",
		"datas/footer-menu.json",
	} {
		files := changed(t)
		file := "brands/marmara/" + name
		delete(files, file)
		_, err := config.Load(files, "croupier.yaml", noEnv)
		faults := faultsIn(t, err)
		assert.True(
			t, len(faults) == 1 && faults[0].File == file && faults[0].Problem == "file not found", "without %s: %v",
			name, err,
		)
	}
}

func TestIconsAreOptionalPictures(t *testing.T) {
	const folder = "brands/marmara/logo/"
	files := changed(t)
	icon := files[folder+"icon-192.png"]
	delete(files, folder+"icon-192.png")
	delete(files, folder+"apple-touch-icon.png")
	_, err := config.Load(files, "croupier.yaml", noEnv)
	assert.NoError(t, err, "without icons")
	for name, raw := range map[string][]byte{"of another size": icon.Data, "no picture": []byte("<svg/>")} {
		files[folder+"icon-512.png"] = &fstest.MapFile{Data: raw}
		_, err := config.Load(files, "croupier.yaml", noEnv)
		faults := faultsIn(t, err)
		assert.True(t, len(faults) == 1 && faults[0].File == folder+"icon-512.png", "%s: %v", name, err)
		assert.Equal(t, "must be a PNG image of 512x512 pixels", faults[0].Problem, name)
	}
}

func TestAllFaultsAreReportedWithTheirLines(t *testing.T) {
	invalid := changed(t,
		[3]string{"brands/zephyr/brand.yaml", "site_id: 111", "site_id: none"},
		[3]string{"brands/pera/brand.yaml", "radius: 4", "radius: four"},
		[3]string{"brands/pera/brand.yaml", "hero: framed", "hero: none"},
		// Faults that the schema cannot express are reported in the same pass.
		[3]string{"brands/pera/brand.yaml", "upstream: mock", "upstream: moc"},
		[3]string{"croupier.yaml", "level: info", "level: loud"},
		[3]string{
			"croupier.yaml", "brands: brands", "brands: brands\nsession: { store: redis }\ndrain: { notice: soon }",
		},
	)
	_, err := config.Load(invalid, "croupier.yaml", noEnv)
	faults := faultsIn(t, err)
	require.Len(t, faults, 7, "%v", err)
	for _, f := range faults {
		line := strings.Split(string(invalid[f.File].Data), "\n")[f.Line-1]
		last := f.Field[strings.LastIndex(f.Field, ".")+1:]
		assert.Contains(t, line, last+":", "%v", f)
	}
}

func TestSettingsOfSectionsAreChecked(t *testing.T) {
	const chosen, title = "games: [{id: 1, name: Ala}]", "title: {tr: Ala}"
	for settings, want := range map[string]string{
		"row/A: {" + title + ", filter: {type: 3d}}":                 "sections.row/A: unknown section",
		"row/a: {" + title + "}":                                     "sections.row/a: requires either",
		"row/a: {" + title + ", filter: {type: 3d}, " + chosen + "}": "sections.row/a: requires either",
		"row/a: {title: {en: Ala}, " + chosen + "}":                  "sections.row/a.title.tr: is missing",
		"live: {pinned: [{id: 1, name: Ala}]}":                       "sections.live: only rows of slots",
		"category/91: {" + chosen + "}":                              "sections.category/91: only sections row/ID",
		"popular: {hidden: [{id: '12', name: Ala}]}":                 "sections.popular.hidden.0.id: invalid value",
	} {
		edit := [3]string{"brands/marmara/brand.yaml", "features:\n", "sections: {" + settings + "}\nfeatures:\n"}
		_, err := config.Load(changed(t, edit), "croupier.yaml", noEnv)
		f := faultsIn(t, err)[0]
		assert.Contains(t, f.Field+": "+f.Problem, want, settings)
	}
}

func TestLobbyOfABrand(t *testing.T) {
	c := loaded(t, configs.FS)
	for id, want := range map[string]struct{ lead, slider string }{
		"marmara": {"popular", bff.SliderOfHome},
		"zephyr":  {"popular", bff.SliderOfActiveItems},
		"pera":    {bff.LobbyLive, bff.SliderOfHome},
	} {
		b, _ := c.ByID(id)
		assert.Equal(t, want.lead+" "+want.slider, b.LobbyLead()+" "+b.HomeSlider, id)
	}
	b, _ := c.ByID("marmara")
	assert.Equal(t, bff.DefaultLobby(), b.Lobby)
	assert.Equal(t, "category/91", (&bff.Brand{Lobby: []string{"shortcuts", "category/91", "live"}}).LobbyLead())
}
