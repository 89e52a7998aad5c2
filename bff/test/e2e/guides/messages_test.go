package guides_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const troubleshooting = "configs/docs/troubleshooting.md"

var (
	quotedCell    = regexp.MustCompile("(?m)^\\| (`[^|]*) \\|")
	quotedMessage = regexp.MustCompile("`([^`]+)`")
)

// The source must contain the messages that the guide quotes. … matches any text.
func TestMessagesOfTroubleshootingExist(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile(filepath.Join(root, troubleshooting))
	require.NoError(t, err)
	source := goSource(t)
	quoted := 0
	for _, cell := range quotedCell.FindAllStringSubmatch(string(guide), -1) {
		for _, message := range quotedMessage.FindAllStringSubmatch(cell[1], -1) {
			quoted++
			for part := range strings.SplitSeq(message[1], "…") {
				assert.True(t, strings.Contains(source, part), "%s: no message has %q", troubleshooting, part)
			}
		}
	}
	assert.Greater(t, quoted, 20)
}

// goSource returns the Go files of the program, without tests.
func goSource(t *testing.T) string {
	var all strings.Builder
	err := filepath.WalkDir(filepath.Join(root, "bff"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		raw, err := os.ReadFile(path)
		all.Write(raw)
		return err
	})
	require.NoError(t, err)
	return all.String()
}
