package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/theme"
)

func TestNewBrandPassesTheCheck(t *testing.T) {
	file := writeConfig(t, validConfig)
	folder := filepath.Join(filepath.Dir(file), "brands", "bogaz")
	code, out, errOut := runCommand(t, "brand", "new", "bogaz", "--config", file, "--from", "pera", "--name", "Boğaz & Co", "--host", "bogaz.localhost,www.bogaz.localhost", "--site-id", "113")
	require.True(t, code == exitOK && strings.HasPrefix(out, folder+"\n"), "status %d:\n%s%s", code, out, errOut)
	code, out, errOut = runCommand(t, "check", "--config", file)
	assert.True(t, code == exitOK && strings.Contains(out, "fine: 4 brands, 6 warnings") && strings.Contains(errOut, "bogaz/brand.yaml") && strings.Contains(errOut, "legal.licence.tr: is to be written"),
		"status %d:\n%s%s", code, out, errOut)
	// Nothing is claimed that only the other brand may claim.
	err := filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), "method-") {
			return err
		}
		raw, err := os.ReadFile(path)
		assert.True(t, !strings.Contains(string(raw), "Pera") && !strings.Contains(string(raw), "890/JAZ") && !strings.Contains(string(raw), "pera."),
			"%s names pera", path)
		return err
	})
	assert.NoError(t, err)
	runCommands(t, "brand new --config "+file, "", []command{
		{"the same brand", "bogaz --host x.localhost --site-id 1", exitFailure, "is there already"},
		{"a host of another brand", "ege --host zephyr.localhost --site-id 1", exitFailure, "belongs to brand zephyr"},
		{"an invalid id", "../ege --host ege.localhost --site-id 1", exitFailure, "lower-case letters"},
		{"an unknown brand as model", "ege --from x --host ege.localhost --site-id 1", exitFailure, "want one of bogaz, marmara, pera, zephyr"},
		{"an unknown upstream", "ege --upstream x --host ege.localhost --site-id 1", exitFailure, "unknown upstream x"},
		{"no host", "ege --site-id 1", exitUsage, "--host"},
		{"no site id", "ege --host ege.localhost", exitUsage, "--site-id"},
	})
	elsewhere := t.TempDir()
	wantRun(t, exitOK, "", "brand", "new", "ege", "--config", file, "--dir", elsewhere, "--host", "ege.localhost", "--site-id", "1")
	readFile(t, filepath.Join(elsewhere, "ege", "brand.yaml"))
}

func TestLogosAreDrawn(t *testing.T) {
	for name, raw := range drawLogos("Şans <&> Co", theme.Theme{Radius: 8, Gradient: theme.Gradient{From: "#111111", To: "#222222"}}) {
		read := xml.NewDecoder(strings.NewReader(string(raw)))
		var err error
		for err == nil {
			_, err = read.Token()
		}
		assert.True(t, errors.Is(err, io.EOF) && strings.Contains(string(raw), ">Ş<") && strings.Contains(string(raw), "#222222"),
			"%s: %v: %s", name, err, raw)
	}
}

func TestDraftsAreComparedAndPublished(t *testing.T) {
	file := writeConfig(t, validConfig)
	dir := filepath.Dir(file)
	run := func(code int, want string, args ...string) string {
		t.Helper()
		return wantRun(t, code, want, append([]string{"brand"}, append(args, "--config", file)...)...)
	}
	draft, published := filepath.Join(dir, "drafts", "pera"), filepath.Join(dir, "brands", "pera", "brand.yaml")
	for _, command := range []string{"diff", "publish", "preview"} {
		run(exitFailure, "brand draft pera makes it", command, "pera")
	}
	run(exitFailure, "unknown brand ege", "draft", "ege")
	assert.Equal(t, draft+"\n", run(exitOK, "", "draft", "pera"))
	run(exitFailure, "is there already", "draft", "pera")
	run(exitFailure, "changes nothing", "publish", "pera")
	brand := filepath.Join(draft, "brand.yaml")
	rewrite(t, brand, func(s string) string {
		return strings.NewReplacer("name: Pera\n", "name: Pera Yeni\n", "site_id: 890", "site_id: 891").Replace(s)
	})
	out := run(exitOK, "", "diff", draft)
	assert.Equal(t, "~ name: \"Pera\" → \"Pera Yeni\"\n~ site_id: 890 → 891   (not in a preview)\npera: 2 changes\n", out,
		"diff:\n%s", out)
	run(exitFailure, "is no draft", "diff", filepath.Join(dir, "brands", "pera"))
	run(exitFailure, "no server", "preview", "pera")
	rewrite(t, brand, func(s string) string { return strings.Replace(s, "upstream: mock", "upstream: mokc", 1) })
	for _, command := range []string{"publish", "preview"} {
		run(exitFailure, `brand.yaml:11:11: upstream: unknown upstream "mokc"; did you mean "mock"?`, command, "pera")
	}
	rewrite(t, brand, func(s string) string { return strings.Replace(s, "upstream: mokc", "upstream: mock", 1) })
	run(exitOK, "pera: 2 changes live, before: "+filepath.Join(dir, "drafts", ".pera.before"), "publish", "pera")
	assert.Contains(t, readFile(t, published), "Pera Yeni", "published")
	_, err := os.Stat(draft)
	assert.Error(t, err, "the draft is still there")
	assert.Contains(t, readFile(t, filepath.Join(dir, "drafts", ".pera.before", "brand.yaml")), "name: Pera\n",
		"the version before")
	// A brand that is only a draft goes live by a rename.
	wantRun(t, exitOK, "", "brand", "new", "ege", "--config", file, "--dir", filepath.Join(dir, "drafts"), "--host", "ege.localhost", "--site-id", "1")
	run(exitFailure, "no server", "preview", "ege")
	run(exitOK, "", "publish", "ege")
	wantRun(t, exitOK, "4 brands", "check", "--config", file)
}

func TestFoldersAreReplacedInTwoStepsWhereTheyCannotBeExchanged(t *testing.T) {
	dir := t.TempDir()
	folder := func(name, content string) string {
		t.Helper()
		return filepath.Dir(writeFile(t, filepath.Join(dir, name), "brand.yaml", content))
	}
	has := func(at, content string) {
		t.Helper()
		assert.Equal(t, content, readFile(t, filepath.Join(at, "brand.yaml")), at)
	}
	draft, published, kept := folder("draft", "new"), folder("published", "old"), filepath.Join(dir, "kept")
	assert.Error(t, replaceFolder(filepath.Join(dir, "none"), published, kept), "a missing draft is accepted")
	has(published, "old")
	noError(t, replaceFolder(draft, published, kept))
	has(published, "new")
	has(kept, "old")
}
