package deploy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

const composeFile = root + "/configs/deploy/compose.yaml"

// project loads the compose file as docker compose does: schema, references and paths are checked.
func project(t *testing.T) *types.Project {
	t.Helper()
	dir, err := filepath.Abs(filepath.Dir(composeFile))
	noError(t, err)
	raw, err := os.ReadFile(composeFile)
	noError(t, err)
	p, err := loader.LoadWithContext(t.Context(), types.ConfigDetails{
		WorkingDir: dir, ConfigFiles: []types.ConfigFile{{Filename: composeFile, Content: raw}},
	})
	noError(t, err)
	return p
}

func TestComposeFileFitsTheImage(t *testing.T) {
	p, i := project(t), image(t)
	own := p.Services["croupier"]
	if _, ok := i.stage(own.Build.Target); !ok {
		t.Errorf("the Dockerfile has no target %s", own.Build.Target)
	}
	if top, err := filepath.Abs(root); err != nil || own.Build.Context != top {
		t.Errorf("built from %s, not from %s", own.Build.Context, top)
	}
	if len(own.Command) == 0 || own.Command[0] != "serve" {
		t.Errorf("command %q", own.Command)
	}
	known, err := settings(serverSchema)
	noError(t, err)
	for name := range own.Environment {
		if strings.HasPrefix(name, "CROUPIER_") && !known[name] {
			t.Errorf("%s is no setting", name)
		}
	}
	r, err := i.Runtime(own.Build.Target)
	noError(t, err)
	if len(r.Health) == 0 || r.Health[0] != "/croupier" {
		t.Errorf("health check %q", r.Health)
	}
	for _, v := range own.Volumes {
		if r.Owned[v.Target] == "" {
			t.Errorf("the image has no folder %s for a volume", v.Target)
		}
	}
	keys := *own.Environment["CROUPIER_KEYS_FILE"]
	if !slices.ContainsFunc(own.Volumes, func(v types.ServiceVolumeConfig) bool { return v.Target == filepath.Dir(keys) && v.Source != "" }) {
		t.Errorf("the key ring %s is on no named volume, so that instances would not share it", keys)
	}
}

func TestComposeMountsExist(t *testing.T) {
	for name, s := range project(t).Services {
		for _, v := range s.Volumes {
			if v.Type != types.VolumeTypeBind {
				continue
			}
			if _, err := os.Stat(v.Source); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestComposeStopsWithoutLosingCalls(t *testing.T) {
	own := project(t).Services["croupier"]
	notice, err := time.ParseDuration(*own.Environment["CROUPIER_DRAIN_NOTICE"])
	noError(t, err)
	longest, err := longestDeadline(callsFile)
	noError(t, err)
	if grace := time.Duration(*own.StopGracePeriod); grace <= notice+longest+shutdownMargin {
		t.Errorf("killed after %s, needs up to %s", grace, notice+longest+shutdownMargin)
	}
}
