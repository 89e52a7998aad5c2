package site

import (
	"crypto/hmac"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"croupier/bff/internal/indexkey"
)

// previewTTL is how long a preview pass is valid.
const previewTTL = time.Hour

// PreviewPasses makes and checks the passes by which one browser sees the draft of a brand. They are signed, not stored:
// instances with the same key accept each other's.
type PreviewPasses struct {
	Key   *indexkey.Key
	Clock func() time.Time
}

// New returns a pass for the draft of a brand, and when it expires.
func (p PreviewPasses) New(brand string) (pass string, until time.Time) {
	until = p.Clock().Add(previewTTL).UTC().Truncate(time.Second)
	text := strconv.FormatInt(until.Unix(), 10)
	return text + "." + p.signature(brand, text), until
}

// ValidUntil returns when a pass of a brand expires; ok is false for a pass that is forged, expired or of another brand.
func (p PreviewPasses) ValidUntil(brand, pass string) (until time.Time, ok bool) {
	text, signature, ok := strings.Cut(pass, ".")
	if !ok || !hmac.Equal([]byte(signature), []byte(p.signature(brand, text))) {
		return time.Time{}, false
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	until = time.Unix(seconds, 0).UTC()
	return until, p.Clock().Before(until)
}

func (p PreviewPasses) signature(brand, until string) string {
	sum := p.Key.Sum(indexkey.Preview, brand, until)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
