package guides_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e/guides"
)

// Guides with failing commands or syntax errors must not pass. ~~~ stands for a fence.
func TestUntrueGuidesFail(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		text string
		want bool
	}{
		"commands that succeed":      {"~~~sh\nx=1\n~~~\n- in a list:\n  ~~~sh\n  [ $x = 1 ]\n  ~~~\n", true},
		"a command that fails":       {"~~~sh\nfalse\ntrue\n~~~\n", false},
		"a pipe that fails":          {"~~~sh\nfalse | true\n~~~\n", false},
		"an unset variable":          {"~~~sh\necho $unset_variable\n~~~\n", false},
		"the expected status":        {"~~~sh exit=3\nexit 3\n~~~\n~~~sh\ntrue\n~~~\n", true},
		"success instead of failure": {"~~~sh exit=3\ntrue\n~~~\n", false},
		"a file": {"~~~yaml file=a/b.yaml\nx: '$y'\n~~~\n~~~sh\ngrep -F \"x: '\\$y'\" " +
			"a/b.yaml\n~~~\n", true},
		"a server that listens": {"~~~sh server\necho '{\"msg\":\"listening\"}'; sleep 30\n~~~\n~~~sh\nkill " +
			"%1\n~~~\n", true},
		"a server that ends":          {"~~~sh server\necho no\n~~~\n", false},
		"a block without end":         {"~~~sh\na\n", false},
		"a block without language":    {"~~~\na\n~~~\n", false},
		"commands as bash":            {"~~~bash\ntrue\n~~~\n", false},
		"an unknown word":             {"~~~sh often\ntrue\n~~~\n", false},
		"an exit status of no number": {"~~~sh exit=one\ntrue\n~~~\n", false},
	} {
		blocks, err := guides.Parse(strings.ReplaceAll(row.text, "~~~", "```"))
		if err == nil {
			dir := t.TempDir()
			script := filepath.Join(dir, "script")
			require.NoError(t, os.WriteFile(script, []byte(guides.Script(blocks, dir)), 0o600))
			cmd := exec.Command("bash", script)
			cmd.Dir = dir
			err = cmd.Run()
		}
		assert.Equal(t, row.want, err == nil, "%s: %v", name, err)
	}
	const output = "marmara  open\nzephyr   scheduled  from 03:00\n"
	for expected, want := range map[string]bool{
		"marmara … open": true, "marmara\nzephyr … from …": true, "zephyr\nmarmara": false,
		"marmara … scheduled": false, "pera": false,
	} {
		err := guides.Matches(output, expected)
		assert.Equal(t, want, err == nil, "%q: %v", expected, err)
	}
}

var (
	inlineCommand = regexp.MustCompile("`croupier ([a-z][^`\n]*)`")
	flagName      = regexp.MustCompile(`^--[a-z][a-z-]*`)
	commandName   = regexp.MustCompile(`^[a-z][a-z|-]*$`)
)

// Inline commands of a text must exist, and their flags too.
func TestCommandsNamedInTextsExist(t *testing.T) {
	t.Parallel()
	named := 0
	for _, g := range all {
		raw, err := os.ReadFile(filepath.Join(root, g.file))
		require.NoError(t, err)
		for _, found := range inlineCommand.FindAllStringSubmatch(string(raw), -1) {
			named++
			for _, problem := range checkNamed(found[1]) {
				t.Errorf("%s: `croupier %s`: %s", g.file, found[1], problem)
			}
		}
	}
	assert.True(t, named != 0 && len(checkNamed("keys rotate --fast")) == 1 &&
		len(checkNamed("maintenance on|away")) == 1,
		"no text names a command, or the check accepts unknown commands")
}

// checkNamed returns the errors in a command such as "maintenance on|off --brand ID".
func checkNamed(text string) (problems []string) {
	var flags []string
	paths := [][]string{nil}
	arguments := false // names of commands come first
	for word := range strings.FieldsSeq(strings.NewReplacer("[", "", "]", "").Replace(text)) {
		switch flag := flagName.FindString(word); {
		case flag != "":
			flags, arguments = append(flags, flag), true
		case !arguments && commandName.MatchString(word):
			var longer [][]string
			for alternative := range strings.SplitSeq(word, "|") {
				for _, path := range paths {
					longer = append(longer, append(slices.Clone(path), alternative))
				}
			}
			paths = longer
		default:
			arguments = true
		}
	}
	for _, path := range paths {
		help, err := exec.Command(binary, append(path, "--help")...).CombinedOutput()
		if err != nil || !strings.Contains(string(help), "croupier "+strings.Join(path, " ")) {
			problems = append(problems, strings.Join(path, " ")+" is no command")
			continue
		}
		for _, flag := range flags {
			if !strings.Contains(string(help), flag+" ") {
				problems = append(problems, strings.Join(path, " ")+" has no flag "+flag)
			}
		}
	}
	return problems
}
