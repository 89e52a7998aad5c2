package guides_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"croupier/bff/e2e/guides"
)

func TestScriptEndsWithTheFirstFailure(t *testing.T) {
	t.Parallel()
	sh := func(text string) guides.Block { return guides.Block{Language: "sh", Text: text + "\n"} }
	failing := guides.Block{Language: "sh", Exit: 3, Text: "exit 3\n"}
	server := guides.Block{Language: "sh", Server: true, Text: "echo '{\"msg\":\"listening\"}'; sleep 30\n"}
	for _, c := range []struct {
		name   string
		blocks []guides.Block
		fails  bool
	}{
		{"commands that succeed", []guides.Block{sh("x=1"), sh("[ $x = 1 ]")}, false},
		{"a command that fails", []guides.Block{sh("false"), sh("true")}, true},
		{"a command that fails in the middle of a block", []guides.Block{sh("false\ntrue")}, true},
		{"a pipe that fails", []guides.Block{sh("false | true")}, true},
		{"an unset variable", []guides.Block{sh("echo $unset_variable")}, true},
		{"the status that is expected", []guides.Block{failing, sh("true")}, false},
		{"success where a failure is expected", []guides.Block{{Language: "sh", Exit: 3, Text: "true\n"}}, true},
		{"a file", []guides.Block{{Language: "yaml", File: "a/b.yaml", Text: "x: '$y'\n"}, sh("grep -F \"x: '\\$y'\" a/b.yaml")}, false},
		{"a server that listens", []guides.Block{server, sh("kill %1")}, false},
		{"a server that ends", []guides.Block{{Language: "sh", Server: true, Text: "echo no\n"}}, true},
		{"output only", []guides.Block{{Language: "text", Text: "false\n"}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			script := filepath.Join(dir, "script")
			if err := os.WriteFile(script, []byte(guides.Script(c.blocks, dir)), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("bash", script)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); (err != nil) != c.fails {
				t.Errorf("%v %s", err, out)
			}
		})
	}
}
