package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/config"
)

// TestCheckAndServeReportTheSameFaults takes ways to break a server file that is
// well-formed in itself, and has both look at it.
func TestCheckAndServeReportTheSameFaults(t *testing.T) {
	const (
		listening = "listen: 127.0.0.1:0\nadmin_listen: 127.0.0.1:0\n"
		envelope  = "profile: demo\nbrands: brands\n" + listening + "upstreams:\n  mock:\n    adapter: envelope\n    url: https://platform.example/endpoint/v1\n"
		platform  = "profile: demo\nbrands: brands\n" + listening + "upstreams:\n  mock:\n    adapter: rest\n    url: https://platform.example/api\n    mapping: platform.yaml\n"
	)
	redis := func(url string) string { return good + listening + "redis: { url: \"" + url + "\" }\n" }
	for _, row := range []struct {
		name, server   string
		field, problem string
	}{
		{"a redis with an unknown option", redis("redis://127.0.0.1:6379/0?pool=5"), "redis.url", "unexpected option: pool"},
		{"a redis with an option of the wrong kind", redis("redis://127.0.0.1:6379/0?pool_size=many"), "redis.url", "pool_size"},
		{"a redis with a strange protocol", redis("redis://127.0.0.1:6379/0?protocol=x"), "redis.url", "protocol"},
		{"a cluster that is perhaps one", redis("redis://127.0.0.1:6379?cluster=perhaps"), "redis.url", "want true or false"},
		{"a cluster with a second database", redis("redis://127.0.0.1:6379/3?cluster=true"), "redis.url", "no databases"},
		{"a redis by more than one path", redis("redis://127.0.0.1:6379/0/1"), "redis.url", "database"},
		{"a key file that is none", good + listening + "keys_file: DIR/text\n", "keys_file", "key ring"},
		{"a key file with a short key", good + listening + "keys_file: DIR/short.json\n", "keys_file", "32"},
		{"a key file without keys", good + listening + "keys_file: DIR/empty.json\n", "keys_file", "0 keys"},
		{"a key file that is a folder", good + listening + "keys_file: DIR/brands\n", "keys_file", "is a directory"},
		{"a key file where no folder can be", good + listening + "keys_file: DIR/text/keys.json\n", "keys_file", "not a directory"},
		{"broken keys in the data folder", good + listening + "data_dir: DIR/held\n", "data_dir", "key ring"},
		{"a data folder that is a file", good + listening + "data_dir: DIR/text\n", "data_dir", "not a directory"},
		{"a data folder below a file", good + listening + "data_dir: DIR/text/data\n", "data_dir", "not a directory"},
		{"an address of another machine", good + "listen: 192.0.2.1:8080\nadmin_listen: 127.0.0.1:0\n", "listen", "cannot assign"},
		{"operators at another machine", good + "listen: 127.0.0.1:0\nadmin_listen: 192.0.2.1:9090\n", "admin_listen", "cannot assign"},
		{"one address for both", good + "listen: 127.0.0.1:8099\nadmin_listen: 127.0.0.1:8099\n", "admin_listen", "same as listen"},
		{"one port for both, by another name", good + "listen: \":8099\"\nadmin_listen: 127.0.0.1:8099\n", "admin_listen", "same as listen"},
		{"a header that is the server's own", envelope + "    headers: { content-length: \"5\" }\n", "upstreams.mock.headers", "set by the server"},
		{"a header twice", envelope + "    headers: { X-Partner: a, x-partner: b }\n", "upstreams.mock.headers", "duplicate header"},
		{"a header with a control character", envelope + "    headers: { X-Partner: \"a\\u0001\" }\n", "upstreams.mock.headers", "control"},
		{"a platform without host", strings.Replace(envelope, "platform.example", ":443", 1), "upstreams.mock.url", "host"},
		{"a rest platform with a query", strings.Replace(platform, "/api", "/api?key=1", 1), "upstreams.mock.url", "query"},
		{"a mapping that is not there", strings.Replace(platform, "platform.yaml", "none.yaml", 1), "upstreams.mock.mapping", "cannot be read"},
		{"a mapping that is none", strings.Replace(platform, "platform.yaml", "text", 1), "", ""},
		{"a certificate that is not there", envelope + "    tls: { ca_file: none.pem }\n", "upstreams.mock.tls.ca_file", "cannot be read"},
		{"a certificate that is none", envelope + "    tls: { ca_file: text }\n", "upstreams.mock.tls.ca_file", "no certificate"},
		{"a secret that is not there", envelope + "    secret_file: none\n", "upstreams.mock.secret_file", "cannot be read"},
		{"a secret of nothing", envelope + "    secret_file: nothing\n", "upstreams.mock.secret_file", "too short"},
		{"sessions in a redis that is not there", good + listening + "session: { store: redis }\n", "session.store", "redis.url"},
		{"a collector at no address", good + listening + "telemetry: { otlp_endpoint: \"collector:4318\" }\n", "telemetry.otlp_endpoint", "http"},
		{"no brands", good[:len("profile: demo\n")] + listening + "brands: held\nupstreams:\n  mock:\n    adapter: mock\n", "brands", "no brand"},
	} {
		t.Run(row.name, func(t *testing.T) {
			file := configured(t, "")
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
				"croupier.yaml": server, "text": "hunter2\n", "nothing": "", "empty.json": `{"keys":[]}`, "held/keys.json": "{",
				"platform.yaml": string(mapping),
				"short.json":    `{"keys":[{"kid":"short","created":"2026-01-01T00:00:00Z","secret":"c2hvcnQ="}]}`,
			} {
				at := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(at, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			code, out, errOut := started(t, "check", "--config", file)
			if code != exitFailure {
				t.Fatalf("check passes it: %d\n%s%s", code, out, errOut)
			}
			words, _, _ := strings.Cut(errOut, "\n")
			if !strings.HasPrefix(words, dir) || !strings.Contains(words, row.field) || !strings.Contains(words, row.problem) {
				t.Errorf("check says %q, want %s: … %s …", words, row.field, row.problem)
			}
			if strings.Contains(words, "hunter2") {
				t.Errorf("preflight quotes the file: %s", words)
			}
			code, out, errOut = started(t, "serve", "--config", file)
			if code != exitFailure || !strings.Contains(errOut, words) {
				t.Errorf("serve: %d, not %q:\n%s%s", code, words, out, errOut)
			}
			var told struct{ Faults config.Faults }
			_, out, _ = started(t, "check", "--format", "json", "--config", file)
			if err := json.Unmarshal([]byte(out), &told); err != nil || len(told.Faults) == 0 || told.Faults[0].Line == 0 {
				t.Errorf("as JSON without a place: %v in %s", err, out)
			}
			if _, err := os.Stat(filepath.Join(dir, "data")); err == nil {
				t.Error("looking has made the data folder")
			}
		})
	}
}

func TestCheckDoesNotConnectToRedis(t *testing.T) {
	p := configured(t, "")
	dir := filepath.Dir(p)
	server := fmt.Sprintf("%slisten: 127.0.0.1:0\nadmin_listen: 127.0.0.1:0\ndata_dir: %s\nredis: { url: \"redis://127.0.0.1:1/0\" }\n", good, filepath.Join(dir, "data"))
	if err := os.WriteFile(p, []byte(server), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errOut := started(t, "check", "--config", p); code != exitOK {
		t.Errorf("a Redis that is away: %d\n%s%s", code, out, errOut)
	}
}
