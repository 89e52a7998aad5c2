package site_test

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFilesAreCompressedAndImmutable(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for header, encoding := range map[string]string{
		"": "", "gzip": "gzip", "gzip, deflate, br": "br", "br;q=0, gzip": "gzip", "identity": "",
		"br;q=0.0, gzip": "gzip", "gzip;q=1, br;q=0.1": "gzip", "gzip;q=0.5, identity": "", "*": "br", "br;q=0.000": "",
	} {
		for _, path := range []string{"/assets/app-1.js", "/assets/app-2.js"} {
			r := get(t, s, b, path, "Accept-Encoding", header)
			assert.True(t, r.Header.Get("Content-Encoding") == encoding && body(t, r) == script,
				"%s, Accept-Encoding %q: encoding %q", path, header, r.Header.Get("Content-Encoding"))
			assert.True(t, strings.Contains(r.Header.Get("Cache-Control"), "immutable") && strings.HasPrefix(r.Header.Get("Content-Type"), "text/javascript"),
				"%s: headers %v", path, r.Header)
		}
		if r := get(t, s, b, "/", "Accept-Encoding", header); r.Header.Get("Content-Encoding") != strings.Replace(encoding, "br", "gzip", 1) {
			t.Errorf("a page, Accept-Encoding %q: encoding %q", header, r.Header.Get("Content-Encoding"))
		}
	}
	assert.Equal(t, http.StatusNotFound, get(t, s, b, "/assets/app-1.js.br").StatusCode, "the name of the compressed file")
	assert.Equal(t, "no-cache", get(t, s, b, "/robots.txt").Header.Get("Cache-Control"), "robots.txt")
}

func TestFilesAreRevalidatedByETag(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, path := range []string{"/assets/app-1.js", "/assets/inter.woff2", "/robots.txt", "/brand/dark.svg"} {
		tag := get(t, s, b, path).Header.Get("ETag")
		for name, known := range map[string]string{
			"same tag":                 tag,
			"list of tags":             `"other", ` + tag,
			"weak tag":                 "W/" + tag[len(tag)-14:],
			"wildcard":                 "*",
			"same tag, other encoding": tag,
			"list with spaces":         ` ` + tag + ` , W/"x"`,
		} {
			r := get(t, s, b, path, "If-None-Match", known, "Accept-Encoding", "br")
			assert.True(t, r.StatusCode == http.StatusNotModified && r.Header.Get("ETag") == tag && r.Header.Get("Content-Encoding") == "",
				"%s, %s: %d %v", path, name, r.StatusCode, r.Header)
		}
		assert.Equal(t, http.StatusOK, get(t, s, b, path, "If-None-Match", `"other"`).StatusCode, "%s, other tag", path)
	}
	r := get(t, s, b, "/robots.txt", "If-None-Match", "*")
	assert.True(t, r.Header.Get("Vary") == "Accept-Encoding" && r.Header.Get("Cache-Control") == "no-cache",
		"Vary or Cache-Control of the 304 response: %v", r.Header)
}

func TestContentLengthIsSet(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, accept := range []string{"", "br", "gzip"} {
		for _, path := range []string{"/", "/assets/app-1.js", "/brand/dark.svg"} {
			r := get(t, s, b, path, "Accept-Encoding", accept)
			sent := readAll(t, r)
			assert.Equal(t, strconv.Itoa(len(sent)), r.Header.Get("Content-Length"),
				"%s in %q: %s of %d bytes", path, accept, r.Header.Get("Content-Length"), len(sent))
			if path == "/" {
				continue // compressed for each request
			}
			head := send(t, s, b, http.MethodHead, path, map[string]string{"Accept-Encoding": accept})
			assert.True(t, head.Header.Get("Content-Length") == r.Header.Get("Content-Length") && len(readAll(t, head)) == 0,
				"HEAD %s in %q: %v", path, accept, head.Header)
		}
	}
}

func TestRangeRequest(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	r := get(t, s, b, "/assets/inter.woff2", "Range", "bytes=1-2")
	assert.True(t, r.StatusCode == http.StatusPartialContent && string(readAll(t, r)) == "OF", "%d %v", r.StatusCode, r.Header)
}

// During a rolling update another instance may have the file.
func TestMissingFilesAreNotCached(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, path := range []string{"/assets/missing.js", "/brand/missing.svg"} {
		r := get(t, s, b, path)
		assert.True(t, r.StatusCode == http.StatusNotFound && r.Header.Get("Cache-Control") == "no-store" && !strings.Contains(r.Header.Get("Content-Type"), "html"),
			"%s: %d %v", path, r.StatusCode, r.Header)
	}
}

// Only files of the build are served, by their exact names, and no folder is listed.
func TestNoOtherFilesAreServed(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, path := range []string{
		"/assets/", "/assets/.hidden", "/.vite/manifest.json", "/routes.json", "/preload.json", "/assets/../routes.json", "/assets/%2e%2e/routes.json", "/assets/..%2froutes.json",
		"/assets/..%5croutes.json", "/brand/../../configs/croupier.yaml", "/brand/..%2f..%2fgo.mod", "/.git/config", "/assets//app-1.js",
	} {
		r := get(t, s, b, path)
		text := body(t, r)
		assert.True(t, r.StatusCode == http.StatusNotFound && !strings.Contains(text, "patterns") && !strings.Contains(text, "app-1.js</a>") && !strings.Contains(text, "profile: demo"),
			"%s: %d %.80s", path, r.StatusCode, text)
	}
}

func TestBrandAssetsDifferByBrand(t *testing.T) {
	s := newSite(t, nil)
	marmara, zephyr := brand(t, "localhost"), brand(t, "zephyr.localhost")
	a := body(t, get(t, s, marmara, "/brand/dark.svg"))
	z := body(t, get(t, s, zephyr, "/brand/dark.svg"))
	assert.True(t, a != z && strings.Contains(a, "<svg"), "two brands have the same logo")
	assert.Equal(t, http.StatusNotFound, get(t, s, marmara, "/brand/../brand.yaml").StatusCode, "path traversal")
}

// readAll reads a body without decoding it.
func readAll(t *testing.T, r *http.Response) []byte {
	t.Helper()
	raw, err := io.ReadAll(r.Body)
	noError(t, err)
	return raw
}
