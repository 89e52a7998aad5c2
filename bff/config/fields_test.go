package config_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/configs"
)

func loaded(t *testing.T, files fs.FS) *config.Config {
	t.Helper()
	c, err := config.Load(files, "croupier.yaml", noEnv)
	require.NoError(t, err)
	return c
}

func TestEveryBrandFieldIsLoaded(t *testing.T) {
	c := loaded(t, changed(t,
		[3]string{
			"croupier.yaml", "upstreams:\n",
			"upstreams:\n  studio:\n    adapter: envelope\n    url: https://studio.example/endpoint/v1\n",
		},
		[3]string{"brands/marmara/brand.yaml", "idle: 1h,", "idle: 1h, transport: body, secure: true,"},
		[3]string{"brands/marmara/brand.yaml", "origins:\n", "origins:\n  clients: [\"https://app.example\"]\n"},
		[3]string{
			"brands/marmara/brand.yaml", "frames: [http://127.0.0.1:8090]", "frames: [\"https://*.games.example\"]",
		},
		[3]string{
			"croupier.yaml", "profile: demo", "profile: demo\ntrusted_proxies: [10.0.0.0/8]\ncountry_header: X-Country",
		},
		[3]string{"brands/marmara/brand.yaml", "currency: TRY", `currency: TRY
blocked_countries: [US]
player_protection:
  { group: aurora, deposit_limit: required, loosen_after: 72h, reality_check: 30,
    default_limits: { deposit: { month: 5000.5, day: 100 }, session_time: { day: 480 } } }
routing: { livecasino: studio, casino/init_game: studio }
cache:
  casino/games_list: { ttl: 30s, stale_while_revalidate: 5m, stale_if_error: 1h }
  casino/provider_list: { ttl: 0s }
contract: { casino/games_list: enforce, finance/save_bank_transfer: observe }
limits:
  address: { count: 10, window: 1s, burst: 20 }
  events: { count: 3 }
exempt: [10.0.0.0/8, "2001:db8::/32"]
messages: { "Oturum kapandı.": { debug: anonymous user, ends_session: true } }`},
	))
	b, _ := c.Brand("localhost")
	route := b.RulesFor(&bff.Call{Class: "livecasino", Method: "init_game"})
	want := bff.UpstreamRules{
		Name: "studio", URL: c.Server.Upstreams["studio"].URL, Adapter: "envelope", Settings: route.Settings,
	}
	assert.True(t, route == want && route.Settings != "", "rules of livecasino: %+v", route)
	assert.Equal(t, route, b.RulesFor(&bff.Call{Class: "casino", Method: "init_game"}), "rules of casino/init_game")
	own := b.RulesFor(&bff.Call{Class: "casino", Method: "games_list"})
	assert.True(t, own == b.Upstream && own.Name == "mock", "rules of other calls: %+v", own)
	for _, f := range []struct {
		name      string
		got, want any
	}{
		{"virtual games", b.Virtual, map[string]bff.RecordID{
			"goldenrace": bff.RecordID("16"), "football3d": bff.RecordID("16"), "spaceman": bff.RecordID("7"),
			"zeplin":     bff.RecordID("7"),
			"betongames": bff.RecordID("13"), "bingo": bff.RecordID("4"), "soundbingo": bff.RecordID("4"),
			"sport": bff.RecordID("1"), "livesport": bff.RecordID("1"),
		}},
		{
			"sessions", b.Sessions,
			bff.SessionRules{Idle: time.Hour, Absolute: 24 * time.Hour, Transport: "body", Secure: true},
		},
		{"blocked", b.Blocked, map[string]bool{"US": true}},
		{"protection", b.Protection, bff.ProtectionRules{
			Group: "aurora", DepositLimitRequired: true, LoosenAfter: 72 * time.Hour, RealityCheck: 30,
			Defaults: []bff.PlayerLimit{
				{LimitID: bff.LimitID{Kind: "deposit", Period: "day"}, Value: 10_000},
				{LimitID: bff.LimitID{Kind: "deposit", Period: "month"}, Value: 500_050},
				{LimitID: bff.LimitID{Kind: "session_time", Period: "day"}, Value: 480},
			},
		}},
		{"cache", b.Cache, map[string]bff.CachePolicy{
			"casino/games_list": {
				TTL: 30 * time.Second, StaleWhileRevalidate: 5 * time.Minute, StaleIfError: time.Hour,
			},
			"casino/provider_list": {},
		}},
		{"contract", b.Contract, map[string]bff.ContractMode{
			"casino/games_list": bff.ContractEnforce, "finance/save_bank_transfer": bff.ContractObserve,
		}},
		{"limits", b.Limits, map[bff.LimitRule]bff.Allowance{
			bff.LimitAddress: {Count: 10, Window: time.Second, Burst: 20}, bff.LimitEvents: {Count: 3},
		}},
		{
			"exempt", b.Exempt,
			[]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")},
		},
		{
			"messages", b.Messages,
			map[string]bff.KnownMessage{"Oturum kapandı.": {Debug: "anonymous user", EndsSession: true}},
		},
		{"links", b.Origins.Links, []string{"https://*.marmara.test"}},
		{"frames", b.Origins.Frames, []string{"https://*.games.example"}},
		{"clients", b.Origins.Clients, []string{"https://app.example"}},
	} {
		assert.Equal(t, f.want, f.got, f.name)
	}
}

func TestEveryUpstreamFieldIsLoaded(t *testing.T) {
	files := changed(t, [3]string{"croupier.yaml", "upstreams:\n", `redis:
  { url: "redis://127.0.0.1:6379/1", start_timeout: 9s }
session: { store: redis }
trusted_proxies: [10.0.0.0/8]
country_header: X-Country
telemetry: { otlp_endpoint: "http://127.0.0.1:4318" }
drain: { notice: 7s }
retention: { requests: 1, players: 2, audit: 180, refused_logins: 30, windows: 5 }
upstreams:
  platform:
    adapter: rest
    url: https://platform.example/api
    failover_urls: [https://standby.example/api]
    mapping: mappings/platform.yaml
    headers: { X-Partner: croupier }
    secret_file: secret
    timeouts: { quick: 1s, money: 25s }
    concurrency: 7
    queue: 9
    breaker: { window: 20s, minimum: 5, ratio: 0.25, open_for: 3s, slow_after: 2s }
    probe: { call: casino/category_list, interval: 300ms, return_after: 5s }
    tls: { insecure: false }
    propagate_500: false
    contract_overrides: { casino/games_list: { "$[*].name": { nullable: true }, "$[*].gameID": { types: [string] } } }
`})
	files["mappings/platform.yaml"] = &fstest.MapFile{Data: []byte("calls: {}")}
	files["secret"] = &fstest.MapFile{Data: []byte("a secret of some length\n")}
	s := loaded(t, files).Server
	got := s.Upstreams["platform"]
	want := config.Upstream{
		Adapter: "rest", URL: "https://platform.example/api", FailoverURLs: []string{"https://standby.example/api"},
		Mapping: "mappings/platform.yaml",
		Headers: map[string]string{"X-Partner": "croupier"}, SecretFile: "secret",
		Timeouts:    map[string]time.Duration{"quick": time.Second, "money": 25 * time.Second},
		Concurrency: 7, Queue: 9, Propagate500: new(false),
		Breaker: config.Breaker{
			Window: 20 * time.Second, Minimum: 5, Ratio: 0.25,
			OpenFor: 3 * time.Second, SlowAfter: 2 * time.Second,
		},
		ContractOverrides: contract.Overrides{
			"casino/games_list": {"$[*].name": {Nullable: true}, "$[*].gameID": {Types: []string{"string"}}},
		},
		Probe: config.Probe{
			Call: "casino/category_list", Interval: 300 * time.Millisecond, ReturnAfter: 5 * time.Second,
		},
		MappingYAML: []byte("calls: {}"), Secret: config.Secret("a secret of some length"),
	}
	assert.Equal(t, want, got)
	assert.NotContains(
		t, fmt.Sprintf("%v %+v %#v %s", got, got, got, got.Secret), "some length", "the secret is printed",
	)
	assert.Equal(t, "7s redis X-Country", fmt.Sprint(s.Drain.Notice, " ", s.Session.Store, " ", s.CountryHeader))
	assert.Equal(t, 9*time.Second, s.Redis.StartTimeout)
	assert.Equal(t, "redis://127.0.0.1:6379/1 http://127.0.0.1:4318", s.Redis.URL+" "+s.Telemetry.OTLPEndpoint)
	assert.Equal(
		t, (config.Retention{Requests: 1, Players: 2, Audit: 180, RefusedLogins: 30, Windows: 5}), s.Retention,
		"retention",
	)
}

func TestRetention(t *testing.T) {
	defaults := config.Retention{Requests: 7, Players: 180, Audit: 400, RefusedLogins: 90, Windows: 30}
	assert.Equal(t, defaults, loaded(t, configs.FS).Server.Retention)
	for setting, want := range map[string]string{
		"CROUPIER_RETENTION_AUDIT=179":         "180", // what must be kept cannot be shortened
		"CROUPIER_RETENTION_REFUSED_LOGINS=29": "30",
		"CROUPIER_RETENTION_REQUESTS=0":        "1",
		"CROUPIER_RETENTION_PLAYERS=for ever":  "a whole number from 1 to 3650",
		"CROUPIER_RETENTION_AUDIT=180":         "",
	} {
		name, value, _ := strings.Cut(setting, "=")
		_, err := loadDemoWith(map[string]string{name: value})
		if want == "" {
			assert.NoError(t, err, setting)
			continue
		}
		assert.ErrorContains(t, err, name, setting)
		assert.ErrorContains(t, err, want, setting)
	}
}

func TestChangedUpstreamSettingsChangeTheRules(t *testing.T) {
	rules := func(edits ...[3]string) bff.UpstreamRules {
		b, _ := loaded(t, changed(t, edits...)).Brand("localhost")
		return b.Upstream
	}
	same := rules([3]string{"croupier.yaml", "level: info", "level: warn"})
	assert.Equal(
		t, same, rules([3]string{"croupier.yaml", "level: info", "level: error"}),
		"equal settings have different rules",
	)
	assert.NotEqual(
		t, same, rules([3]string{"croupier.yaml", "seed: 1", "seed: 1\n    concurrency: 3"}), "changed settings",
	)
}

func TestProductionRejectsDemoSettings(t *testing.T) {
	platform := func(url string) [3]string {
		return [3]string{
			"croupier.yaml", "adapter: mock\n    control: true\n    seed: 1", "adapter: envelope\n    url: " + url,
		}
	}
	profile := [3]string{"croupier.yaml", "profile: demo", "profile: production"}
	for _, row := range []struct {
		name  string
		edits [][3]string
		field string // of the one fault; empty: none
	}{
		{"a platform behind TLS", [][3]string{profile, platform("https://platform.example/endpoint/v1")}, ""},
		{"a platform on the same machine", [][3]string{profile, platform("http://127.0.0.1:8090/endpoint/v1")}, ""},
		{
			"a platform without TLS",
			[][3]string{profile, platform("http://platform.example/endpoint/v1")},
			"upstreams.mock.url",
		},
		{
			"a failover address without TLS",
			[][3]string{profile, platform("http://127.0.0.1/v1\n    failover_urls: [http://platform.example/v1]")},
			"upstreams.mock.url",
		},
		{"cookies without TLS", [][3]string{
			profile, platform("https://platform.example/endpoint/v1"),
			{"brands/pera/brand.yaml", "sessions: {", "sessions: { secure: false,"},
		}, "sessions.secure"},
	} {
		t.Run(row.name, func(t *testing.T) {
			files := changed(t, row.edits...)
			licensed(files)
			c, err := config.Load(files, "croupier.yaml", noEnv)
			if row.field == "" {
				assert.True(
					t, err == nil && c.Brands[0].Sessions.Secure, "rejected, or cookies without Secure: %v", err,
				)
				return
			}
			faults := faultsIn(t, err)
			assert.True(t, len(faults) == 1 && faults[0].Field == row.field && faults[0].Line != 0, "got %v", err)
		})
	}
}

// licensed replaces the fictional licences of the demo.
func licensed(files fstest.MapFS) {
	for name, file := range files {
		if strings.HasSuffix(name, "brand.yaml") {
			file.Data = bytes.ReplaceAll(file.Data, []byte("/JAZ"), []byte("/2026"))
		}
	}
}

// An operator must not go live with a copy of the demo.
func TestProductionRejectsTheDemosBrands(t *testing.T) {
	files := changed(t, [3]string{"croupier.yaml", "profile: demo", "profile: production"},
		[3]string{"croupier.yaml", "adapter: mock\n    control: true\n    seed: 1", "adapter: envelope\n    url: " +
			"https://platform.example/endpoint/v1"})
	_, err := config.Load(files, "croupier.yaml", noEnv)
	for _, id := range []string{"marmara", "zephyr", "pera"} {
		assert.Regexp(t, id+`/brand.yaml:\d+:\d+: licences.0.number: \d+/JAZ is a fictional licence`, err)
		assert.Regexp(t, id+`/brand.yaml:\d+:\d+: legal.licence.tr: `, err)
	}
	licensed(files)
	warnings := loaded(t, files).Warnings().Error()
	assert.Contains(t, warnings, "hosts.0: players cannot reach localhost")
	assert.Contains(t, warnings, "hosts.1: players cannot reach 127.0.0.1")
}

func TestServerWithTLSHasSecureCookies(t *testing.T) {
	tls := [3]string{
		"croupier.yaml", "profile: demo", "profile: demo\ntls: { cert_file: tls/tls.crt, key_file: /run/tls.key }",
	}
	c := loaded(t, changed(t, tls))
	got, want := c.Server.TLS, (config.ServerTLS{CertFile: "tls/tls.crt", KeyFile: "/run/tls.key"})
	assert.True(t, got == want && got.Enabled(), "got %+v, want %+v", got, want)
	for _, b := range c.Brands {
		assert.True(t, b.Sessions.Secure, "%s: cookies are not Secure", b.ID)
	}
	c = loaded(t, changed(t, tls, [3]string{"brands/pera/brand.yaml", "sessions: {", "sessions: { secure: false,"}))
	pera, _ := c.ByID("pera")
	assert.True(t, !pera.Sessions.Secure, "sessions.secure of the brand is ignored")
}

func TestBrandsMayShareASiteID(t *testing.T) {
	loaded(t, changed(t, [3]string{"brands/zephyr/brand.yaml", "site_id: 111", "site_id: 889"}))
}

func TestRedisURLs(t *testing.T) {
	for url, fine := range map[string]bool{
		"redis://127.0.0.1:6379/0": true, "rediss://user:word@redis:6379?timeout=250ms": true,
		"unix:///run/redis.sock":                 true,
		"redis+cluster://one:7000?addr=two:7000": true, "rediss+cluster://one:7000": true,
		"rediss+sentinel://one:26379/1?master_name=m&addr=two:26379": true,
		"redis://": false, "unix+cluster:///run/redis.sock": false, "http://redis": false, "127.0.0.1:6379": false,
	} {
		_, err := loadDemoWith(map[string]string{"CROUPIER_REDIS_URL": url})
		assert.Equal(t, fine, err == nil, "%s: %v", url, err)
	}
}

func TestFaultsNeverQuoteTheRedisPassword(t *testing.T) {
	_, err := loadDemoWith(map[string]string{"CROUPIER_REDIS_URL": "http://:hunter2@redis:6379"})
	assert.Equal(t, "CROUPIER_REDIS_URL", faultsIn(t, err)[0].Field)
	assert.NotContains(t, err.Error(), "hunter2")
}

// Operators copy the example, so it must be valid.
func TestProductionExampleIsValid(t *testing.T) {
	raw, err := os.ReadFile("../../configs/production.example.yaml")
	require.NoError(t, err)
	files := changed(t)
	files["production.yaml"] = &fstest.MapFile{Data: raw}
	for _, id := range []string{"marmara", "zephyr", "pera"} {
		replaceIn(t, files, "brands/"+id+"/brand.yaml", "upstream: mock", "upstream: platform")
	}
	licensed(files)
	c, err := config.Load(files, "production.yaml", noEnv)
	assert.True(t, err == nil && len(c.Brands) == 3, "rejected:\n%v", err)
}
