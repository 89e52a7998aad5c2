package site

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzip"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

// playerMark is the placeholder for the shell and the data in a page of the account. Only the
// player may see these two parts, so Croupier stores such pages with the mark. It is secret.
var playerMark = rand.Text()

// playerPart returns a part of the page, or playerMark if the page is split.
func (d *pageData) playerPart(part func(*pageData) string) string {
	if d.split {
		return playerMark
	}
	return part(d)
}

// The reads of the account's pages. The site finds the responses by name and data, so the data must
// equal the JSON of its requests.
var (
	readProfile     = bff.PlayerRead{Class: "user", Method: "get_user_profile", Data: `{}`}
	readBalance     = bff.PlayerRead{Class: "finance", Method: "check_balance", Data: `{}`}
	readLimits      = bff.PlayerRead{Class: "limits", Method: "get", Data: `{}`}
	readActive      = bonusRead("active")
	readAvailable   = bonusRead("available")
	readDeposits    = bff.PlayerRead{Class: "finance", Method: "list_cash_methods_new", Data: `{"Type":1}`}
	readHighlights  = bff.PlayerRead{Class: "finance", Method: "list_highlighted_cash_methods", Data: `{"Type":1}`}
	readWithdrawals = bff.PlayerRead{Class: "finance", Method: "list_cash_methods_new", Data: `{"Type":2}`}
)

func bonusRead(status string) bff.PlayerRead {
	data := `{"limit":1,"offset":0,"status":"` + status + `"}`
	return bff.PlayerRead{Class: "user", Method: "list_bonuses", Data: data}
}

const depositPath = "/profile/deposit"

// playerReads returns the reads of the page at path, or nil if it is no page of the account.
func playerReads(path string) []bff.PlayerRead {
	reads := []bff.PlayerRead{readProfile, readBalance, readLimits}
	switch {
	case path == depositPath:
		return append(reads, readActive, readAvailable, readDeposits, readHighlights)
	case path == "/profile/withdraw":
		return append(reads, readActive, readAvailable, readWithdrawals)
	case path == "/profile" || strings.HasPrefix(path, "/profile/"):
		return reads
	}
	return nil
}

// servePlayer sends a page of the account. The browser gets the start of the page before Croupier
// makes the reads.
func (m *pageMaker) servePlayer(
	w http.ResponseWriter, r *http.Request, scope bff.Scope, key pageKey, reads []bff.PlayerRead,
) error {
	key.split = true
	page, err := m.page(scope.Brand, key, nil)
	if err != nil {
		return err
	}
	nonce := rand.Text()
	encoding := m.setHeaders(w.Header(), r, scope.Brand, key.lang, nonce)
	w.Header().Set("Cache-Control", "private, no-store")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	var out io.Writer = w
	if encoding == compression.Gzip {
		zipped, _ := gzip.NewWriterLevel(w, pageLevel) // fails only for an invalid level
		defer zipped.Close()                           //nolint:errcheck // fails only if the connection is closed
		out = zipped
	}
	parts := bytes.SplitN(page.identity(nonce), []byte(playerMark), 3)
	_, _ = out.Write(parts[0])
	if zipped, ok := out.(*gzip.Writer); ok {
		_ = zipped.Flush()
	}
	_ = http.NewResponseController(w).Flush()

	scope.Lang, key.split = key.lang, false
	answers := scope.ReadPlayer(r.Context(), &scope, initialTimeout, reads...)
	d := m.data(scope.Brand, &key)
	d.nonce = nonce
	dropClosed(d, answers)
	if key.path == depositPath && r.URL.RawQuery == "" {
		d.content = playerContent(d, answers)
	}
	if d.bootstrap, err = playerBootstrap(d, answers, reads); err != nil {
		panic(http.ErrAbortHandler) // the status is already sent
	}
	_, _ = out.Write(bytes.Join([][]byte{[]byte(m.build.shell.render(d)), parts[1], []byte(d.data()), parts[2]}, nil))
	return nil
}

// playerBootstrap returns the bootstrap to inline, with the responses for the player that the
// profile names.
func playerBootstrap(d *pageData, answers map[bff.PlayerRead]*bff.Answer, reads []bff.PlayerRead) ([]byte, error) {
	boot, inlined := bootstrapWithFiles(d.brand, d.lang), []values{}
	for _, r := range reads {
		if a := answers[r]; a != nil {
			inlined = append(inlined,
				values{"name": r.Class + "/" + r.Method, "data": json.RawMessage(r.Data), "answer": a})
		}
	}
	if profile, ok := read[struct{ Username string }](d, answers, readProfile); ok {
		boot["player"] = values{"username": profile.Username, "reads": inlined}
	}
	return json.Marshal(boot)
}
