package site

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"
	"weak"

	"github.com/klauspost/compress/flate"

	"croupier/bff"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/compression"
)

type pageMaker struct {
	template *pageTemplate
	build    *build
	initial  InitialDataFunc // may be nil
	now      func() time.Time
	dev      bool
	recent   *bounded.Map[pageKey, recentPage]
}

// A page is rendered again if its initial data changed. It is also rendered again after pageAge,
// because it depends on the time.
const (
	pageAge  = time.Second
	maxPages = 64
)

// recentPage is a recently rendered page with its initial data.
type recentPage struct {
	*madePage
	answers map[string]json.RawMessage
}

func newPageMaker(t *pageTemplate, b *build, initial InitialDataFunc) *pageMaker {
	m := &pageMaker{template: t, build: b, initial: initial, now: time.Now}
	m.recent = bounded.New(bounded.Options[pageKey, recentPage]{
		MaxEntries: maxPages, TTL: pageAge, Now: func() time.Time { return m.now() },
	})
	return m
}

// pageKey contains all inputs of a page except the inlined responses.
type pageKey struct {
	brand            weak.Pointer[bff.Brand] // weak, because a recent page must not keep a replaced brand in memory
	lang, mode, path string
	partition        bff.Partition
	player           bool // a player is probably signed in
	region           bool // show a notice instead of the site
	split            bool // page of a player without the player's parts (player.go)
	found            bool
}

const loginPath = "/login"

// pageMark is the placeholder for the nonce in a rendered page. It is secret.
var pageMark = rand.Text()

// serve sends a page. path is the path of its pattern.
func (m *pageMaker) serve(w http.ResponseWriter, r *http.Request, scope *bff.Scope, path string, status int) {
	b := scope.Brand
	_, guest := r.Cookie(b.SessionCookie()) // nil for a player
	if guest == nil && strings.HasPrefix(r.Header.Get("Sec-Purpose"), "prefetch") {
		// A prefetch is no activity of the player. The browser would also show the page after a
		// logout in another tab. After a refusal, the browser requests the page when it needs it.
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "the pages of a player cannot be prefetched", http.StatusForbidden)
		return
	}
	if guest != nil && b.Sessions.Transport == "cookie" && leadsToLogin(path, r.URL.Path) {
		path = loginPath
	}
	key := pageKey{
		brand: weak.Make(b), lang: language(r, b), mode: mode(r, b), path: path, partition: scope.Partition,
		player: guest == nil, region: refused(scope, r), found: status == http.StatusOK,
	}
	if key.region {
		status = http.StatusForbidden
	}
	canRead := key.player && key.found && !key.region && scope.ReadPlayer != nil
	if reads := playerReads(key.path); reads != nil && canRead {
		if err := m.servePlayer(w, r, *scope, key, reads); err != nil {
			http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		}
		return
	}
	var answers map[string]json.RawMessage
	if m.initial != nil && key.found && !key.region {
		pageScope := *scope
		pageScope.Lang = key.lang
		own := ownPath(r.URL)
		if path == loginPath {
			own = path
		}
		answers = m.initial(r.Context(), &pageScope, own, key.player)
		if answers != nil || strings.HasSuffix(own, "?") {
			key.path = own
		}
	}
	page, err := m.page(b, key, answers)
	if err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	nonce := rand.Text()
	h := w.Header()
	body := page.identity
	if m.setHeaders(h, r, b, key.lang, nonce) == compression.Gzip {
		body = page.gzip
	}
	h.Set("Cache-Control", "no-store")
	if !key.player && !key.region && pageKind(key.path) != pageConsole {
		// The back/forward cache of browsers excludes pages with no-store.
		h.Set("Cache-Control", "private, no-cache")
	}
	if r.Method == http.MethodHead {
		w.WriteHeader(status)
		return
	}
	raw := body(nonce)
	h.Set("Content-Length", strconv.Itoa(len(raw)))
	w.WriteHeader(status)
	_, _ = w.Write(raw)
}

// setHeaders sets the headers of a page except Cache-Control, and returns the encoding of its body.
func (m *pageMaker) setHeaders(h http.Header, r *http.Request, b *bff.Brand, lang, nonce string) compression.Encoding {
	setSecurityHeaders(h, r, b, nonce, m.dev)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", lang)
	// Excludes HTTP caches, because pages also depend on the time and on the visitor's address.
	h.Set("Vary", "*")
	e := compression.Select(r.Header.Get("Accept-Encoding"), compression.Gzip)
	if e == compression.Gzip {
		h.Set("Content-Encoding", e.String())
	}
	return e
}

// leadsToLogin reports whether guests who open a page of this pattern see the login, as on the page
// of a game. Demos are open to guests.
func leadsToLogin(pattern, path string) bool {
	return shellKind(pattern) == shellPlay && !strings.Contains(path+"/", "/demo/")
}

// page returns the page of key for brand b with these responses. It uses a recent page if possible.
func (m *pageMaker) page(b *bff.Brand, key pageKey, answers map[string]json.RawMessage) (*madePage, error) {
	equal := func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }
	if recent, ok := m.recent.Get(key); ok && maps.EqualFunc(recent.answers, answers, equal) {
		return recent.madePage, nil
	}
	raw, err := m.render(b, &key, answers)
	if err != nil {
		return nil, err
	}
	page := newMadePage(raw, pageMark)
	m.recent.Put(key, recentPage{page, answers})
	return page, nil
}

// data returns the data of the page of key with pageMark as its nonce.
func (m *pageMaker) data(b *bff.Brand, key *pageKey) *pageData {
	return &pageData{
		brand: b, lang: key.lang, mode: key.mode, page: pageKind(key.path), path: key.path, player: key.player,
		nonce: pageMark, build: m.build, split: key.split, now: m.now(),
	}
}

// render renders the page of key with pageMark as its nonce.
func (m *pageMaker) render(b *bff.Brand, key *pageKey, answers map[string]json.RawMessage) (page []byte, err error) {
	d := m.data(b, key)
	if key.region {
		return m.template.renderNotice(noticeRegion, d), nil
	}
	d.content, d.images = content(b, key.lang, key.path, answers, d.now)
	if isPlay := shellKind(d.path) == shellPlay; (isPlay || key.split) && d.content == nil {
		// The page paints only the logo before the game starts or the player's parts arrive.
		d.images = []picture{{Image: logoPath(d)}}
	} else if isPlay {
		answers = nil // the page needs its game only
	}
	if d.bootstrap, err = pageBootstrap(d.brand, d.lang, inlined(key.path, answers), d.content["game"]); err != nil {
		return nil, err
	}
	return m.template.render(d), nil
}

// madePage is a page split at its nonces. Its parts are compressed once, and each response inserts
// its own nonce. Brotli streams cannot be joined in this way.
type madePage struct {
	parts    [][]byte
	deflated [][]byte // each is a sequence of DEFLATE blocks without back references that ends at a byte
}

const pageLevel = 7

func newMadePage(page []byte, mark string) *madePage {
	p := &madePage{parts: bytes.Split(page, []byte(mark))}
	for _, part := range p.parts {
		var out bytes.Buffer
		w, _ := flate.NewWriter(&out, pageLevel) // fails only for an invalid level
		_, _ = w.Write(part)                     // a bytes.Buffer never fails
		_ = w.Flush()
		p.deflated = append(p.deflated, out.Bytes())
	}
	return p
}

func (p *madePage) identity(nonce string) []byte { return bytes.Join(p.parts, []byte(nonce)) }

// The header of a gzip stream without a file name, and the last block of a DEFLATE stream (RFC
// 1952, RFC 1951).
var (
	gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}
	lastBlock  = []byte{1, 0, 0, 0xff, 0xff}
)

// gzip returns the compressed page with a nonce. The nonces are stored blocks between the
// compressed parts.
func (p *madePage) gzip(nonce string) []byte {
	stored := binary.LittleEndian.AppendUint16([]byte{0}, uint16(len(nonce)))
	stored = binary.LittleEndian.AppendUint16(stored, ^uint16(len(nonce)))
	stored = append(stored, nonce...)
	out := bytes.Join(p.deflated, stored)
	sum, size := uint32(0), 0
	for i, part := range p.parts {
		if i > 0 {
			sum, size = crc32.Update(sum, crc32.IEEETable, []byte(nonce)), size+len(nonce)
		}
		sum, size = crc32.Update(sum, crc32.IEEETable, part), size+len(part)
	}
	out = append(append(append(make([]byte, 0, len(gzipHeader)+len(out)+len(lastBlock)+8), gzipHeader...), out...),
		lastBlock...)
	out = binary.LittleEndian.AppendUint32(out, sum)
	return binary.LittleEndian.AppendUint32(out, uint32(size)) // modulo 2^32, as the format requires
}
