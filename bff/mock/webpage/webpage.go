// Package webpage has what the mock's server-rendered pages share: their responses, languages,
// texts and number formats.
package webpage

import (
	"compress/gzip"
	"net/http"
	"strconv"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

// Write writes a page as the response. It is never cached and sends no referrer, since its URL
// contains a token. policy is its Content-Security-Policy.
func Write(w http.ResponseWriter, status int, page, policy string) {
	head := w.Header()
	head.Set("Content-Type", "text/html; charset=utf-8")
	head.Set("Content-Security-Policy", policy)
	head.Set("Cache-Control", "no-store")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(page)) // the client may be gone
}

var compressor = compression.NewCompressor(compression.Levels{Gzip: gzip.BestCompression})

// Compressed compresses a file with gzip.
func Compressed(raw []byte) []byte { return compressor.Compress(compression.Gzip, raw) }

// Money formats an amount as the site does: "1.234,50 TL", in en and ar "1,234.50 TL", in ru with
// a non-breaking space in the number too. The amount must not be negative.
func Money(lang string, amount bff.MinorUnits) string {
	group, point := ".", ","
	switch lang {
	case "en", "ar":
		group, point = ",", "."
	case "ru":
		group = "\u00a0"
	}
	whole := strconv.FormatInt(int64(amount/100), 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + group + whole[i:]
	}
	return whole + point + strconv.FormatInt(int64(amount%100)+100, 10)[1:] + "\u00a0TL"
}
