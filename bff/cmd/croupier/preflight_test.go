package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/config"
	"croupier/bff/internal/indexkey"
)

// The server files are well-formed; each has one invalid value or reference.
func TestCheckAndServeReportTheSameFaults(t *testing.T) {
	const (
		listeners = "listen: 127.0.0.1:0\nadmin_listen: 127.0.0.1:0\n"
		envelope  = "profile: demo\nbrands: brands\n" + listeners + "upstreams:\n  mock:\n    adapter: envelope\n    url: https://platform.example/endpoint/v1\n"
		platform  = "profile: demo\nbrands: brands\n" + listeners + "upstreams:\n  mock:\n    adapter: rest\n    url: https://platform.example/api\n    mapping: platform.yaml\n"
	)
	redis := func(url string) string { return validConfig + listeners + "redis: { url: \"" + url + "\" }\n" }
	for _, row := range []struct {
		name, server   string
		field, problem string
	}{
		{"a redis with an unknown option", redis("redis://127.0.0.1:6379/0?pool=5"), "redis.url", "unexpected option: pool"},
		{"a redis with an option of the wrong kind", redis("redis://127.0.0.1:6379/0?pool_size=many"), "redis.url", "pool_size"},
		{"a redis with an invalid protocol", redis("redis://127.0.0.1:6379/0?protocol=x"), "redis.url", "protocol"},
		{"an invalid cluster option", redis("redis://127.0.0.1:6379?cluster=perhaps"), "redis.url", "want true or false"},
		{"a cluster with a second database", redis("redis://127.0.0.1:6379/3?cluster=true"), "redis.url", "databases"},
		{"a redis URL with two path segments", redis("redis://127.0.0.1:6379/0/1"), "redis.url", "database"},
		{"an invalid key file", validConfig + listeners + "keys_file: DIR/text\n", "keys_file", "key ring"},
		{"a key file with a short key", validConfig + listeners + "keys_file: DIR/short.json\n", "keys_file", "32"},
		{"a key file without keys", validConfig + listeners + "keys_file: DIR/empty.json\n", "keys_file", "0 keys"},
		{"a key file that is a directory", validConfig + listeners + "keys_file: DIR/brands\n", "keys_file", "is a directory"},
		{"a key file below a file", validConfig + listeners + "keys_file: DIR/text/keys.json\n", "keys_file", "not a directory"},
		{"an invalid key file in the data directory", validConfig + listeners + "data_dir: DIR/invalid\n", "data_dir", "key ring"},
		{"a data directory that is a file", validConfig + listeners + "data_dir: DIR/text\n", "data_dir", "not a directory"},
		{"a data directory below a file", validConfig + listeners + "data_dir: DIR/text/data\n", "data_dir", "not a directory"},
		{"an address that is not local", validConfig + "listen: 192.0.2.1:8080\nadmin_listen: 127.0.0.1:0\n", "listen", "cannot assign"},
		{"an admin address that is not local", validConfig + "listen: 127.0.0.1:0\nadmin_listen: 192.0.2.1:9090\n", "admin_listen", "cannot assign"},
		{"the same address for both listeners", validConfig + "listen: 127.0.0.1:8099\nadmin_listen: 127.0.0.1:8099\n", "admin_listen", "same as listen"},
		{"the same port for both listeners", validConfig + "listen: \":8099\"\nadmin_listen: 127.0.0.1:8099\n", "admin_listen", "same as listen"},
		{"a reserved header", envelope + "    headers: { content-length: \"5\" }\n", "upstreams.mock.headers", "set by the server"},
		{"a duplicate header", envelope + "    headers: { X-Partner: a, x-partner: b }\n", "upstreams.mock.headers", "duplicate header"},
		{"a header with a control character", envelope + "    headers: { X-Partner: \"a\\u0001\" }\n", "upstreams.mock.headers", "control"},
		{"a platform without host", strings.Replace(envelope, "platform.example", ":443", 1), "upstreams.mock.url", "host"},
		{"a rest platform with a query", strings.Replace(platform, "/api", "/api?key=1", 1), "upstreams.mock.url", "query"},
		{"a missing mapping", strings.Replace(platform, "platform.yaml", "none.yaml", 1), "upstreams.mock.mapping", "cannot be read"},
		{"an invalid mapping", strings.Replace(platform, "platform.yaml", "text", 1), "", ""},
		{"a missing certificate", envelope + "    tls: { ca_file: none.pem }\n", "upstreams.mock.tls.ca_file", "cannot be read"},
		{"an invalid certificate", envelope + "    tls: { ca_file: text }\n", "upstreams.mock.tls.ca_file", "no certificate"},
		{"a missing server certificate", validConfig + listeners + "tls: { cert_file: none.pem, key_file: text }\n", "tls.cert_file", "no such file"},
		{"an invalid server certificate", validConfig + listeners + "tls: { cert_file: text, key_file: text }\n", "tls.cert_file", "failed to find any PEM data"},
		{"a server certificate without its key", validConfig + listeners + "tls: { cert_file: text }\n", "tls.key_file", ""},
		{"a missing secret", envelope + "    secret_file: none\n", "upstreams.mock.secret_file", "cannot be read"},
		{"an empty secret", envelope + "    secret_file: nothing\n", "upstreams.mock.secret_file", "too short"},
		{"ticket sessions without redis", validConfig + listeners + "session: { store: redis }\n", "session.store", "redis.url"},
		{"an invalid collector address", validConfig + listeners + "telemetry: { otlp_endpoint: \"collector:4318\" }\n", "telemetry.otlp_endpoint", "http"},
		{"no brands", validConfig[:len("profile: demo\n")] + listeners + "brands: invalid\nupstreams:\n  mock:\n    adapter: mock\n", "brands", "no brand"},
	} {
		t.Run(row.name, func(t *testing.T) {
			file := writeConfig(t, "")
			dir := filepath.Dir(file)
			server := strings.ReplaceAll(row.server, "DIR", dir)
			if !strings.Contains(server, "data_dir") {
				server += "data_dir: " + filepath.Join(dir, "data") + "\n"
			}
			mapping, err := os.ReadFile("../../../configs/mappings/fictional.yaml")
			if err != nil {
				t.Fatal(err)
			}
			for name, content := range map[string]string{
				"croupier.yaml": server, "text": "hunter2\n", "nothing": "", "empty.json": `{"keys":[]}`, "invalid/keys.json": "{",
				"platform.yaml": string(mapping),
				"short.json":    `{"index_key":"` + indexkey.New().Encode() + `","keys":[{"kid":"short","created":"2026-01-01T00:00:00Z","secret":"c2hvcnQ="}]}`,
			} {
				at := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(at, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			code, out, errOut := runCommand(t, "check", "--config", file)
			if code != exitFailure {
				t.Fatalf("check: status %d\n%s%s", code, out, errOut)
			}
			line, _, _ := strings.Cut(errOut, "\n")
			if !strings.HasPrefix(line, dir) || !strings.Contains(line, row.field) || !strings.Contains(line, row.problem) {
				t.Errorf("check reports %q, want %s: … %s …", line, row.field, row.problem)
			}
			if strings.Contains(line, "hunter2") {
				t.Errorf("the error quotes the file: %s", line)
			}
			code, out, errOut = runCommand(t, "serve", "--config", file)
			if code != exitFailure || !strings.Contains(errOut, line) {
				t.Errorf("serve: status %d, want %q in:\n%s%s", code, line, out, errOut)
			}
			var report struct{ Faults config.Faults }
			_, out, _ = runCommand(t, "check", "--format", "json", "--config", file)
			if err := json.Unmarshal([]byte(out), &report); err != nil || len(report.Faults) == 0 || report.Faults[0].Line == 0 {
				t.Errorf("no line in the JSON report: %v in %s", err, out)
			}
			if _, err := os.Stat(filepath.Join(dir, "data")); err == nil {
				t.Error("check created the data directory")
			}
		})
	}
}

func TestCheckNeedsNoRedis(t *testing.T) {
	p := writeConfig(t, "")
	dir := filepath.Dir(p)
	server := fmt.Sprintf("%slisten: 127.0.0.1:0\nadmin_listen: 127.0.0.1:0\ndata_dir: %s\nredis: { url: \"redis://127.0.0.1:1/0\" }\n", validConfig, filepath.Join(dir, "data"))
	if err := os.WriteFile(p, []byte(server), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errOut := runCommand(t, "check", "--config", p); code != exitOK {
		t.Errorf("check without a reachable Redis: status %d\n%s%s", code, out, errOut)
	}
}
