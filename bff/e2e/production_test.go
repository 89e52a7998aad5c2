package e2e_test

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// productionTags are the build tags of the production binary. The Makefile and the
// Dockerfile name them too.
const productionTags = "nomock,nomsgpack,grpcnotrace"

// maxProductionSize bounds the production binary in bytes, with the player site if it is built.
const maxProductionSize = 30_700_000

// productionBinary builds the binary that the container image contains.
func productionBinary(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "croupier-production")
	build := exec.Command("go", "build", "-tags", productionTags, "-trimpath", "-ldflags", "-s -w", "-o", file, "croupier/bff/cmd/croupier")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return file
}

func TestProductionBinary(t *testing.T) {
	t.Parallel()
	production := productionBinary(t)

	t.Run("is small", func(t *testing.T) {
		info, err := os.Stat(production)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > maxProductionSize {
			t.Errorf("%d bytes, want at most %d", info.Size(), maxProductionSize)
		}
	})

	t.Run("links no mock and no demo", func(t *testing.T) {
		deps, err := exec.Command("go", "list", "-deps", "-tags", productionTags, "croupier/bff/cmd/croupier").Output()
		if err != nil {
			t.Fatal(err)
		}
		for dep := range strings.Lines(string(deps)) {
			if strings.Contains(dep, "/mock") || strings.Contains(dep, "croupier/configs") {
				t.Errorf("links %s", dep)
			}
		}
	})

	mock := writeConfig(t, "", nil)
	for _, c := range []struct {
		name, args string
		status     int
		want       []string
	}{
		{"serve requires --config", "serve", 2, []string{"croupier: serve: --config is required: this binary has no built-in demo"}},
		{"check requires --config", "check", 2, []string{"--config is required"}},
		{"mock is not a command", "mock", 2, []string{`unknown command "mock"`}},
		{"check refuses the mock", "check --config " + mock, 1, []string{mock + ":", "upstreams.mock.adapter", "built with the tag nomock"}},
		{"serve refuses the mock", "serve --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --config " + mock, 1, []string{"upstreams.mock.adapter", "built with the tag nomock"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command(production, strings.Fields(c.args)...)
			cmd.Dir = t.TempDir()
			out, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != c.status {
				t.Errorf("%v, want exit status %d\n%s", err, c.status, out)
			}
			for _, text := range c.want {
				if !strings.Contains(string(out), text) {
					t.Errorf("want %q in:\n%s", text, out)
				}
			}
		})
	}

	t.Run("serves brands of another platform", func(t *testing.T) {
		platform := start(t, nil, "mock", "--listen", "127.0.0.1:0")
		p, err := e2e.Start(production, inFrontOf(platform.Address),
			"serve", "--config", mock, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = p.Stop() })
		c := e2e.NewClient(p.Address, "localhost", "")
		if status, a := mustCall(t, c, "casino/category_list", nil, nil); status != http.StatusOK {
			t.Errorf("casino/category_list: %d %s", status, a["message"])
		}
		for _, path := range []string{"/__mock/", "/__mock/state", "/mock/art/cover/1.svg", "/mock/play/"} {
			if status, _, _, err := c.Do(http.MethodGet, path, nil, nil); err != nil || status != http.StatusNotFound {
				t.Errorf("%s: %d %v, want 404", path, status, err)
			}
		}
	})
}

func TestProductionTagsMatchBuildFiles(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	dockerfile, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(makefile), ":= "+strings.TrimPrefix(productionTags, "nomock,")+"\n") || !strings.Contains(string(makefile), "-tags nomock,$(TAGS)") {
		t.Errorf("the Makefile does not build with %s", productionTags)
	}
	text := string(dockerfile)
	if !strings.Contains(text, "-tags "+productionTags+" ") {
		t.Errorf("the Dockerfile does not build with %s", productionTags)
	}
	if final := text[strings.LastIndex(text, "\nFROM "):]; !strings.Contains(final, "--from=build-production") {
		t.Errorf("the default image is not the production binary:\n%s", final)
	}
}
