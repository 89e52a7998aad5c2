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
)

var (
	inlineCommand = regexp.MustCompile("`croupier ([a-z][^`\n]*)`")
	flagName      = regexp.MustCompile(`^--[a-z][a-z-]*`)
	commandName   = regexp.MustCompile(`^[a-z][a-z|-]*$`)
)

// Commands that a text names in passing exist, and so do their flags.
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
	assert.True(t, named != 0 && len(checkNamed("keys rotate --fast")) == 1 && len(checkNamed("maintenance on|away")) == 1,
		"no text names a command, or the check accepts what does not exist")
}

// checkNamed returns what is wrong with a command such as "maintenance on|off --brand ID".
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
