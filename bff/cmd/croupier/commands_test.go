package main

import (
	"encoding/xml"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/admin"
	"croupier/bff/player/session"
)

// Help describes every command and flag, and no tag of a flag is ignored.
func TestHelpDescribesEveryFlag(t *testing.T) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		assert.NotEmpty(t, c.Short, c.CommandPath())
		c.Flags().VisitAll(func(f *pflag.Flag) {
			assert.NotEmpty(t, f.Usage, "%s --%s has no help", c.CommandPath(), f.Name)
		})
		for _, below := range c.Commands() {
			walk(below)
		}
	}
	walk(newCommand(commandContext{}, "croupier", rootHelp, new(cli)))
	var tags func(of reflect.Type)
	tags = func(of reflect.Type) {
		for i := range of.NumField() {
			f := of.Field(i)
			for _, m := range regexp.MustCompile(`(\w+):"`).FindAllStringSubmatch(string(f.Tag), -1) {
				known := []string{
					"cmd", "arg", "help", "placeholder", "default", "required", "enum", "env", "xor", "type",
					"optional",
				}
				assert.Contains(t, known, m[1], "%s.%s", of, f.Name)
			}
			if f.Type.Kind() == reflect.Struct && (f.Anonymous || f.IsExported()) {
				tags(f.Type)
			}
		}
	}
	tags(reflect.TypeFor[cli]())
}

func TestStaffCommand(t *testing.T) {
	file := writeFile(t, t.TempDir(), "password", "Uzun bir parola\n")
	runCommands(t, "staff", "--data-dir "+t.TempDir(), []command{
		{"no account", "list", exitOK, "NAME"},
		{"add an account", "add ayse --role admin --totp", exitOK, "otpauth://totp/Croupier:ayse"},
		{"with a password file", "add veli --role viewer --password-file " + file, exitOK, ""},
		{"no role", "add fatma", exitUsage, "--role"},
		{
			"an unknown role", "add fatma --role king", exitFailure,
			`--role: the role must be one of viewer, support, editor, support+editor, admin, not "king"`,
		},
		{
			"a role for a brand that does not exist", "invite fatma --role viewer,marmra=support", exitFailure,
			"--role: unknown brand marmra (allowed: marmara, pera, zephyr)",
		},
		{"a duplicate name", "add ayse --role viewer", exitFailure, "already"},
		{
			"a missing password file", "add fatma --role viewer --password-file " + file + ".no", exitFailure,
			"--password-file",
		},
		{"disable", "disable veli", exitOK, ""},
		{"disable an unknown account", "disable nobody", exitFailure, `unknown account "nobody"`},
		{"list the first", "list", exitOK, "ayse  admin   yes            active"},
		{"list the second", "list", exitOK, "veli  viewer  no             disabled"},
		{
			"invite", "invite fatma --role marmara=support", exitOK,
			"invitation http://localhost:8080/maintenance-control/invitation#token=",
		},
		{"a token without a brand", "token new cms --scope cache:purge --expires 1d", exitUsage, "or --all"},
		{"a token for too long", "token new cms --scope cache:purge --all --expires 367d", exitUsage, "to 366d"},
		{"an unknown scope", "token new cms --scope cache --all --expires 1d", exitUsage, "allowed: audit:read"},
		{"an unknown brand", "token new cms --scope cache:purge --brand x --expires 1d", exitFailure, "brand x"},
		{"no address", "token new cms --scope cache:purge --all --expires 1d --address x", exitUsage, "as 10.0.0.0/8"},
		{"an invalid name", "token new CMS --scope cache:purge --all --expires 1d", exitFailure, "of a-z, 0-9"},
		{"a token", "token new cms --scope cache:purge --brand pera --expires 9d --address ::1", exitOK, "token crp_"},
		{"a duplicate token", "token new cms --scope cache:purge --all --expires 1d", exitFailure, "revoke"},
		{"list tokens", "token list", exitOK, "cms   cache:purge  pera    ::1/128"},
		{"revoke a token", "token revoke cms", exitOK, ""},
		{"revoke an unknown token", "token revoke cms", exitFailure, `unknown account "cms"`},
	})
}

func TestMaintenanceWithStoppedServer(t *testing.T) {
	runCommands(t, "maintenance", "--data-dir "+t.TempDir(), []command{
		{"neither a brand nor all", "on", exitUsage, "--brand ID or --all"},
		{"a brand and all", "on --all --brand marmara", exitUsage, "--brand"},
		{"an unknown brand", "on --brand nowhere", exitFailure, "allowed: marmara, pera, zephyr"},
		{"an unknown part", "on --brand marmara --parts slot", exitFailure, `"slot"`},
		{"an invalid end", "schedule --brand marmara --until tomorrow", exitUsage, "--until"},
		{
			"an end in the past", "schedule --brand marmara --until 2020-01-01T00:00:00Z", exitFailure,
			"must be after the start and after now",
		},
		{"a language of other brands", "on --brand zephyr --message-de Wartung", exitFailure, `"de"`},
		{"an invalid address", "on --brand marmara --bypass ::ffff:10.0.0.0/104", exitUsage, "--bypass"},
		{"a window without start and end", "schedule --brand marmara", exitUsage, "--from"},
		{"the end of no window", "end none", exitFailure, `unknown window "none" (allowed: none, because`},
		{"a window without new end", "extend none", exitUsage, "--until"},
		{"a schedule with an invalid start", "schedule --brand marmara --from soon", exitUsage, "--from"},
		{"a link for all", "link --all", exitUsage, "one brand"},
		{"open neither a brand nor all", "off", exitUsage, "--brand ID or --all"},
		{"a link without a brand", "link", exitUsage, "--brand ID"},
		{"nothing has changed", "status", exitOK, "marmara  open"},
		{"part of a brand", "on --brand marmara --parts sport --message-tr Bakım", exitOK, "sport"},
		{"it is stored", "status --brand marmara", exitOK, "Bakım"},
		{"a window", "schedule --brand zephyr --from 2h --until 30m --why database", exitOK, "zephyr  scheduled"},
		{"a link", "link --brand marmara", exitOK, "http://localhost:8080/?bypass="},
		{"open all, but for parts", "off --all", exitOK, "marmara  maintenance"},
		{"a part of all", "on --all --parts slots,live", exitOK, "live,slots,sport"},
		{"open the part", "off --all --parts slots,live", exitOK, "marmara  maintenance"},
		{"open the last part", "off --all --parts sport", exitOK, "marmara  open"},
		{"the window stays", "status", exitOK, "zephyr   scheduled"},
		{"it is named with its reason", "status", exitOK, "zephyr  database"},
	})
}

func TestCacheNeedsARunningServer(t *testing.T) {
	runCommands(t, "cache", "--data-dir "+t.TempDir(), []command{
		{"no server", "purge --brand pera", exitFailure, "no server with this configuration runs"},
	})
}

func TestWindowIsExtendedAndEnded(t *testing.T) {
	dir := t.TempDir()
	run := func(want, args string) string {
		t.Helper()
		return wantRun(t, exitOK, want, strings.Fields("maintenance "+args+" --data-dir "+dir)...)
	}
	run("", "on --brand marmara")
	_, windows, _ := strings.Cut(
		run("marmara  maintenance", "schedule --brand marmara --until 9h --message-tr Gece"), "WHY",
	)
	id, _, _ := strings.Cut(strings.TrimSpace(windows), " ")
	assert.Contains(t, run(id, "extend "+id+" --until 2199-01-01T00:00:00Z"), "2199-01-01T00:00:00Z")
	assert.Contains(t, run("marmara  maintenance", "off --brand marmara"), "Gece")
	assert.Contains(t, run("marmara  open", "end "+id), "ended")
	// A link is revoked, and listed without its token.
	_, line, _ := strings.Cut(run("", "link --brand marmara"), "\nlink ")
	link, _, _ := strings.Cut(line, " ")
	assert.NotContains(t, run(link, "links --brand marmara"), "bypass=")
	run("", "revoke "+link+" --brand marmara")
	out := run("", "links --brand marmara")
	assert.True(t, link != "" && !strings.Contains(out, link), "links after the revocation of %q:\n%s", link, out)
}

func TestHealth(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte("draining\n"))
			return
		}
		_, _ = w.Write([]byte("ok\n"))
	}))
	defer server.Close()
	running, empty := t.TempDir(), t.TempDir()
	require.NoError(t, (admin.Endpoint{Public: server.URL}).Publish(running))
	runCommands(t, "health", "", []command{
		{"a server that runs", "--data-dir " + running, exitOK, "ok\n"},
		{"one that is not ready", "--ready --data-dir " + running, exitFailure, "responded with 503 draining"},
		{"the address of a running server comes first", "--listen 127.0.0.1:1 --data-dir " + running, exitOK, "ok\n"},
		{"no server", "--listen 127.0.0.1:1 --data-dir " + empty, exitFailure, "connection refused"},
		{
			"no server within the wait", "--wait 150ms --listen 0.0.0.0:1 --data-dir " + empty, exitFailure,
			"127.0.0.1:1",
		},
		{"an address without port", "--listen localhost --data-dir " + empty, exitFailure, "missing port"},
		{
			"a server without TLS where there is TLS",
			"--listen " + strings.TrimPrefix(server.URL, "https://") + " --data-dir " + empty, exitFailure,
			"responded with 400",
		},
	})
}

func TestCommandsAgreeOnTheDataFolder(t *testing.T) {
	work, state := t.TempDir(), t.TempDir()
	t.Chdir(work)
	env := map[string]string{"XDG_STATE_HOME": state, "USER": "ayse"}
	want := func(want string, args ...string) {
		t.Helper()
		code, out, errOut := execute(t, env, args...)
		assert.True(t, code == exitOK && strings.Contains(out, want), "%q: status %d\n%s%s", args, code, out, errOut)
	}
	want("", "keys", "new")
	_, err := session.LoadKeyRing(filepath.Join(state, "croupier", session.KeyFileName))
	assert.NoError(t, err)
	// These work on the store itself, because no server runs.
	want("", "maintenance", "on", "--brand", "pera")
	want("pera", "maintenance", "status")
	want("", "staff", "list")
	_, err = os.Stat(filepath.Join(state, "croupier", "croupier.db"))
	assert.NoError(t, err)
	left, err := os.ReadDir(work)
	assert.True(t, err == nil && len(left) <= 0, "the working folder has %v, %v", left, err)
}

func TestWithoutAHomeTheFaultNamesTheSetting(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, args := range []string{
		"check", "serve", "staff list", "maintenance status", "keys new", "keys list", "keys rotate",
	} {
		code, out, errOut := execute(t, nil, strings.Fields(args)...)
		assert.Equal(t, exitFailure, code, "%s: %s", args, out)
		assert.Contains(t, errOut, "XDG_STATE_HOME", args)
		assert.Contains(t, errOut, "CROUPIER_DATA_DIR", args)
	}
	code, out, errOut := execute(t, map[string]string{"CROUPIER_DATA_DIR": filepath.Join(dir, "data")}, "check")
	assert.Equal(t, exitOK, code, "check with a data directory: %s%s", out, errOut)
}

func TestNewBrandPassesTheCheck(t *testing.T) {
	file := writeConfig(t, validConfig)
	folder := filepath.Join(filepath.Dir(file), "brands", "bogaz")
	code, out, errOut := runCommand(
		t, "brand", "new", "bogaz", "--config", file, "--from", "pera", "--name", "Boğaz & Co", "--host",
		"bogaz.localhost,www.bogaz.localhost", "--site-id", "113",
	)
	require.True(t, code == exitOK && strings.HasPrefix(out, folder+"\n"), "status %d:\n%s%s", code, out, errOut)
	out = wantRun(t, exitOK, "valid: 4 brands, 6 warnings", "check", "--config", file)
	assert.Contains(t, out, "bogaz/brand.yaml")
	assert.Contains(t, out, "legal.licence.tr: players see the placeholder")
	// The new brand does not claim anything of the copied brand.
	err := filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), "method-") {
			return err
		}
		assert.NotRegexp(t, `Pera|890/JAZ|pera\.`, readFile(t, path), path)
		return nil
	})
	assert.NoError(t, err)
	runCommands(t, "brand new --config "+file, "", []command{
		{"the same brand", "bogaz --host x.localhost --site-id 1", exitFailure, "already exists"},
		{"a host of another brand", "ege --host zephyr.localhost --site-id 1", exitFailure, "belongs to brand zephyr"},
		{"an invalid id", "../ege --host ege.localhost --site-id 1", exitFailure, "lower-case letters"},
		{
			"an unknown brand as model", "ege --from x --host ege.localhost --site-id 1", exitFailure,
			"allowed: bogaz, marmara, pera, zephyr",
		},
		{"an unknown upstream", "ege --upstream x --host ege.localhost --site-id 1", exitFailure, "unknown upstream x"},
		{"no host", "ege --site-id 1", exitUsage, "--host"},
		{"no site id", "ege --host ege.localhost", exitUsage, "--site-id"},
	})
	elsewhere := t.TempDir()
	wantRun(
		t, exitOK, "", "brand", "new", "ege", "--config", file, "--dir", elsewhere, "--host", "ege.localhost",
		"--site-id", "1",
	)
	readFile(t, filepath.Join(elsewhere, "ege", "brand.yaml"))
}

func TestLogosAreDrawn(t *testing.T) {
	logos, err := drawLogos("Şans <&> Co", bff.Theme{Radius: 8, Gradient: bff.Gradient{From: "#111111", To: "#222222"}})
	require.NoError(t, err)
	for name, raw := range logos {
		read := xml.NewDecoder(strings.NewReader(string(raw)))
		var err error
		for err == nil {
			_, err = read.Token()
		}
		assert.ErrorIs(t, err, io.EOF, name)
		assert.Regexp(t, "(?s)#222222.*>Ş<", string(raw), name)
	}
}

// The commands of the studio need a running server, except the export of files.
func TestStudioCommandsWithStoppedServer(t *testing.T) {
	file, to := writeConfig(t, validConfig), t.TempDir()
	pera := filepath.Join(to, "pera")
	runCommands(t, "brand", "--config "+file+" --data-dir "+t.TempDir(), []command{
		{"an unknown brand", "export ege --to " + to + "/ege", exitFailure, "unknown brand ege (allowed: marmara"},
		{"the files", "export pera --to " + pera, exitOK, "the export has no published changes"},
		{"a directory that exists", "export pera --to " + pera, exitFailure, "already exists"},
		{"a draft", "export pera --draft --to " + to + "/draft", exitFailure, "no server"},
		{"import", "import pera " + pera, exitFailure, "no server"},
		{"a directory without a brand", "import pera " + to, exitFailure, to + "/brand.yaml: file not found"},
		{"diff", "diff pera", exitFailure, "no server"},
		{"preview", "preview pera", exitFailure, "no server"},
		{"publish", "publish pera", exitFailure, "no server"},
		{"publish at an invalid time", "publish pera --at soon", exitUsage, "--at: invalid time"},
		{"revert", "revert pera 0", exitFailure, "no server"},
		{"revert to no version", "revert pera", exitUsage, "version"},
		{"discard", "discard pera", exitFailure, "no server"},
	})
	assert.Equal(t, readFile(t, brandFile(file, "pera")), readFile(t, filepath.Join(pera, "brand.yaml")))
	replace(t, filepath.Join(pera, "brand.yaml"), "site_id: 890", "site_id: 891")
	wantRun(t, exitFailure, "the studio cannot change site_id", "brand", "import", "pera", pera, "--config", file)
}
