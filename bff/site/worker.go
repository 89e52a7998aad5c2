package site

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"

	"croupier/bff"
)

// workerPath is the path of the service worker. It makes no page and no call: it stores the build's files,
// public pictures and the offline page.
const workerPath = "/sw.js"

// revisionPlaceholder is replaced by the hash of the brand's offline page, so that browsers store the page
// again when the brand or its texts have changed.
const revisionPlaceholder = "croupier-offline-revision"

// readWorker reads the service worker of a build.
func readWorker(dist fs.FS) ([]byte, error) {
	raw, err := fs.ReadFile(dist, workerPath[1:])
	if err != nil {
		return nil, fmt.Errorf("site: read the service worker: %w", err)
	}
	if bytes.Count(raw, []byte(revisionPlaceholder)) != 1 {
		return nil, fmt.Errorf("site: parse %s: want %s exactly once", workerPath[1:], revisionPlaceholder)
	}
	return raw, nil
}

// serveWorker serves the service worker of the brand.
func (s *Site) serveWorker(w http.ResponseWriter, r *http.Request, b *bff.Brand) {
	revision := digest(s.offlinePage(b, offlineRevisionNonce))
	serveRevalidated(w, r, "text/javascript; charset=utf-8", bytes.Replace(s.worker, []byte(revisionPlaceholder), []byte(revision), 1))
}
