package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/internal/indexkey"
	"croupier/bff/platform/conformance"
	"croupier/bff/test/storetest/realredis"
	"croupier/bff/test/testkit"
)

func TestCheckUpstream(t *testing.T) {
	var sent sync.Map // by call
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			API struct{ Class, Method string }
		}
		_ = json.NewDecoder(r.Body).Decode(&body)
		sent.Store(body.API.Class+"/"+body.API.Method, true)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(
			w, `{"result":true,"message":"","data":{"nonsense":1},"code":200,"debug":null,"pagination":null}`,
		)
	}))
	t.Cleanup(platform.Close)
	file := writeConfig(t, envelopeConfig(platform.URL))

	code, out, _ := runCommand(t, "check", "--config", file)
	assert.Equal(t, exitOK, code, out)
	sent.Range(func(call, _ any) bool { return assert.Fail(t, "sent without --upstream", call) })
	code, out, _ = runCommand(t, "check", "--upstream", "--config", file)
	for _, want := range []string{
		"marmara: ", "zephyr: ", "failed casino/games_list", "failed cmscontroller/getSlider",
	} {
		assert.True(t, code == exitFailure && strings.Contains(out, want), "status %d, no %q in:\n%s", code, want, out)
	}
	assert.NotContains(t, out, "valid")
	for _, unwanted := range []string{"user/login", "finance/check_balance", "user/register"} {
		_, found := sent.Load(unwanted)
		assert.False(t, found, "%s was sent without a session", unwanted)
	}

	report := decoded[checked](t, exitFailure, "check", "--upstream", "--format", "json", "--config", file)
	assert.True(t, len(report.Upstreams) == 3 && report.Upstreams["pera"].Count(conformance.Failed) != 0, "%+v", report)

	replace(t, file, "url: ", "failover_urls: [http://127.0.0.1:1]\n    url: ")
	wantRun(t, exitFailure, "upstreams.mock: http://127.0.0.1:1: dial tcp", "check", "--upstream",
		"--brand", "pera", "--config", file)
}

func TestCheckReportsFaultsOfAMapping(t *testing.T) {
	file := writeConfig(t, strings.Replace(
		validConfig, "adapter: mock", "adapter: rest\n    url: https://platform.example\n    mapping: platform.yaml", 1,
	))
	for _, row := range []struct{ name, calls, place, problem string }{
		{"an unknown call", "  casino/deal: {}\n", ":3:3: ", "casino/deal"},
		{
			"an invalid expression", "  user/login:\n    method: POST\n    path: /x\n    body: '{name: " +
				".data.username'\n",
			":6:33: calls.user/login.body: jq: ", "",
		},
	} {
		mapping := writeFile(t, filepath.Dir(file), "platform.yaml", "version: 1\ncalls:\n"+row.calls)
		code, out, errOut := runCommand(t, "check", "--config", file)
		assert.Equal(t, exitFailure, code, "%s, %v", row.name, out)
		assert.Contains(t, errOut, mapping+row.place, row.name)
		assert.Contains(t, errOut, row.problem, row.name)
	}
}

func TestCheckShowsWarnings(t *testing.T) {
	file := writeConfig(t, validConfig+"admin_listen: \":9090\"\n")
	code, out, errOut := runCommand(t, "check", "--config", file)
	assert.True(
		t, code == exitOK && out == "Configuration is valid: 3 brands, 1 warning.\n", "status %d:\n%s", code, out,
	)
	assert.True(t, strings.HasPrefix(errOut, file+":6:15: warning: admin_listen: "), errOut)
	wantRun(t, exitFailure, "warning: admin_listen", "check", "--strict", "--config", file)
	code, out, errOut = runCommand(t, "check", "--strict")
	assert.True(t, code == exitOK && errOut == "", "the demo, strict: status %d:\n%s%s", code, out, errOut)
	report := decoded[faultsReport](t, exitOK, "check", "--format", "json", "--config", file)
	assert.True(t, len(report.Faults) == 1 && report.Faults[0].Severity == "warning", "%+v", report)
	replace(t, file, "admin_listen", "listen: 192.0.2.1:8080\nlog: { level: loud }\nadmin_listen")
	errOut = wantRun(t, exitFailure, "2 errors", "check", "--config", file)
	for _, want := range []string{
		"listen: listen tcp 192.0.2.1:8080", `log.level: unknown value "loud"`, "warning: admin_listen",
	} {
		assert.Contains(t, errOut, want, "in one pass")
	}
}

// faultsReport is the JSON report of faults.
type faultsReport struct {
	Faults []struct {
		File, Field, Problem, Severity string
		Line, Column                   int
	}
}

func TestCheckReportsFaultsAsJSON(t *testing.T) {
	report := decoded[faultsReport](
		t, exitFailure, "check", "--format", "json", "--config", writeConfig(t, validConfig+"lsten: x\n"),
	)
	f := report.Faults
	require.Len(t, f, 1)
	got := fmt.Sprintf("%s %d:%d %s: %s", f[0].Severity, f[0].Line, f[0].Column, f[0].Field, f[0].Problem)
	assert.Equal(t, `error 6:1 lsten: unknown field; did you mean "listen"?`, got)
}

func TestCheckWarnsOfARedisThatForgets(t *testing.T) {
	redis := realredis.Start(t)
	file := writeConfig(t, validConfig+"redis: { url: \""+redis.URL()+"\" }\n")
	for _, row := range []struct{ name, appendonly, want string }{
		{"a Redis that persists nothing", "no", ":6:15: warning: redis.url: redis persists nothing"},
		{"a Redis that persists", "yes", ""},
	} {
		for setting, value := range map[string]string{"appendonly": row.appendonly, "maxmemory-policy": "noeviction"} {
			_, err := redis.Do("CONFIG", "SET", setting, value)
			require.NoError(t, err)
		}
		code, out, errOut := runCommand(t, "check", "--config", file)
		assert.True(
			t, code == exitOK && (errOut == "") == (row.want == ""), "%s: status %d:\n%s%s", row.name, code, out,
			errOut,
		)
		assert.Contains(t, errOut, row.want, row.name)
	}
}

// serve must start with every configuration that check accepts.
func TestCheckRefusesWhatServeRefusesOfRedis(t *testing.T) {
	redis, dir := realredis.Start(t), t.TempDir()
	for _, row := range []struct{ profile, url, want string }{
		{
			"demo", "redis://127.0.0.1:1/0",
			":10:15: redis.url: could not read the index key from Redis: dial tcp 127.0.0.1:1",
		},
		{
			"production", redis.URL(),
			":10:15: redis.url: the production profile refuses this Redis: redis persists nothing",
		},
	} {
		file := writeConfig(t, strings.Replace(
			envelopeConfig("https://platform.example/endpoint/v1"), "demo", row.profile, 1,
		)+
			"listen: 127.0.0.1:0\nadmin_listen: 127.0.0.1:0\ndata_dir: "+dir+"\nredis: { url: \""+row.url+"\" }\n")
		for _, brand := range []string{"marmara", "zephyr", "pera"} {
			replace(t, brandFile(file, brand), "/JAZ", "/2026")
		}
		wantRun(t, exitFailure, row.want, "check", "--config", file)
		wantRun(t, exitOK, "", "check", "--offline", "--config", file)
		if row.profile == "production" { // a start waits for a Redis that is down
			wantRun(t, exitFailure, "redis persists nothing", "serve", "--config", file)
		}
	}
}

func TestCheckPrintsSchemas(t *testing.T) {
	for kind, field := range map[string]string{"server": "admin_listen", "brand": "site_id", "mapping": "calls"} {
		schema := decoded[struct {
			Schema     string `json:"$schema"`
			Properties map[string]any
		}](t, exitOK, "check", "--schema", kind)
		assert.True(
			t, schema.Properties[field] != nil && strings.Contains(schema.Schema, "2020-12"), "%s: %+v", kind, schema,
		)
	}
	wantRun(t, exitUsage, "server, brand, content, mapping", "check", "--schema", "player")
}

// The server files are well-formed. Each has one invalid value or reference.
func TestCheckAndServeReportTheSameFaults(t *testing.T) {
	const (
		listeners = "listen: 127.0.0.1:0\nadmin_listen: 127.0.0.1:0\n"
		envelope  = "profile: demo\nbrands: brands\n" + listeners + "upstreams:\n  mock:\n    adapter: envelope\n    " +
			"url: https://platform.example/endpoint/v1\n"
		platform = "profile: demo\nbrands: brands\n" + listeners + "upstreams:\n  mock:\n    adapter: rest\n    " +
			"url: https://platform.example/api\n    mapping: platform.yaml\n"
	)
	certificate, _ := testkit.NewCA(t).Issue(t, "one", "localhost")
	mapping, place := readFile(t, fictionalMapping), regexp.MustCompile(`^/[\w./]+:[1-9]\d*:\d+: `)
	const failoverField = "upstreams.mock.failover_urls"
	failover := func(url string) string { return envelope + "    failover_urls: [" + url + "]\n" }
	redis := func(url string) string { return validConfig + listeners + "redis: { url: \"" + url + "\" }\n" }
	for _, row := range []struct {
		name, server, field, problem string
	}{
		{
			"a redis with an unknown option", redis("redis://127.0.0.1:6379/0?pool=5"), "redis.url",
			"unexpected option: pool",
		},
		{
			"a redis with an option of the wrong kind", redis("redis://127.0.0.1:6379/0?pool_size=many"), "redis.url",
			"pool_size",
		},
		{
			"an invalid cluster option", redis("redis://127.0.0.1:6379?cluster=perhaps"), "redis.url",
			"want true or false",
		},
		{"a redis URL with two path segments", redis("redis://127.0.0.1:6379/0/1"), "redis.url", "database"},
		{"an invalid key file", validConfig + listeners + "keys_file: DIR/text\n", "keys_file", "key ring"},
		{"a key file with a short key", validConfig + listeners + "keys_file: DIR/short.json\n", "keys_file", "32"},
		{"a key file without keys", validConfig + listeners + "keys_file: DIR/empty.json\n", "keys_file", "no keys"},
		{
			"a key file below a file", validConfig + listeners + "keys_file: DIR/text/keys.json\n", "keys_file",
			"not a directory",
		},
		{
			"an invalid key file in the data directory", validConfig + listeners + "data_dir: DIR/invalid\n",
			"data_dir", "key ring",
		},
		{
			"a data directory that is a file", validConfig + listeners + "data_dir: DIR/text\n", "data_dir",
			"not a directory",
		},
		{
			"an address that is not local", validConfig + "listen: 192.0.2.1:8080\nadmin_listen: 127.0.0.1:0\n",
			"listen", "cannot assign",
		},
		{
			"an admin address that is not local", validConfig + "listen: 127.0.0.1:0\nadmin_listen: 192.0.2.1:9090\n",
			"admin_listen", "cannot assign",
		},
		{
			"a reserved header", envelope + "    headers: { content-length: \"5\" }\n", "upstreams.mock.headers",
			"Croupier sets this header",
		},
		{
			"a duplicate header", envelope + "    headers: { X-Partner: a, x-partner: b }\n", "upstreams.mock.headers",
			"duplicate header",
		},
		{
			"a header with a control character", envelope + "    headers: { X-Partner: \"a\\u0001\" }\n",
			"upstreams.mock.headers", "control",
		},
		{
			"a platform without host", strings.Replace(envelope, "platform.example", ":443", 1), "upstreams.mock.url",
			"host",
		},
		{"another scheme", failover("http://b.example/endpoint/v1"), failoverField, "want the scheme and path of url"},
		{"another path", failover("https://b.example/endpoint/v2"), failoverField, "want the scheme and path of url"},
		{"the same host", failover("https://platform.example:443/endpoint/v1"), failoverField, "another host"},
		{
			"a rest platform with a query", strings.Replace(platform, "/api", "/api?key=1", 1), "upstreams.mock.url",
			"query",
		},
		{
			"a key of another client certificate", envelope + "    tls: { cert_file: tls.crt, key_file: text }\n",
			"upstreams.mock.tls.key_file", "does not match the certificate",
		},
		{
			"a missing mapping", strings.Replace(platform, "platform.yaml", "none.yaml", 1), "upstreams.mock.mapping",
			"could not read",
		},
		{"an invalid mapping", strings.Replace(platform, "platform.yaml", "text", 1), "", ""},
		{
			"a missing server certificate", validConfig + listeners + "tls: { cert_file: none.pem, key_file: text }\n",
			"tls.cert_file", "no such file",
		},
		{
			"an invalid server certificate", validConfig + listeners + "tls: { cert_file: text, key_file: text }\n",
			"tls.cert_file", "failed to find any PEM data",
		},
		{
			"a key of another certificate", validConfig + listeners + "tls: { cert_file: tls.crt, key_file: text }\n",
			"tls.key_file", "does not match the certificate",
		},
		{
			"a missing key", validConfig + listeners + "tls: { cert_file: tls.crt, key_file: none.pem }\n",
			"tls.key_file", "could not read the key",
		},
		{
			"a data directory in a file system without directories",
			validConfig + listeners + "data_dir: /proc/croupier/data\n", "data_dir",
			"could not create /proc/croupier/data in /proc",
		},
		{"no brands", validConfig[:len(
			"profile: demo\n",
		)] + listeners + "brands: invalid\nupstreams:\n  mock:\n    adapter: mock\n", "brands", "no brand"},
	} {
		dir := t.TempDir()
		server := strings.ReplaceAll(row.server, "DIR", dir)
		if !strings.Contains(server, "data_dir") {
			server += "data_dir: " + filepath.Join(dir, "data") + "\n"
		}
		brands := filepath.Join(dir, "brands", "marmara") // one is enough
		require.NoError(t, os.CopyFS(brands, os.DirFS("../../../configs/brands/marmara")), row.name)
		for name, content := range map[string]string{
			"tls.crt": string(certificate), "text": "hunter2\n", "empty.json": `{"keys":[]}`, "invalid/keys.json": "{",
			"platform.yaml": mapping,
			"short.json": `{"index_key":"` + indexkey.New().Encode() + `","keys":[{"kid":"short",` +
				`"created":"2026-01-01T00:00:00Z","secret":"c2hvcnQ="}]}`,
		} {
			writeFile(t, dir, name, content)
		}
		file := writeFile(t, dir, "croupier.yaml", server)
		code, out, errOut := runCommand(t, "check", "--config", file)
		line, _, _ := strings.Cut(errOut, "\n")
		assert.Equal(t, exitFailure, code, "%s: check: %s", row.name, out)
		assert.True(
			t, strings.Contains(line, row.field) && strings.Contains(line, row.problem), "%s: check: %s", row.name,
			line,
		)
		at := strings.TrimPrefix(line, dir)
		assert.True(t, at != line && place.MatchString(at), "%s: no file and line: %q", row.name, line)
		code, out, errOut = runCommand(t, "serve", "--config", file)
		assert.True(
			t, code == exitFailure && strings.Contains(errOut, line), "%s: status %d:\n%s%s", row.name, code, out,
			errOut,
		)
		_, err := os.Stat(filepath.Join(dir, "data"))
		assert.Error(t, err, "%s: the data directory was created", row.name)
	}
}
