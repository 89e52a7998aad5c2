package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/theme"
)

func TestNewBrandPassesTheCheck(t *testing.T) {
	file := writeConfig(t, validConfig)
	folder := filepath.Join(filepath.Dir(file), "brands", "bogaz")
	code, out, errOut := runCommand(t, "brand", "new", "bogaz", "--config", file, "--from", "pera", "--name", "Boğaz & Co", "--host", "bogaz.localhost,www.bogaz.localhost", "--site-id", "113")
	if code != exitOK || !strings.HasPrefix(out, folder+"\n") {
		t.Fatalf("status %d:\n%s%s", code, out, errOut)
	}
	code, out, errOut = runCommand(t, "check", "--config", file)
	if code != exitOK || !strings.Contains(out, "fine: 4 brands, 6 warnings") || !strings.Contains(errOut, "bogaz/brand.yaml") || !strings.Contains(errOut, "legal.licence.tr: is to be written") {
		t.Errorf("status %d:\n%s%s", code, out, errOut)
	}
	// Nothing is claimed that only the other brand may claim.
	err := filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), "method-") {
			return err
		}
		raw, err := os.ReadFile(path)
		if strings.Contains(string(raw), "Pera") || strings.Contains(string(raw), "890/JAZ") || strings.Contains(string(raw), "pera.") {
			t.Errorf("%s names pera", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"the same brand", []string{"bogaz", "--host", "x.localhost", "--site-id", "1"}, exitFailure, "is there already"},
		{"a host of another brand", []string{"ege", "--host", "zephyr.localhost", "--site-id", "1"}, exitFailure, "belongs to brand zephyr"},
		{"an invalid id", []string{"../ege", "--host", "ege.localhost", "--site-id", "1"}, exitFailure, "lower-case letters"},
		{"an unknown brand as model", []string{"ege", "--from", "x", "--host", "ege.localhost", "--site-id", "1"}, exitFailure, "want one of bogaz, marmara, pera, zephyr"},
		{"an unknown upstream", []string{"ege", "--upstream", "x", "--host", "ege.localhost", "--site-id", "1"}, exitFailure, "unknown upstream x"},
		{"no host", []string{"ege", "--site-id", "1"}, exitUsage, "--host"},
		{"no site id", []string{"ege", "--host", "ege.localhost"}, exitUsage, "--site-id"},
	} {
		code, out, errOut := runCommand(t, append([]string{"brand", "new", "--config", file}, c.args...)...)
		if code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%s: status %d:\n%s%s", c.name, code, out, errOut)
		}
	}
	elsewhere := t.TempDir()
	if code, _, errOut := runCommand(t, "brand", "new", "ege", "--config", file, "--dir", elsewhere, "--host", "ege.localhost", "--site-id", "1"); code != exitOK {
		t.Error(errOut)
	}
	if _, err := os.Stat(filepath.Join(elsewhere, "ege", "brand.yaml")); err != nil {
		t.Error(err)
	}
}

func TestLogosAreDrawn(t *testing.T) {
	for name, raw := range drawLogos("Şans <&> Co", theme.Theme{Radius: 8, Gradient: theme.Gradient{From: "#111111", To: "#222222"}}) {
		read := xml.NewDecoder(strings.NewReader(string(raw)))
		var err error
		for err == nil {
			_, err = read.Token()
		}
		if !errors.Is(err, io.EOF) || !strings.Contains(string(raw), ">Ş<") || !strings.Contains(string(raw), "#222222") {
			t.Errorf("%s: %v: %s", name, err, raw)
		}
	}
}

func TestDraftsAreComparedAndPublished(t *testing.T) {
	file := writeConfig(t, validConfig)
	dir := filepath.Dir(file)
	run := func(want int, args ...string) string {
		t.Helper()
		code, out, errOut := runCommand(t, append([]string{"brand"}, append(args, "--config", file)...)...)
		if code != want {
			t.Errorf("%v: status %d, want %d:\n%s%s", args, code, want, out, errOut)
		}
		return out + errOut
	}
	draft, published := filepath.Join(dir, "drafts", "pera"), filepath.Join(dir, "brands", "pera", "brand.yaml")
	for _, command := range []string{"diff", "publish", "preview"} {
		if out := run(exitFailure, command, "pera"); !strings.Contains(out, "brand draft pera makes it") {
			t.Errorf("%s without a draft: %s", command, out)
		}
	}
	if out := run(exitFailure, "draft", "ege"); !strings.Contains(out, "unknown brand ege") {
		t.Error(out)
	}
	if out := run(exitOK, "draft", "pera"); out != draft+"\n" {
		t.Error(out)
	}
	if out := run(exitFailure, "draft", "pera"); !strings.Contains(out, "is there already") {
		t.Errorf("a second draft: %s", out)
	}
	if out := run(exitFailure, "publish", "pera"); !strings.Contains(out, "changes nothing") {
		t.Error(out)
	}
	brand := filepath.Join(draft, "brand.yaml")
	rewrite(t, brand, func(s string) string {
		return strings.NewReplacer("name: Pera\n", "name: Pera Yeni\n", "site_id: 890", "site_id: 891").Replace(s)
	})
	if out := run(exitOK, "diff", draft); out != "~ name: \"Pera\" → \"Pera Yeni\"\n~ site_id: 890 → 891   (not in a preview)\npera: 2 changes\n" {
		t.Errorf("diff:\n%s", out)
	}
	if out := run(exitFailure, "diff", filepath.Join(dir, "brands", "pera")); !strings.Contains(out, "is no draft") {
		t.Errorf("a published folder as draft: %s", out)
	}
	if out := run(exitFailure, "preview", "pera"); !strings.Contains(out, "no server") {
		t.Errorf("a preview without a server: %s", out)
	}
	rewrite(t, brand, func(s string) string { return strings.Replace(s, "upstream: mock", "upstream: mokc", 1) })
	for _, command := range []string{"publish", "preview"} {
		if out := run(exitFailure, command, "pera"); !strings.Contains(out, `brand.yaml:11:11: upstream: unknown upstream "mokc"; did you mean "mock"?`) {
			t.Errorf("%s of an invalid draft: %s", command, out)
		}
	}
	rewrite(t, brand, func(s string) string { return strings.Replace(s, "upstream: mokc", "upstream: mock", 1) })
	if out := run(exitOK, "publish", "pera"); !strings.Contains(out, "pera: 2 changes live, before: "+filepath.Join(dir, "drafts", ".pera.before")) {
		t.Error(out)
	}
	if raw, err := os.ReadFile(published); err != nil || !strings.Contains(string(raw), "Pera Yeni") {
		t.Errorf("published: %v", err)
	}
	if _, err := os.Stat(draft); err == nil {
		t.Error("the draft is still there")
	}
	if raw, err := os.ReadFile(filepath.Join(dir, "drafts", ".pera.before", "brand.yaml")); err != nil || !strings.Contains(string(raw), "name: Pera\n") {
		t.Errorf("the version before: %v", err)
	}
	// A brand that is only a draft goes live by a rename.
	if code, _, errOut := runCommand(t, "brand", "new", "ege", "--config", file, "--dir", filepath.Join(dir, "drafts"), "--host", "ege.localhost", "--site-id", "1"); code != exitOK {
		t.Fatal(errOut)
	}
	if out := run(exitFailure, "preview", "ege"); !strings.Contains(out, "no server") {
		t.Error(out)
	}
	run(exitOK, "publish", "ege")
	if code, out, errOut := runCommand(t, "check", "--config", file); code != exitOK || !strings.Contains(out, "4 brands") {
		t.Errorf("%s%s", out, errOut)
	}
}

func TestFoldersAreReplacedInTwoStepsWhereTheyCannotBeExchanged(t *testing.T) {
	dir := t.TempDir()
	folder := func(name, content string) string {
		t.Helper()
		at := filepath.Join(dir, name)
		if err := os.Mkdir(at, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(at, "brand.yaml"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return at
	}
	has := func(at, content string) {
		t.Helper()
		if raw, err := os.ReadFile(filepath.Join(at, "brand.yaml")); string(raw) != content {
			t.Errorf("%s: %q, %v, want %q", at, raw, err, content)
		}
	}
	draft, published, kept := folder("draft", "new"), folder("published", "old"), filepath.Join(dir, "kept")
	if err := replaceFolder(filepath.Join(dir, "none"), published, kept); err == nil {
		t.Error("a missing draft is accepted")
	}
	has(published, "old")
	if err := replaceFolder(draft, published, kept); err != nil {
		t.Fatal(err)
	}
	has(published, "new")
	has(kept, "old")
}
