package site_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/site"
)

var anyNonce = regexp.MustCompile(`nonce="([A-Z2-7]{26})"`)

// pageOf returns the page of a path as a browser reads it, and its nonce.
func pageOf(t *testing.T, s http.Handler, b *bff.Brand, path, accept string) (text, nonce string) {
	t.Helper()
	r := get(t, s, b, path, "Accept-Encoding", accept)
	raw := body(t, r) // gzip checks length and sum
	for _, found := range anyNonce.FindAllStringSubmatch(raw, -1) {
		if nonce != "" && found[1] != nonce {
			t.Errorf("two nonces in a page: %s, %s", nonce, found[1])
		}
		nonce = found[1]
	}
	assert.True(t, strings.Contains(r.Header.Get("Content-Security-Policy"), "'nonce-"+nonce+"'") && !strings.Contains(raw, site.PageMark()),
		"%s: nonce %q, policy %s", path, nonce, r.Header.Get("Content-Security-Policy"))
	return raw, nonce
}

// A page is made once, and has another nonce in each response; gzip decodes to the same.
func TestPagesDifferByTheirNonceOnly(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	seen := map[string]bool{}
	var first string
	for _, accept := range []string{"", "gzip", "gzip, deflate, br", ""} {
		body, nonce := pageOf(t, s, b, "/", accept)
		body = strings.ReplaceAll(body, nonce, "-")
		if first == "" {
			first = body
		}
		assert.True(t, nonce != "" && !seen[nonce] && body == first,
			"%q: nonce %q, %d bytes of %d", accept, nonce, len(body), len(first))
		seen[nonce] = true
	}
}

// What visitors see differently are pages of their own; a changed answer is shown at once, and the time after a second.
func TestPagesAreMadeAgain(t *testing.T) {
	answer, asked := `[1]`, 0
	s, err := site.New(build(), text, func(context.Context, *bff.Scope, string) site.InitialData {
		asked++
		return site.InitialData{Answers: map[string]json.RawMessage{"casino/games_list": json.RawMessage(answer)}, Images: []string{fmt.Sprintf("/made-%d.svg", asked)}}
	})
	noError(t, err)
	now := time.Now()
	s.SetClock(func() time.Time { return now })
	b := brand(t, "localhost")
	image := func(path, cookie string) string {
		r := get(t, s, b, path, "Cookie", cookie)
		return regexp.MustCompile(`/made-\d+`).FindString(string(readAll(t, r)))
	}
	first := image("/", "")
	assert.Equal(t, first, image("/", ""), "made again at once")
	for name, cookie := range map[string]string{"language": "language=ar", "mode": "mode=light", "player": b.SessionCookie() + "=x"} {
		assert.NotEqual(t, first, image("/", cookie), "another %s has the same page", name)
	}
	assert.NotEqual(t, first, image("/slot", ""), "another path has the same page")
	answer = `[2]`
	changed := image("/", "")
	assert.NotEqual(t, first, changed, "a changed answer is not shown")
	now = now.Add(time.Second)
	assert.NotEqual(t, changed, image("/", ""), "a page of a second ago is shown")
}

// Who asks for many pages does not fill the memory.
func TestKeptPagesAreBounded(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for i := range site.MaxPages + 2 {
		get(t, s, b, fmt.Sprintf("/slot/category/%d", i))
	}
	n := s.RecentPages()
	assert.True(t, n != 0 && n <= site.MaxPages, "%d pages", n)
	before := s.RecentPages()
	get(t, s, b, "/unknown")
	n = s.RecentPages()
	assert.Equal(t, before, n, "an unknown page is kept: %d pages, before %d", n, before)
}
