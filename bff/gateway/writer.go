package gateway

import (
	"cmp"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// langNobody is the language of refusals that no brand makes: they are read by whoever
// pointed a host name here.
const langNobody = "en"

const (
	headerCache     = "Croupier-Cache"
	contentTypeJSON = "application/json"
)

// refuse answers a request that is not going to be a call's answer: everything that the
// BFF itself refuses or fails ends here.
func (g *gateway) refuse(c *gin.Context, err error) {
	if isGone(c.Request, err) {
		observed(c).Status = statusGone
		return
	}
	r := reasonOf(err)
	observed(c).Err = err
	if scope := bff.ScopeOf(c.Request.Context()); r.EndSession && scope.Brand != nil {
		http.SetCookie(c.Writer, endedCookie(scope.Brand))
	}
	if r.RetryAfter > 0 {
		c.Header("Retry-After", wholeSeconds(r.RetryAfter))
	}
	g.write(c, r.Status, &bff.Answer{Message: g.words(c, r), Code: r.Status, Debug: r.Debug})
}

// write sends an answer. Beside writeReady there is no other place that sends one.
func (g *gateway) write(c *gin.Context, status int, a *bff.Answer) {
	o := observed(c)
	o.Code, o.Debug = a.Code, a.Debug
	c.Header(headerCache, string(cmp.Or(o.Cache, bff.CacheBypass)))
	c.Header("Cache-Control", "no-store")
	body := a.Append(make([]byte, 0, len(a.Data)+len(a.Message)+256))
	send(c, status, contentTypeJSON, body)
}

// Header values of every kept answer, as net/http keeps them. Nobody changes them.
var (
	valueJSON    = []string{contentTypeJSON}
	valueNoStore = []string{"no-store"}
	valueVary    = []string{"Accept-Encoding"}
	valueStates  = map[bff.CacheState][]string{
		bff.CacheHit:       {string(bff.CacheHit)},
		bff.CacheStale:     {string(bff.CacheStale)},
		bff.CacheCoalesced: {string(bff.CacheCoalesced)},
		bff.CacheMiss:      {string(bff.CacheMiss)},
	}
)

// writeReady sends an answer that lies there as it is sent, headers and all.
func (g *gateway) writeReady(c *gin.Context, a *bff.Answer, ready bff.EncodedAnswer) {
	o := observed(c)
	o.Code, o.Debug = a.Code, a.Debug
	body := ready.Variant(strings.Join(c.Request.Header["Accept-Encoding"], ","))
	h := c.Writer.Header()
	h[headerCache] = valueStates[o.Cache]
	h["Cache-Control"] = valueNoStore
	h["Content-Length"] = body.Length
	h["Content-Type"] = valueJSON
	if vary := h["Vary"]; len(vary) == 0 {
		h["Vary"] = valueVary
	} else { // by Origin
		h["Vary"] = append(vary, valueVary...)
	}
	if body.Encoding != nil {
		h["Content-Encoding"] = body.Encoding
	}
	c.Status(http.StatusOK)
	_, _ = c.Writer.Write(body.Bytes) // see send
}

// send writes a whole body.
func send(c *gin.Context, status int, contentType string, body []byte) {
	c.Header("Content-Type", contentType)
	c.Header("Content-Length", strconv.Itoa(len(body)))
	c.Status(status)
	if c.Request.Method == http.MethodHead {
		c.Writer.WriteHeaderNow()
		return
	}
	// A visitor who no longer reads is no fault of ours, and there is nobody to tell.
	_, _ = c.Writer.Write(body)
}

// reasonOf finds the reason in err. An error without one is a defect of the BFF.
func reasonOf(err error) *bff.Reason {
	var r *bff.Reason
	if errors.As(err, &r) {
		return r
	}
	return bff.ReasonInternal
}

// words gives what a player reads, in the player's language.
func (g *gateway) words(c *gin.Context, r *bff.Reason) string {
	lang := bff.ScopeOf(c.Request.Context()).Lang
	if lang == "" {
		lang = langNobody
	}
	return g.Contract.ReasonText(lang, r)
}

// wholeSeconds rounds up: a second too early is another refusal.
func wholeSeconds(d time.Duration) string {
	return strconv.Itoa(int(math.Ceil(d.Seconds())))
}

func milliseconds(d time.Duration) float64 {
	return math.Round(float64(d)/float64(time.Microsecond)) / 1000
}
