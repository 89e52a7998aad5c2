package gateway

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

// defaultLang is the language of refusals without a brand.
const defaultLang = "en"

const (
	headerCache     = "Croupier-Cache"
	contentTypeJSON = "application/json"
)

// refuse sends the error response for err and stops the handlers of the route.
func (g *gateway) refuse(c *gin.Context, err error) {
	c.Abort()
	info := infoOf(c)
	if isDisconnect(c.Request, err) {
		info.observation.Status = statusDisconnected
		return
	}
	r := reasonOf(err)
	info.observation.Err = err
	if r.EndSession && info.scope.Brand != nil {
		http.SetCookie(c.Writer, endedCookie(info.scope.Brand))
	}
	if after := retryAfter(r); after > 0 {
		c.Header("Retry-After", wholeSeconds(after))
	}
	info.observation.Code, info.observation.Debug = r.Status, r.Debug
	body := g.refusalBody(cmp.Or(info.scope.Lang, defaultLang), r)
	g.reply(c, r.Status, body, lengthOf(body))
}

// refusalKey identifies envelopes of refusals that depend on nothing else.
type refusalKey struct {
	lang       string
	status     int
	debug, key string
}

// refusalBody returns the envelope of a reason. It caches envelopes that depend only on the
// language.
func (g *gateway) refusalBody(lang string, r *bff.Reason) []byte {
	key := refusalKey{lang, r.Status, r.Debug, r.Key}
	isPlain := r.Message == "" && r.Fault == nil && r.Data == nil
	if body, ok := g.refusalBodies.Load(key); ok && isPlain {
		return body.([]byte)
	}
	a := &bff.Answer{Message: g.Contract.ReasonText(lang, r), Data: r.Data, Code: r.Status, Debug: r.Debug}
	if r.Fault != nil {
		a.Data = fieldData(*r.Fault)
	}
	body := a.Append(make([]byte, 0, len(a.Message)+256))
	if isPlain {
		g.refusalBodies.Store(key, body)
	}
	return body
}

// fieldData returns the data of a refusal about one field (FieldRefusal of the contract).
func fieldData(f bff.FieldFault) json.RawMessage {
	data, _ := json.Marshal(struct { //nolint:errchkjson // two texts
		Field string `json:"field"`
		Rule  string `json:"rule,omitempty"`
	}{f.Field, f.Rule})
	return data
}

// defaultRetryAfter is the Retry-After of a call that was not sent, if its stage set none.
const defaultRetryAfter = time.Second

// retryAfter returns the Retry-After of a reason, or 0 for none. A call that was not sent always
// has one.
func retryAfter(r *bff.Reason) time.Duration {
	if r.RetryAfter <= 0 && r.Is(bff.ReasonUnavailable) {
		return defaultRetryAfter
	}
	return r.RetryAfter
}

// write sends a response. It uses the cache's encoded form if there is one.
func (g *gateway) write(c *gin.Context, a *bff.Answer, encoded bff.EncodedAnswer) {
	info := infoOf(c)
	o := &info.observation
	o.Code, o.Debug, o.Result = a.Code, a.Debug, a.Result
	h, accepted := c.Writer.Header(), strings.Join(c.Request.Header["Accept-Encoding"], ",")
	if encoded != nil {
		body := encoded.Variant(accepted)
		addVary(h)
		if body.Encoding != nil {
			h["Content-Encoding"] = body.Encoding
		}
		g.reply(c, http.StatusOK, body.Bytes, body.Length)
		return
	}
	buffer := buffers.Get().(*[]byte) //nolint:forcetypeassert // the pool contains only *[]byte
	*buffer = a.Append((*buffer)[:0])
	body := *buffer
	if info.scope.Rules.Kind == bff.KindRead && len(body) >= minCompressSize {
		addVary(h)
		if compression.Select(accepted, compression.Gzip) == compression.Gzip {
			h["Content-Encoding"] = valueGzip
			body = fastCompressor.Compress(compression.Gzip, body)
		}
	}
	info.lengthHeader[0] = strconv.Itoa(len(body))
	g.reply(c, http.StatusOK, body, info.lengthHeader[:])
	if cap(*buffer) <= maxBuffer {
		buffers.Put(buffer)
	}
}

// buffers contains buffers for responses. net/http copies what a handler writes.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

const maxBuffer = 64 << 10 // bytes of a buffer that is used again

// minCompressSize is the minimum size in bytes of a compressed response, about one packet.
const minCompressSize = 1400

// fastCompressor compresses responses that are sent only once. It compresses reads only. Responses
// with session or payment data must not be compressed together with data that an attacker may have
// chosen. It has no Brotli, which takes five times as long and saves a tenth of the bytes.
var fastCompressor = compression.NewCompressor(compression.Levels{Gzip: gzip.BestSpeed})

// addVary declares that a response depends on the accepted encodings.
func addVary(h http.Header) {
	if vary := h["Vary"]; len(vary) == 0 {
		h["Vary"] = valueVary
	} else { // it contains Origin
		h["Vary"] = append(vary, valueVary...)
	}
}

// Header values that are shared and read-only.
var (
	valueJSON    = []string{contentTypeJSON}
	valueNoStore = []string{"no-store"}
	valueVary    = []string{"Accept-Encoding"}
	valueGzip    = []string{"gzip"}
	valueNoSniff = []string{"nosniff"}
	valueHSTS    = []string{"max-age=31536000; includeSubDomains"}

	// valueAPIPolicy makes a response harmless if a browser opens it as a page.
	valueAPIPolicy = []string{"default-src 'none'; frame-ancestors 'none'; sandbox"}
)

// reply sends the envelope of a call.
func (g *gateway) reply(c *gin.Context, status int, body []byte, length []string) {
	info := infoOf(c)
	info.cacheHeader[0] = string(cmp.Or(info.observation.Cache, bff.CacheBypass))
	c.Writer.Header()[headerCache] = info.cacheHeader[:]
	send(c, status, body, length)
}

// send sends uncacheable JSON. length is its Content-Length.
func send(c *gin.Context, status int, body []byte, length []string) {
	h := c.Writer.Header()
	h["Cache-Control"], h["Content-Type"], h["Content-Length"] = valueNoStore, valueJSON, length
	c.Status(status)
	if c.Request.Method == http.MethodHead {
		c.Writer.WriteHeaderNow()
		return
	}
	_, _ = c.Writer.Write(body) // fails if the client no longer reads
}

func lengthOf(body []byte) []string { return []string{strconv.Itoa(len(body))} }

// reasonOf returns the reason in err. An error without a reason is a defect of Croupier.
func reasonOf(err error) *bff.Reason {
	var r *bff.Reason
	if errors.As(err, &r) {
		return r
	}
	return bff.ReasonInternal
}

// wholeSeconds rounds up, because Croupier refuses a request that is one second early.
func wholeSeconds(d time.Duration) string {
	return strconv.Itoa(int(math.Ceil(d.Seconds())))
}
