// Package deploy checks the files that deploy Croupier: the Dockerfile, the Kubernetes manifests
// and the compose file. It is a separate module, because Croupier must not depend on the libraries
// of those formats.
package deploy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
	"sigs.k8s.io/yaml"
)

// Image is a parsed Dockerfile with its build context.
type Image struct {
	Stages  []instructions.Stage
	ignored *patternmatcher.PatternMatcher
	context string // folder
}

// ParseImage parses the Dockerfile and the .dockerignore of a build context as BuildKit does.
func ParseImage(context string) (*Image, error) {
	stages, err := parseDockerfile(filepath.Join(context, "Dockerfile"))
	if err != nil {
		return nil, err
	}
	ignore, err := os.Open(filepath.Join(context, ".dockerignore")) //nolint:gosec // the file that is checked
	if err != nil {
		return nil, err
	}
	defer ignore.Close() //nolint:errcheck // only read
	patterns, err := ignorefile.ReadAll(ignore)
	if err != nil {
		return nil, err
	}
	matcher, err := patternmatcher.New(patterns)
	return &Image{stages, matcher, context}, err
}

func parseDockerfile(file string) ([]instructions.Stage, error) {
	raw, err := os.ReadFile(file) //nolint:gosec // the file that is checked
	if err != nil {
		return nil, err
	}
	tree, err := parser.Parse(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if len(tree.Warnings) > 0 {
		return nil, fmt.Errorf("%s: %s", file, tree.Warnings[0].Short)
	}
	stages, _, err := instructions.Parse(tree.AST, nil)
	return stages, err
}

func (i *Image) stage(name string) (instructions.Stage, bool) {
	at := slices.IndexFunc(i.Stages, func(s instructions.Stage) bool { return s.Name == name })
	if at < 0 {
		return instructions.Stage{}, false
	}
	return i.Stages[at], true
}

// Chain returns a stage and its base stages, the earliest first.
func (i *Image) Chain(name string) (chain []instructions.Stage, err error) {
	for s, ok := i.stage(name); ok; s, ok = i.stage(s.BaseName) {
		chain = append([]instructions.Stage{s}, chain...)
	}
	if len(chain) == 0 {
		return nil, fmt.Errorf("no stage %s", name)
	}
	return chain, nil
}

// Copies returns the COPY and ADD instructions of a stage.
func Copies(s instructions.Stage) (out []*instructions.CopyCommand) {
	for _, c := range s.Commands {
		if c, ok := c.(*instructions.CopyCommand); ok {
			out = append(out, c)
		}
	}
	return out
}

// CheckSources returns the errors of COPY instructions. A source must be in the build context and
// not ignored, or in an earlier stage.
func (i *Image) CheckSources() (problems []error) {
	earlier := map[string]bool{}
	for _, s := range i.Stages {
		for _, c := range Copies(s) {
			if c.From != "" {
				if !earlier[c.From] {
					problems = append(problems,
						fmt.Errorf("stage %s: COPY --from=%s: no such stage before it", s.Name, c.From))
				}
				continue
			}
			for _, source := range c.SourcePaths {
				if err := i.checkSource(source); err != nil {
					problems = append(problems, fmt.Errorf("stage %s: COPY %s: %w", s.Name, source, err))
				}
			}
		}
		earlier[s.Name] = true
	}
	return problems
}

// checkSource reports why the build context does not provide source.
func (i *Image) checkSource(source string) error {
	files, err := filepath.Glob(filepath.Join(i.context, source))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fs.ErrNotExist
	}
	for _, file := range files {
		name, err := filepath.Rel(i.context, file)
		if err != nil {
			return err
		}
		ignored, err := i.Ignores(name)
		if err != nil {
			return err
		}
		if ignored {
			return errors.New("is in .dockerignore")
		}
	}
	return nil
}

// Ignores reports whether the build context leaves a file out.
func (i *Image) Ignores(name string) (bool, error) {
	return i.ignored.MatchesOrParentMatches(filepath.ToSlash(name))
}

// BuildCommand returns the RUN instruction of a stage that writes /croupier.
func (i *Image) BuildCommand(stage string) (string, error) {
	s, ok := i.stage(stage)
	if !ok {
		return "", fmt.Errorf("no stage %s", stage)
	}
	for _, c := range s.Commands {
		if run, ok := c.(*instructions.RunCommand); ok && run.PrependShell &&
			strings.Contains(run.CmdLine[0], "-o /croupier ") {
			return run.CmdLine[0], nil
		}
	}
	return "", fmt.Errorf("stage %s builds no /croupier", stage)
}

// Runtime describes the process of a container.
type Runtime struct {
	Command []string // entry point and default arguments
	Env     []string
	User    string   // uid:gid
	Health  []string // health check
	Volumes []string
	Owned   map[string]string // folders of a user: path, uid:gid
}

// Runtime returns the process of a container of the stage, including inherited settings.
func (i *Image) Runtime(stage string) (Runtime, error) {
	chain, err := i.Chain(stage)
	if err != nil {
		return Runtime{}, err
	}
	return runtimeOf(chain), nil
}

// runtimeOf returns the process of the last stage of a chain.
func runtimeOf(chain []instructions.Stage) (r Runtime) {
	r.Owned = map[string]string{}
	var entry, arguments []string
	for _, s := range chain {
		for _, c := range s.Commands {
			switch c := c.(type) {
			case *instructions.EnvCommand:
				for _, pair := range c.Env {
					r.Env = append(r.Env, pair.Key+"="+pair.Value)
				}
			case *instructions.UserCommand:
				r.User = c.User
			case *instructions.EntrypointCommand:
				entry = c.CmdLine
			case *instructions.CmdCommand:
				arguments = c.CmdLine
			case *instructions.VolumeCommand:
				r.Volumes = append(r.Volumes, c.Volumes...)
			case *instructions.HealthCheckCommand:
				if len(c.Health.Test) > 1 && c.Health.Test[0] == "CMD" {
					r.Health = c.Health.Test[1:]
				}
			case *instructions.CopyCommand:
				if c.Chown != "" {
					r.Owned[c.DestPath] = c.Chown
				}
			}
		}
	}
	r.Command = slices.Concat(entry, arguments)
	return r
}

const root = "../../.."

// settings returns the environment variables of the server file from its schema. It contains no
// variables of upstreams, because their names contain the upstream's name.
func settings(schema string) (map[string]bool, error) {
	raw, err := os.ReadFile(schema) //nolint:gosec // the schema of the server file
	if err != nil {
		return nil, err
	}
	type node struct {
		Properties map[string]json.RawMessage
	}
	names := map[string]bool{"CROUPIER_UPSTREAM": true, "CROUPIER_UPSTREAM_URL": true}
	var walk func(prefix string, raw json.RawMessage) error
	walk = func(prefix string, raw json.RawMessage) error {
		var n node
		if err := json.Unmarshal(raw, &n); err != nil {
			return fmt.Errorf("%s: %w", prefix, err)
		}
		if len(n.Properties) == 0 {
			names[prefix], names[prefix+"_FILE"] = true, true
		}
		for name, below := range n.Properties {
			if err := walk(prefix+"_"+strings.ToUpper(name), below); err != nil {
				return err
			}
		}
		return nil
	}
	return names, walk("CROUPIER", raw)
}

func longestDeadline(calls string) (longest time.Duration, err error) {
	raw, err := os.ReadFile(calls) //nolint:gosec // the contract
	if err != nil {
		return 0, err
	}
	var contract struct {
		Deadlines map[string]string `json:"deadlines"`
	}
	if err := yaml.Unmarshal(raw, &contract); err != nil {
		return 0, err
	}
	for name, text := range contract.Deadlines {
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, fmt.Errorf("deadline %s: %w", name, err)
		}
		longest = max(longest, d)
	}
	return longest, nil
}
