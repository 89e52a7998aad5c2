package guides_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
	"croupier/bff/test/e2e/guides"
)

const root = "../../../.."

type guide struct {
	file     string
	redis    bool              // Redis with persistence at 127.0.0.1:6379
	platform bool              // bin/lagoon, the platform of the guide to mappings
	machine  bool              // changes copies of /etc, /var and /usr/local, and installs a production build
	needs    []string          // programs
	notRun   map[string]string // skipped blocks: first line, reason
}

// tutorialTest runs the commands of the tutorial.
const tutorialTest = "web/scripts/new-page.test.ts runs it"

// all lists the guides, which are all Markdown files with commands.
var all = []guide{
	{file: "README.md", notRun: map[string]string{
		"make run":              "the pipeline builds the binary itself",
		"make dev":              "web/e2e/dev.spec.ts runs it",
		"make build-production": "the quick start runs a production binary",
	}},
	{file: ".github/CONTRIBUTING.md", notRun: map[string]string{
		"make run    # build everything and serve the demo on 127.0.0.1:8080": "the pipeline runs make itself",
	}},
	{file: "web/docs/tutorial.md", notRun: map[string]string{
		"make dev": "web/e2e/dev.spec.ts runs it",
		"npm run new:page recent-logins -- --player --title tr='Son girişler' --title en='Recent logins'": tutorialTest,
		"npm run format && npm run lint && npm test -- src/features/recentLogins":                         tutorialTest,
	}},
	{file: "configs/mappings/README.md", platform: true, notRun: map[string]string{
		"go build -o bin/lagoon ./bff/test/e2e/lagoon": "the test builds it in this module",
	}},
	{
		file: "configs/docs/quick-start.md", machine: true, needs: []string{"systemd-analyze", "caddy", "oathtool"},
		notRun: map[string]string{
			"make build-production": "the test builds the binary",
			"apt-get install caddy": "the test cannot reach the packages",
			"export CONFIG_DIR=/etc/croupier SITES=casino.example " +
				"COMPOSE_FILE=configs/deploy/compose.yaml": "no containers",
		},
	},
	{file: "configs/docs/instances.md", redis: true},
	{file: "configs/docs/dependencies.md", needs: []string{"openssl"}},
	{file: "configs/docs/keys.md"},
	{file: "configs/docs/backup.md"},
	{file: "configs/docs/upgrade.md"},
	{file: "configs/docs/tls.md", machine: true, needs: []string{"nginx", "caddy", "openssl"}},
	{file: "configs/docs/brands.md"},
	{file: "configs/docs/maintenance.md"},
	{file: "configs/docs/cache.md"},
	{file: "configs/docs/monitoring.md"},
	{file: "configs/docs/staff.md"},
	{file: "configs/docs/tokens.md"},
	{file: "configs/docs/audit.md"},
	{file: "configs/docs/oidc.md"},
	{file: "configs/docs/webhooks.md"},
	{file: "configs/docs/events.md", needs: []string{"openssl"}},
	{file: "bff/docs/staff-api.md"},
}

var binary string

func TestMain(m *testing.M) {
	if script := os.Getenv(shellVariable); script != "" {
		fmt.Fprintln(os.Stderr, becomeShell(script))
		os.Exit(1)
	}
	os.Exit(e2e.RunTests(&binary, m.Run))
}

const guideTimeout = 3 * time.Minute

func TestCommandsOfGuides(t *testing.T) {
	t.Parallel()
	for _, g := range all {
		t.Run(g.file, func(t *testing.T) {
			t.Parallel()
			g.run(t)
		})
	}
}

// run runs the commands of the guide and compares their output.
func (g guide) run(t *testing.T) {
	g.skipUnlessPossible(t)
	raw, err := os.ReadFile(filepath.Join(root, g.file))
	require.NoError(t, err)
	found, err := guides.Parse(string(raw))
	require.NoError(t, err, g.file)
	for _, b := range found {
		assert.NotContains(t, b.Text, "/tmp/", "%s:%d: the next run would find files of this run", g.file, b.Line)
	}
	blocks := g.prepared()
	first, skipped := len(blocks), 0
	for _, b := range found {
		if g.notRun[b.FirstLine()] != "" {
			b.Language, b.File = "skipped", ""
			skipped++
		}
		blocks = append(blocks, b)
	}
	assert.Len(t, g.notRun, skipped, "%d of %d blocks that are not to be run are in the guide", skipped, len(g.notRun))
	dir, output := t.TempDir(), t.TempDir()
	prepare(t, dir)
	if g.platform {
		out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "bin", "lagoon"),
			"croupier/bff/test/e2e/lagoon").CombinedOutput()
		require.NoError(t, err, string(out))
	}
	script := filepath.Join(output, "script")
	require.NoError(t, os.WriteFile(script, []byte(guides.Script(blocks, output)), 0o600))
	cmd := isolated(t, script)
	cmd.Dir = dir
	cmd.Env = append(cmd.Env, "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"), "HOME="+dir,
		"XDG_STATE_HOME="+filepath.Join(dir, "state"), "PWD="+dir)
	if g.machine {
		provideMachine(t, cmd)
	}
	timer := time.AfterFunc(guideTimeout, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	out, failure := cmd.CombinedOutput()
	g.report(t, blocks[first:], first, output, string(out), failure)
}

// skipUnlessPossible skips a guide without root or a required program. CI has both.
func (g guide) skipUnlessPossible(t *testing.T) {
	if g.machine && os.Geteuid() != 0 {
		t.Skip("the guide changes /etc and /var, which needs root")
	}
	for _, program := range g.needs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed: run make guide-programs", program)
		}
	}
}

// prepared returns additional blocks that run before the blocks of the guide.
func (g guide) prepared() (blocks []guides.Block) {
	if g.redis {
		blocks = append(blocks,
			guides.Block{
				Language: "sh",
				Text: "redis-server --port 6379 --appendonly yes --appendfsync always --maxmemory-policy noeviction " +
					"--daemonize yes --dir \"$(mktemp -d)\" >/dev/null\n" +
					"for _ in {1..200}; do if redis-cli ping | grep -q PONG; then break; fi; sleep 0.05; done\n",
			})
	}
	return blocks
}

// prepare makes dir look like the root of the repository after `make build`.
func prepare(t *testing.T, dir string) {
	for _, folder := range []string{"configs", "contracts"} {
		require.NoError(t, os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(root, folder))))
	}
	program, err := filepath.Abs(binary)
	if err == nil {
		if err = os.Mkdir(filepath.Join(dir, "bin"), 0o700); err == nil {
			err = os.Symlink(program, filepath.Join(dir, "bin", "croupier"))
		}
	}
	require.NoError(t, err)
}

// report fails the test for failed blocks and for output that differs from the guide.
func (g guide) report(t *testing.T, blocks []guides.Block, first int, output, shell string, failure error) {
	t.Helper()
	printed := func(i int) (string, bool) {
		raw, err := os.ReadFile(filepath.Join(output, fmt.Sprint(first+i)))
		return string(raw), err == nil
	}
	last, commands := -1, 0
	for i, b := range blocks {
		if _, ran := printed(i); ran {
			last = i
		}
		if b.Language == "sh" {
			commands++
			if text, ran := printed(i); ran && testing.Verbose() {
				t.Logf("%s:%d\n%s", g.file, b.Line, transcript(b.Text, text))
			}
		}
		if b.Language != "text" || i == 0 || blocks[i-1].Language != "sh" {
			continue
		}
		if text, ran := printed(i - 1); ran {
			assert.NoError(t, guides.Matches(text, b.Text), "%s:%d", g.file, b.Line)
		}
	}
	switch {
	case failure != nil && last < 0:
		raw, _ := os.ReadFile(filepath.Join(output, fmt.Sprint(first-1)))
		t.Errorf("%s: preparation: %v\n%s%s", g.file, failure, shell, raw)
	case failure != nil:
		text, _ := printed(last)
		t.Errorf("%s:%d (%s): %v\n%s\nprinted:\n%s%s", g.file, blocks[last].Line, blocks[last].Heading, failure,
			blocks[last].Text,
			text, shell)
	case commands == 0 && len(g.notRun) == 0:
		t.Errorf("%s has no commands: remove its line here", g.file)
	}
}

// transcript returns the commands of a block with a prompt, and their output.
func transcript(commands, printed string) string {
	return "$ " + strings.ReplaceAll(strings.TrimSpace(commands), "\n", "\n> ") + "\n" + printed
}

// Every Markdown file with commands must be listed as a guide.
func TestEveryGuideIsListed(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	for _, g := range all {
		listed[g.file] = true
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != root &&
			(name == "node_modules" || name == "bin" || strings.HasPrefix(name, ".")) {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		blocks, err := guides.Parse(string(raw))
		for _, b := range blocks {
			if b.Language == "sh" && !listed[file] {
				t.Errorf("%s:%d: the commands of this file are not run: add it to the list", file, b.Line)
			}
		}
		if err != nil && listed[file] {
			t.Errorf("%s: %v", file, err)
		}
		return nil
	})
	require.NoError(t, err)
}
