package config

import (
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

func TestOnlyWhatWasReadIsAChange(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(outside, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, row := range map[string]struct {
		change func(fstest.MapFS)
		same   bool
	}{
		"nothing":                      {func(fstest.MapFS) {}, true},
		"a log beside it":              {func(f fstest.MapFS) { f["server.log"] = &fstest.MapFile{Data: []byte("lines")} }, true},
		"a file that was read":         {func(f fstest.MapFS) { f["croupier.yaml"].Data = []byte("b") }, false},
		"a file that is gone":          {func(f fstest.MapFS) { delete(f, "croupier.yaml") }, false},
		"a file that was missing":      {func(f fstest.MapFS) { f["missing.yaml"] = &fstest.MapFile{Data: []byte("c")} }, false},
		"a folder more":                {func(f fstest.MapFS) { f["brands/b/brand.yaml"] = &fstest.MapFile{} }, false},
		"a file of a known folder":     {func(f fstest.MapFS) { f["brands/a/notes.txt"] = &fstest.MapFile{} }, true},
		"a file outside of the folder": {func(fstest.MapFS) { write("changed") }, false},
		"the first draft":              {func(f fstest.MapFS) { f["drafts/b/brand.yaml"] = &fstest.MapFile{} }, false},
		"an icon":                      {func(f fstest.MapFS) { f["brands/a/icon.png"] = &fstest.MapFile{} }, false},
	} {
		t.Run(name, func(t *testing.T) {
			write("secret")
			files := fstest.MapFS{"croupier.yaml": {Data: []byte("a")}, "brands/a/brand.yaml": {}}
			r := &recorder{files: files, digest: sha256.New(), folders: map[string]bool{}}
			_, _ = r.ReadFile("croupier.yaml")
			_, _ = r.ReadFile("missing.yaml")
			_, _ = r.ReadDir("brands")
			_, _ = r.readAnywhere("", outside)
			_ = isFolder(r, "drafts")
			_ = isFolder(r, "brands/a")
			_, _ = fs.Stat(r, "brands/a/icon.png")
			row.change(files)
			if got := (Source{Files: files}).isUnchanged(r.result()); got != row.same {
				t.Errorf("unchanged: %v", got)
			}
		})
	}
}
