package deploy

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestMain(m *testing.M) {
	if SuperviseFromEnvironment() {
		return
	}
	os.Exit(m.Run())
}

func image(t *testing.T) *Image {
	i, err := ParseImage(root)
	noError(t, err)
	return i
}

func TestSourcesOfTheImageExist(t *testing.T) {
	for _, problem := range image(t).CheckSources() {
		t.Error(problem)
	}
}

func TestMissingSourcesAreFound(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		noError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("Dockerfile", "FROM scratch AS a\nCOPY there ignored none* /\nCOPY --from=b /x /x\nFROM scratch AS "+
		"b\nCOPY --from=a /x /x\n")
	write(".dockerignore", "ignored\n")
	write("there", "")
	write("ignored", "")
	i, err := ParseImage(dir)
	noError(t, err)
	var got []string
	for _, p := range i.CheckSources() {
		got = append(got, p.Error())
	}
	want := []string{
		"stage a: COPY ignored: is in .dockerignore", "stage a: COPY none*: file does not exist",
		"stage a: COPY --from=b: no such stage before it",
	}
	failIf(t, !slices.Equal(got, want), "got %q\nwant %q", got, want)
}

func TestBuildContextHasNoSecretsAndNoState(t *testing.T) {
	i := image(t)
	for _, name := range []string{
		".git/config", "data/keys.json", "web/data/keys.json", "croupier.db",
		"web/croupier.db", "bin/croupier", "web/node_modules/x",
	} {
		ignored, err := i.Ignores(name)
		failIf(t, err != nil || !ignored, "%s is sent to the builder: %v", name, err)
	}
}

// A file that .dockerignore excludes by mistake would be missing only in the image.
func TestBuildContextHasEverySource(t *testing.T) {
	i := image(t)
	top, err := filepath.Abs(root)
	noError(t, err)
	list := exec.Command("go", "list", "-json=Dir,GoFiles,EmbedFiles", "./bff/...", "./configs/...", "./contracts/...")
	list.Dir = root
	out, err := list.Output()
	noError(t, err)
	files := 0
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct {
			Dir                 string
			GoFiles, EmbedFiles []string
		}
		noError(t, d.Decode(&p))
		for _, file := range append(p.GoFiles, p.EmbedFiles...) {
			name, err := filepath.Rel(top, filepath.Join(p.Dir, file))
			noError(t, err)
			files++
			// An earlier stage builds the site.
			ignored, err := i.Ignores(name)
			fromSite := strings.HasPrefix(name, "bff/site/dist/")
			failIf(t, err != nil || ignored && !fromSite, "%s is not sent to the builder: %v", name, err)
		}
	}
	failIf(t, files < 500, "only %d files found", files)
}

// The image has no shell and no user database, and its default is the production binary.
func TestImageIsMinimal(t *testing.T) {
	i := image(t)
	last := i.Stages[len(i.Stages)-1].Name
	failIf(t, last != "production", "the default target is %s", last)
	for _, target := range []string{"demo", "production"} {
		chain, err := i.Chain(target)
		noError(t, err)
		failIf(t, chain[0].BaseName != "scratch", "%s is built on %s", target, chain[0].BaseName)
		r, err := i.Runtime(target)
		noError(t, err)
		uid, gid := owner(r.User)
		failIf(t, uid == 0 || gid == 0, "%s runs as %s", target, r.User)
		for _, volume := range r.Volumes {
			failIf(t, r.Owned[volume] != r.User, "%s: the volume %s belongs to %q, not to %s", target, volume,
				r.Owned[volume], r.User)
		}
	}
}

func TestContainerServesAndIsHealthy(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("chroot needs root, which CI has")
	}
	i := image(t)
	for _, c := range []struct {
		target, build string
		arguments     []string // after the arguments of the image
	}{
		{"demo", "build-demo", nil},
		{"production", "build-production", []string{"--config", "/etc/croupier/croupier.yaml"}},
	} {
		t.Run(c.target, func(t *testing.T) {
			r, err := i.Runtime(c.target)
			noError(t, err)
			r.Command = append(r.Command, c.arguments...)
			container := Container{Runtime: r, Root: t.TempDir()}
			fill(t, i, &container, c.build)
			report := container.run(t)
			if report.Failed != "" {
				t.Fatalf("%s\nhealth: %s\nlog: %s", report.Failed, report.Health, report.Log)
			}
			failIf(t, report.Probe != `{"status":"ok"}` || strings.TrimSpace(report.Health) != report.Probe,
				"/healthz answers %q, the health check prints %q", report.Probe, report.Health)
		})
	}
}

// fill creates the root folder of a container. It builds the binary with the command of the
// Dockerfile, and adds the folders of the user and a mounted configuration.
func fill(t *testing.T, i *Image, c *Container, stage string) {
	noError(t, os.Chmod(c.Root, 0o755))
	command, err := i.BuildCommand(stage)
	noError(t, err)
	build := exec.Command("sh", "-c",
		strings.Replace(command, "-o /croupier ", "-o '"+filepath.Join(c.Root, "croupier")+"' ", 1))
	build.Dir = root
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "VERSION=test")
	build.Stderr = os.Stderr
	noError(t, build.Run())
	for folder, user := range c.Owned {
		path := filepath.Join(c.Root, folder)
		uid, gid := owner(user)
		noError(t, os.MkdirAll(path, 0o755))
		noError(t, os.Chown(path, int(uid), int(gid)))
	}
	mounted := filepath.Join(c.Root, "etc", "croupier")
	noError(t, os.MkdirAll(mounted, 0o755))
	noError(t, os.CopyFS(filepath.Join(mounted, "brands"), os.DirFS(filepath.Join(root, "configs", "brands"))))
	for _, brand := range []string{"marmara", "pera", "zephyr"} { // production rejects the demo's invented licences
		file := filepath.Join(mounted, "brands", brand, "brand.yaml")
		raw, err := os.ReadFile(file)
		noError(t, err)
		noError(t, os.WriteFile(file, bytes.ReplaceAll(raw, []byte("/JAZ"), []byte("/2026")), 0o644))
	}
	// The platform runs on this machine, so a production file may use it without TLS.
	server := "profile: production\nbrands: brands\nupstreams:\n  mock:\n    adapter: envelope\n    url: " +
		"http://127.0.0.1:8090/endpoint/v1\n"
	noError(t, os.WriteFile(filepath.Join(mounted, "croupier.yaml"), []byte(server), 0o644))
}

// run supervises the container in a new network and process namespace.
func (c *Container) run(t *testing.T) (r Report) {
	self, err := os.Executable()
	noError(t, err)
	text, err := json.Marshal(c)
	noError(t, err)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), superviseVariable+"="+string(text))
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET | syscall.CLONE_NEWPID}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	noError(t, err)
	noError(t, json.Unmarshal(out, &r))
	return r
}
