package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// depositLeft returns what is left of the player's deposit limit of the day.
func (v visitor) depositLeft(t *testing.T, token string) float64 {
	t.Helper()
	var view struct{ Limits []struct{ Left float64 } }
	unmarshal(t, []byte(v.ok(t, token, "limits/get", nil)), &view)
	return view.Limits[0].Left
}

// A deposit that was under way when the server was killed counts on: nobody knows whether it was executed. A restored backup
// from before an exclusion does not end it.
func TestLimitsAndExclusionsSurviveACrashAndARestore(t *testing.T) {
	parallel(t)
	g, file := startGateway(t), filepath.Join(t.TempDir(), "croupier.backup")
	token := g.login(t, "", "demo", "Demo123")
	g.ok(t, token, "limits/set", depositLimit(500))
	control(t, g.platform, "fault", `{"call":"`+depositCall+`","kind":"hang","times":1}`)
	ended := make(chan struct{})
	v := g.visitor
	go func() {
		defer close(ended)
		a, err := v.deposit(token, uuid.NewString(), "300")
		assert.Error(t, err, "the hanging deposit got a response: %s", a.raw)
	}()
	eventually(t, "the deposit counts while it is under way", func() bool { return g.depositLeft(t, token) == 200 })
	g.restart(t)
	<-ended
	left := g.depositLeft(t, token)
	assert.True(t, left == 200, "after the crash %v of 500 are left, want 200", left)

	run(t, nil, "backup", file, "--data-dir", g.dir)
	g.ok(t, token, "limits/self_exclude", map[string]any{"months": 6})
	kill(t, g.Process)
	run(t, nil, "restore", file, "--force", "--data-dir", g.dir)
	g.start(t)
	token = g.login(t, "", "demo", "Demo123")
	g.want(t, token, "casino/init_game", oneGame, http.StatusLocked, "self excluded")
	left = g.depositLeft(t, token)
	assert.True(t, left == 200, "after the restore %v of 500 are left, want 200", left)

	// A store that is damaged, which a restore may be for, stops none.
	kill(t, g.Process)
	require.NoError(t, os.WriteFile(filepath.Join(g.dir, "croupier.db"), []byte("damaged"), 0o600))
	assert.Contains(t, run(t, nil, "restore", file, "--force", "--data-dir", g.dir), "is damaged: self-exclusions",
		"restored over a damaged store")
	g.start(t)
}
