package mock

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/strictjson"
	"croupier/bff/mock/calls"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// hugeBytes is the size of a huge response: four times the limit of the BFF.
const hugeBytes = 32 << 20

// wait sleeps for d. It reports false if the caller gave up meanwhile.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

func replaceResponse(g *gin.Context, q *calls.Request, e *scenario.Effect) bool {
	switch e.Kind {
	case scenario.Hang:
		<-g.Request.Context().Done()
		panic(http.ErrAbortHandler)
	case scenario.Reset:
		panic(http.ErrAbortHandler)
	case scenario.Status:
		g.Data(e.Status, "text/html; charset=utf-8",
			fmt.Appendf(nil, "<html><body><h1>%d %s</h1></body></html>", e.Status, http.StatusText(e.Status)))
	case scenario.Malformed:
		g.Data(http.StatusOK, "application/json; charset=utf-8",
			[]byte(`{"result":true,"message":"","data":[{"broken":`+"\n<!-- warning: array to string conversion -->"))
	case scenario.WrongType:
		g.Data(http.StatusOK, "application/json; charset=utf-8",
			[]byte(`{"result":"true","message":[],"data":"0","code":"200","debug":{},"pagination":"none"}`))
	case scenario.Huge:
		huge(g)
	case scenario.Limit:
		g.Header("Retry-After", strconv.Itoa(int(e.RetryAfter/time.Second)))
		g.JSON(http.StatusTooManyRequests, refused(q.Localize(world.ErrTooMany)))
	case scenario.Reply:
		write(g, e.Answer, e)
	case scenario.Expired:
		write(g, refused(world.ErrSession), e)
	case scenario.Maintenance:
		write(g, refused(world.ErrMaintenance), e)
	case scenario.Refuse:
		write(g, refused(q.Localize(e.Refused())), e)
	default:
		return false
	}
	return true
}

func huge(g *gin.Context) {
	g.Header("Content-Type", "application/json; charset=utf-8")
	g.Status(http.StatusOK)
	chunk := []byte(strings.Repeat("x", 64<<10))
	_, err := g.Writer.WriteString(`{"result":true,"message":"","code":200,"debug":null,"pagination":null,"data":"`)
	for n := 0; n < hugeBytes && err == nil; n += len(chunk) {
		_, err = g.Writer.Write(chunk)
	}
	if err == nil {
		_, _ = g.Writer.WriteString(`"}`) // fails only if the client is gone
	}
}

func alter(a *bff.Answer, call string, e *scenario.Effect) *bff.Answer {
	switch e.Kind {
	case scenario.Empty:
		return emptied(a, call)
	case scenario.Long:
		return reworded(a, lengthened)
	case scenario.Arabic:
		return reworded(a, inArabicLetters)
	default:
		return a
	}
}

// histories refuse with "no records" where other lists are empty.
var histories = map[string]bool{
	"betframe/getCoupons": true, "finance/list_transactions": true, "user/game_history": true,
}

func emptied(a *bff.Answer, call string) *bff.Answer {
	if !a.Result {
		return a
	}
	if histories[call] {
		return refused(world.ErrNoRecords)
	}
	out := *a
	switch {
	case call == "finance/check_balance":
		return a
	case call == "cmscontroller/getIcSlider":
		out.Data = []byte(`{"items":[]}`)
	case call == "finance/list_cash_methods_new":
		out.Data = []byte(`{"methods_list":[]}`)
	case strings.HasPrefix(string(a.Data), "["):
		out.Data = []byte("[]")
	}
	if p := a.Pagination; p != nil {
		out.Pagination = &bff.Pagination{Limit: p.Limit, Offset: p.Offset}
	}
	return &out
}

// write sends a response. A truncated one ends in the middle of its Content-Length.
func write(g *gin.Context, a *bff.Answer, e *scenario.Effect) {
	body := a.Append(nil)
	g.Header("Content-Type", "application/json; charset=utf-8")
	g.Header("Content-Length", strconv.Itoa(len(body)))
	g.Status(http.StatusOK)
	if e.Kind == scenario.Truncated {
		body = body[:len(body)/2]
	}
	_, _ = g.Writer.Write(body) // fails only if the client is gone
}

// wording changes a text of a response. html is set for markup, and most is the longest text that
// the contract allows.
type wording func(key, text string, html bool, most int) string

// worded are the fields with texts for people, except those that forms send back, and their maximum
// length.
var worded = map[string]int{
	"name": 300, "title": 300, "Title": 300, "text": 2000, "summary": 2000, "button": 80, "html": 200_000,
	"Text": 200_000, "providerName": 120, "dealer": 120, "player": 80, "match": 300, "market": 300, "pick": 300,
	"category": 120, "sub_category": 120, "status_text": 120, "method": 200, "label": 200, "bankName": 300,
	"firstname": 100, "lastname": 100,
}

// reworded changes every text of a response, and the message of a refusal unless clients rely on
// it.
func reworded(a *bff.Answer, w wording) *bff.Answer {
	out := *a
	if !a.Result {
		if !slices.Contains(known, a.Message) {
			out.Message = w("message", a.Message, false, 1000)
		}
		return &out
	}
	var data any
	dec := json.NewDecoder(bytes.NewReader(a.Data))
	dec.UseNumber()
	if dec.Decode(&data) != nil {
		return a // there is nothing to change
	}
	out.Data, _ = strictjson.Marshal(reword(data, w)) // decoded JSON always encodes
	return &out
}

func reword(v any, w wording) any {
	switch node := v.(type) {
	case []any:
		for i := range node {
			node[i] = reword(node[i], w)
		}
	case map[string]any:
		if node["InfType"] == "SocialMediaLinks" {
			return v // clients parse its text
		}
		_, input := node["pattern"] // a form field: clients use its name
		for key, value := range node {
			text, isText := value.(string)
			most, read := worded[key]
			switch {
			case !isText:
				node[key] = reword(value, w)
			case input && key == "name":
			case read:
				node[key] = w(key, text, key == "html" || key == "Text", most)
			}
		}
	}
	return v
}

// known are the messages that clients rely on.
var known = []string{
	"", world.ErrSession.Message, world.ErrLogin.Message, world.ErrInactive.Message, world.ErrUnauthorized.Message,
	world.ErrNoRecords.Message, world.ErrMaintenance.Message,
}

var textOrTag = regexp.MustCompile(`<[^>]*>|[^<]+`)

func between(html string, f func(string) string) string {
	return textOrTag.ReplaceAllStringFunc(html, func(part string) string {
		if part[0] == '<' || strings.TrimSpace(part) == "" {
			return part
		}
		return f(part)
	})
}

// lengthened triples the length of a text. The added part is one word.
func lengthened(_, text string, html bool, most int) string {
	long := func(s string) string {
		word := strings.Join(strings.Fields(s), "")
		return strings.TrimRight(s, " ") + " " + word + word
	}
	if html {
		if out := between(text, long); len(out) <= most {
			return out
		}
		return text
	}
	if text == "" {
		return ""
	}
	return shortened(long(text), most)
}

func shortened(text string, most int) string {
	letters := []rune(text)
	return string(letters[:min(len(letters), most)])
}

// arabicNames are the fields with names. Other texts are Arabic because the language is.
var arabicNames = map[string]bool{
	"name": true, "providerName": true, "dealer": true, "player": true, "match": true, "method": true, "bankName": true,
	"firstname": true, "lastname": true,
}

var arabicLetters = map[rune]string{
	'a': "ا", 'b': "ب", 'c': "ج", 'd': "د", 'e': "ي", 'f': "ف", 'g': "غ", 'h': "ه", 'i': "ي", 'j': "ج", 'k': "ك",
	'l': "ل", 'm': "م", 'n': "ن", 'o': "و", 'p': "ب", 'q': "ق", 'r': "ر", 's': "س", 't': "ت", 'u': "و", 'v': "ف",
	'w': "و", 'x': "كس", 'y': "ي", 'z': "ز", 'ç': "تش", 'ğ': "غ", 'ı': "ي", 'ö': "و", 'ş': "ش", 'ü': "و", 'â': "ا",
	'î': "ي", 'û': "و",
}

// inArabicLetters transliterates the Latin letters of a name. Other characters stay.
func inArabicLetters(key, text string, _ bool, most int) string {
	if !arabicNames[key] {
		return text
	}
	var b strings.Builder
	for _, r := range strings.ReplaceAll(text, "İ", "i") {
		b.WriteString(cmp.Or(arabicLetters[unicode.ToLower(r)], string(r)))
	}
	return shortened(b.String(), most)
}
