package site_test

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func TestFilesAreRevalidatedByETag(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, path := range []string{"/assets/app-1.js", "/assets/inter.woff2", "/robots.txt", "/brand/dark.svg"} {
		tag := get(t, s, b, http.MethodGet, path, nil).Header.Get("ETag")
		for name, known := range map[string]string{
			"same tag":                 tag,
			"list of tags":             `"other", ` + tag,
			"weak tag":                 "W/" + tag[len(tag)-14:],
			"wildcard":                 "*",
			"same tag, other encoding": tag,
			"list with spaces":         ` ` + tag + ` , W/"x"`,
		} {
			r := get(t, s, b, http.MethodGet, path, map[string]string{"If-None-Match": known, "Accept-Encoding": "br"})
			if r.StatusCode != http.StatusNotModified || r.Header.Get("ETag") != tag || r.Header.Get("Content-Encoding") != "" {
				t.Errorf("%s, %s: %d %v", path, name, r.StatusCode, r.Header)
			}
		}
		if r := get(t, s, b, http.MethodGet, path, map[string]string{"If-None-Match": `"other"`}); r.StatusCode != http.StatusOK {
			t.Errorf("%s, other tag: %d", path, r.StatusCode)
		}
	}
	r := get(t, s, b, http.MethodGet, "/robots.txt", map[string]string{"If-None-Match": "*"})
	if r.Header.Get("Vary") != "Accept-Encoding" || r.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("Vary or Cache-Control of the 304 response: %v", r.Header)
	}
}

func TestEncodingIsNegotiated(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for accept, want := range map[string]string{
		"br;q=0.0, gzip": "gzip", "gzip;q=1, br;q=0.1": "gzip", "gzip;q=0.5, identity": "", "*": "br", "br;q=0.000": "",
	} {
		for path, want := range map[string]string{"/": strings.Replace(want, "br", "gzip", 1), "/assets/app-1.js": want} {
			if r := get(t, s, b, http.MethodGet, path, map[string]string{"Accept-Encoding": accept}); r.Header.Get("Content-Encoding") != want {
				t.Errorf("%s for %q: %q, want %q", path, accept, r.Header.Get("Content-Encoding"), want)
			}
		}
	}
}

func TestContentLengthIsSet(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, accept := range []string{"", "br", "gzip"} {
		for _, path := range []string{"/", "/assets/app-1.js", "/brand/dark.svg"} {
			r := get(t, s, b, http.MethodGet, path, map[string]string{"Accept-Encoding": accept})
			sent := readAll(t, r)
			if r.Header.Get("Content-Length") != strconv.Itoa(len(sent)) {
				t.Errorf("%s in %q: %s of %d bytes", path, accept, r.Header.Get("Content-Length"), len(sent))
			}
			if path == "/" {
				continue // compressed for each request
			}
			head := get(t, s, b, http.MethodHead, path, map[string]string{"Accept-Encoding": accept})
			if head.Header.Get("Content-Length") != r.Header.Get("Content-Length") || len(readAll(t, head)) != 0 {
				t.Errorf("HEAD %s in %q: %v", path, accept, head.Header)
			}
		}
	}
}

func TestRangeRequest(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	r := get(t, s, b, http.MethodGet, "/assets/inter.woff2", map[string]string{"Range": "bytes=1-2"})
	if r.StatusCode != http.StatusPartialContent || string(readAll(t, r)) != "OF" {
		t.Errorf("%d %v", r.StatusCode, r.Header)
	}
}

func TestMissingFilesAreNotCached(t *testing.T) {
	// During a rolling update another instance may have the file.
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, path := range []string{"/assets/missing.js", "/brand/missing.svg"} {
		if r := get(t, s, b, http.MethodGet, path, nil); r.StatusCode != http.StatusNotFound || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v", path, r.StatusCode, r.Header)
		}
	}
}

// readAll reads a body without decoding it.
func readAll(t *testing.T, r *http.Response) []byte {
	t.Helper()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
