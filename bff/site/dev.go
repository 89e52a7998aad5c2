package site

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"

	"croupier/bff"
)

// pageLimit is the maximum size in bytes of a page from the development server.
const pageLimit = 1 << 20

// Dev serves the site from a running Vite server with hot reload (`make dev`).
type Dev struct {
	vite    *url.URL
	proxy   *httputil.ReverseProxy
	initial InitialDataFunc
}

// NewDev returns a Dev for the Vite server at vite, such as http://127.0.0.1:5173.
func NewDev(vite string, initial InitialDataFunc) (*Dev, error) {
	u, err := url.Parse(vite)
	if err != nil {
		return nil, fmt.Errorf("could not parse the URL of Vite: %w", err)
	}
	proxy := httputil.NewSingleHostReverseProxy(u)
	proxy.Transport = viteTransport{}
	proxy.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
	return &Dev{vite: u, initial: initial, proxy: proxy}, nil
}

// viteStart is the maximum time that a request waits for Vite. viteInterval is the time between
// attempts.
const (
	viteStart    = 30 * time.Second
	viteInterval = 100 * time.Millisecond
)

// viteTransport repeats failed requests, because Vite does not respond while it starts or restarts.
type viteTransport struct{}

func (viteTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	for late := time.After(viteStart); ; {
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err == nil || r.Body != nil {
			return resp, err
		}
		select {
		case <-late:
			return nil, err
		case <-r.Context().Done():
			return nil, err
		case <-time.After(viteInterval):
		}
	}
}

// ServeHTTP proxies modules and the hot-reload socket to Vite and renders its page.
func (d *Dev) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	scope := bff.ScopeOf(r.Context())
	if serveOfBrand(w, r, scope.Brand) {
		return
	}
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		scope.Module = true
		d.proxy.ServeHTTP(w, r)
		return
	}
	t, err := d.fetch(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	pages := newPageMaker(t, &build{}, d.initial)
	pages.dev = true
	pages.serve(w, r, scope, r.URL.Path, http.StatusOK)
}

func (d *Dev) fetch(r *http.Request) (*pageTemplate, error) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, d.vite.JoinPath("/").String(), nil)
	if err != nil {
		return nil, fmt.Errorf("could not request the page from Vite: %w", err)
	}
	req.Header.Set("Accept", "text/html")
	resp, err := viteTransport{}.RoundTrip(req)
	if err != nil {
		return nil, fmt.Errorf("could not request the page from Vite: %w", err)
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, pageLimit))
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return nil, fmt.Errorf("could not read the page from Vite: %w", err)
	}
	return newPageTemplate(raw)
}
