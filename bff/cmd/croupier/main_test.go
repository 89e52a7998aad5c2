package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/testkit"
)

// secrets must not appear in the output of commands.
var secrets = []string{"argon2", "geheimer-wert", "Demo123", "Bearer ", "hunter2"}

// execute runs the program with args in an environment and returns its exit status and output.
func execute(t *testing.T, env map[string]string, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	lookup := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	code = run(commandContext{ctx: t.Context(), out: &o, errOut: &e, env: lookup}, args)
	for _, secret := range secrets {
		assert.NotContains(t, o.String()+e.String(), secret, "the output of %q", args)
	}
	return code, o.String(), e.String()
}

// runCommand runs the program with an empty home directory.
func runCommand(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	return execute(t, map[string]string{"HOME": t.TempDir()}, args...)
}

// wantRun runs the program and reports another exit status, or an output without want. It returns
// the whole output.
func wantRun(t *testing.T, code int, want string, args ...string) string {
	t.Helper()
	got, out, errOut := runCommand(t, args...)
	assert.Equal(t, code, got, "%q:\n%s%s", args, out, errOut)
	assert.Contains(t, out+errOut, want, "%q", args)
	return out + errOut
}

// decoded runs the program, reports another exit status and decodes the output.
func decoded[T any](t *testing.T, code int, args ...string) (value T) {
	t.Helper()
	got, out, errOut := runCommand(t, args...)
	err := json.Unmarshal([]byte(out), &value)
	require.True(t, err == nil && got == code, "%q: status %d, want %d, %v:\n%s%s", args, got, code, err, out, errOut)
	return value
}

// command is one run of the program with its expected output.
type command struct {
	name, args string
	code       int
	want       string
}

// runCommands runs commands one after the other, each with further arguments before and after its
// own.
func runCommands(t *testing.T, before, after string, commands []command) {
	t.Helper()
	for _, c := range commands {
		t.Run(c.name, func(t *testing.T) {
			wantRun(t, c.code, c.want, strings.Fields(before+" "+c.args+" "+after)...)
		})
	}
}

// Helpers for files.
var (
	writeFile = testkit.WriteFile
	readFile  = testkit.ReadFile
	replace   = testkit.Replace
)

// writeConfig writes a server file and a copy of the demo brands to a temporary directory.
func writeConfig(t testing.TB, server string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "brands"), os.DirFS("../../../configs/brands")))
	return writeFile(t, dir, "croupier.yaml", server)
}

// brandFile returns the file of a brand next to a server file.
func brandFile(server, brand string) string {
	return filepath.Join(filepath.Dir(server), "brands", brand, "brand.yaml")
}

const validConfig = "profile: demo\nbrands: brands\nupstreams:\n  mock:\n    adapter: mock\n"

// envelopeConfig returns a server file whose brands use the platform at url.
func envelopeConfig(url string) string {
	return strings.Replace(validConfig, "adapter: mock", "adapter: envelope\n    url: "+url, 1)
}

func TestExitStatus(t *testing.T) {
	broken, dir := writeConfig(t, validConfig+"log:\n  level: loud\n"), t.TempDir()
	runCommands(t, "", "", []command{
		{"no arguments", "", exitOK, "serve"},
		{"help", "--help", exitOK, "serve"},
		{"help without dashes", "help", exitOK, "serve"},
		{"help of a command", "help keys rotate", exitOK, "--keep DURATION"},
		{"help of an unknown command", "help shuffle", exitUsage, "shuffle"},
		{"version", "version", exitOK, "croupier"},
		{"an unknown command", "shuffle", exitUsage, "shuffle"},
		{"an unknown flag", "serve --fast", exitUsage, "--fast"},
		{"check the demo", "check", exitOK, "valid: 3 brands"},
		{"check a file", "check --config " + writeConfig(t, validConfig), exitOK, "valid: 3 brands"},
		{"check the upstream", "check --upstream", exitOK, "0 failed"},
		{"an invalid file", "check --config " + broken, exitFailure, broken + `:7:10: log.level: unknown value "loud"`},
		{"a missing file", "check --config " + filepath.Join(dir, "none.yaml"), exitFailure, "file not found"},
		{"a platform without an address", "contract verify --upstream platform", exitUsage, "--upstream"},
		{"--record without --upstream", "mock --record --out " + dir, exitUsage, "--upstream"},
		{"an upstream without --record", "mock --upstream http://127.0.0.1:1/", exitUsage, "--record"},
		{
			"--record with --replay", "mock --record --upstream http://127.0.0.1:1/ --out " + dir + " --replay " + dir,
			exitUsage, "--replay",
		},
		{"replaying a missing directory", "mock --replay " + filepath.Join(dir, "none"), exitUsage, "none"},
		{"a site URL with a path", "mock --listen 127.0.0.1:0 --site http://site.test/x", exitFailure, "site.test"},
		{
			"a site of an unknown brand", "mock --listen 127.0.0.1:0 --site nobody=http://site.test", exitFailure,
			"nobody",
		},
		{"two sites without a brand", "mock --site http://a.test --site http://b.test", exitUsage, "twice"},
		{
			"--site with --record",
			"mock --record --upstream http://127.0.0.1:1/ --out " + dir + " --site http://a.test", exitUsage, "--site",
		},
		{"an invalid snapshot", "mock --listen 127.0.0.1:0 --snapshot " + broken, exitFailure, "snapshot"},
		{"a missing snapshot", "mock --snapshot " + filepath.Join(dir, "none"), exitUsage, "none"},
		{"serve an invalid file", "serve --config " + broken, exitFailure, "log.level"},
		{
			"an address that is not local", "serve --listen 192.0.2.1:1 --admin-listen 127.0.0.1:0 --data-dir " + dir,
			exitFailure, "listen",
		},
	})
}

func TestVersionIsTheTopOneOfTheChanges(t *testing.T) {
	read := func(file string) string { return readFile(t, "../../../"+file) }
	headings := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(read("CHANGELOG.md"), -1)
	number := regexp.MustCompile(`^\[(\d+\.\d+\.\d+)\]( - \d{4}-\d\d-\d\d)?$`)
	for _, h := range headings {
		assert.Regexp(t, number, h[1], "a heading of CHANGELOG.md is a version, and its date after the release")
	}
	require.NotEmpty(t, headings)
	assert.Equal(t, release, number.FindStringSubmatch(headings[0][1])[1], "the top of CHANGELOG.md")
	var site struct{ Version string }
	require.NoError(t, json.Unmarshal([]byte(read("web/package.json")), &site))
	assert.Equal(t, release, site.Version, "web/package.json")
	assert.Contains(t, read("contracts/staff.yaml"), "\n  version: "+release+"\n")
	assert.Contains(t, read("configs/deploy/kubernetes/Dockerfile"), "ARG CROUPIER=croupier:"+release+"\n")
	assert.Contains(t, read("Makefile"), "-t croupier:$(RELEASE) ")
	for _, file := range []string{"Makefile", "Dockerfile"} {
		assert.Contains(t, read(file), "-X main.build=", "%s does not set main.build", file)
	}
}

func TestVersionNamesTheCommit(t *testing.T) {
	for _, c := range [][2]string{
		{"unknown", "1.2.3"},
		{"v1.2.3", "1.2.3"},
		{"v1.2.3-4-gabcdef0", "1.2.3+v1.2.3-4-gabcdef0"},
		{"abcdef0", "1.2.3+abcdef0"},
	} {
		assert.Equal(t, c[1], withCommit("1.2.3", c[0]), c[0])
	}
	_, out, _ := runCommand(t, "version")
	assert.Equal(t, "croupier "+release+"\n", out)
}
