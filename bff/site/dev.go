package site

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"

	"croupier/bff"
)

// pageLimit bounds what the development server may send as its page, in bytes.
const pageLimit = 1 << 20

// Dev serves the site from a running Vite, so that a front-end developer has hot reload
// on the origin that the gateway is on (`make dev`).
type Dev struct {
	vite    *url.URL
	proxy   *httputil.ReverseProxy
	page    *http.Client
	initial InitialDataFunc
}

// NewDev makes the handler for the Vite server at vite, for example http://127.0.0.1:5173.
func NewDev(vite string, initial InitialDataFunc) (*Dev, error) {
	u, err := url.Parse(vite)
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	return &Dev{
		vite: u, initial: initial,
		proxy: httputil.NewSingleHostReverseProxy(u),
		page:  &http.Client{Timeout: 30 * time.Second},
	}, nil
}

// ServeHTTP passes modules and the hot-reload socket to Vite and fills its page.
func (d *Dev) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	scope := bff.ScopeOf(r.Context())
	if strings.HasPrefix(r.URL.Path, "/brand/") {
		serveAsset(w, r, scope.Brand)
		return
	}
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		d.proxy.ServeHTTP(w, r)
		return
	}
	t, err := d.fetch(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	servePage(w, r, scope, t, preload{}, d.initial, http.StatusOK, true)
}

// fetch asks Vite for the page as it would serve it.
func (d *Dev) fetch(r *http.Request) (*template, error) {
	ask, err := http.NewRequestWithContext(r.Context(), http.MethodGet, d.vite.JoinPath("/").String(), nil)
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	ask.Header.Set("Accept", "text/html")
	answer, err := d.page.Do(ask)
	if err != nil {
		return nil, fmt.Errorf("site: Vite does not answer: %w", err)
	}
	defer answer.Body.Close() //nolint:errcheck // read to its end or given up
	raw, err := io.ReadAll(io.LimitReader(answer.Body, pageLimit))
	if err != nil {
		return nil, fmt.Errorf("site: Vite's page: %w", err)
	}
	return newTemplate(raw)
}
