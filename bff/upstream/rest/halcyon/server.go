package halcyon

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"
)

// maxBody is the most bytes of a request that are read.
const maxBody = 64 << 10

// New makes the platform as a face over casino, a platform that speaks the envelope at
// /endpoint/v1.
func New(casino http.Handler) (http.Handler, error) {
	mux := http.NewServeMux()
	for _, r := range resources {
		in, err := compile(r.in)
		if err != nil {
			return nil, fmt.Errorf("halcyon: %s: %w", r.pattern, err)
		}
		out, err := compile(r.out)
		if err != nil {
			return nil, fmt.Errorf("halcyon: %s: %w", r.pattern, err)
		}
		mux.Handle(r.pattern, &endpoint{resource: r, casino: casino, in: in, out: out, names: wildcards(r.pattern)})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, problem{http.StatusNotFound, "no_such_resource"}, "")
	})
	return mux, nil
}

// compile makes one of a resource's expressions; none is the empty object.
func compile(src string) (*gojq.Code, error) {
	if src == "" {
		src = "{}"
	}
	q, err := gojq.Parse(shapes + src)
	if err != nil {
		return nil, err
	}
	return gojq.Compile(q)
}

var wildcard = regexp.MustCompile(`{(\w+)}`)

func wildcards(pattern string) []string {
	var out []string
	for _, m := range wildcard.FindAllStringSubmatch(pattern, -1) {
		out = append(out, m[1])
	}
	return out
}

// endpoint answers one resource.
type endpoint struct {
	resource
	casino  http.Handler
	in, out *gojq.Code
	names   []string
}

// ServeHTTP asks the casino and answers in Halcyon's own shape.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if e.money && r.Header.Get("Idempotency-Key") == "" {
		refuse(w, problem{http.StatusBadRequest, "idempotency_key_required"}, "")
		return
	}
	data, at, err := e.data(r)
	if err != nil {
		refuse(w, problem{http.StatusBadRequest, "bad_request"}, err.Error())
		return
	}
	a, err := e.ask(r, data)
	if err != nil {
		refuse(w, problem{http.StatusBadGateway, "internal"}, "")
		return
	}
	if !a.Result && a.Message != "" {
		p, ok := problems[a.Message]
		if !ok {
			p = problem{http.StatusUnprocessableEntity, "rejected"}
		}
		refuse(w, p, a.Message)
		return
	}
	e.answer(w, a, at)
}

func (e *endpoint) answer(w http.ResponseWriter, a *envelope, at place) {
	if e.status == http.StatusNoContent {
		w.WriteHeader(e.status)
		return
	}
	input := a.Data
	if e.call == "user/check_user_ga" {
		input = a.Result // the one call whose answer is yes or no
	}
	body, err := run(e.out, input)
	if err != nil {
		refuse(w, problem{http.StatusInternalServerError, "internal"}, "")
		return
	}
	if object, ok := body.(map[string]any); ok && a.Pagination != nil {
		e.window(object, at, a.Pagination.Total)
	}
	write(w, max(e.status, http.StatusOK), body)
}

// window says where in a list an answer stands.
func (e *endpoint) window(body map[string]any, at place, total int) {
	switch e.list {
	case paged:
		body["page"] = map[string]any{"number": at.offset/at.size + 1, "size": at.size, "total": total}
	case cursors:
		body["next_cursor"] = nil
		if next := at.offset + at.size; next < total {
			body["next_cursor"] = base64.RawURLEncoding.EncodeToString([]byte("after:" + strconv.Itoa(next)))
		}
	case single:
	}
}

func run(code *gojq.Code, input any) (any, error) {
	v, ok := code.Run(input).Next()
	if !ok {
		return nil, fmt.Errorf("no value")
	}
	if err, failed := v.(error); failed {
		return nil, err
	}
	return v, nil
}

// problem is how Halcyon names a refusal.
type problem struct {
	status int
	code   string
}

// problems are the refusals with codes of their own, by the casino's message.
var problems = map[string]problem{
	"Oturum Süresi Doldu":            {http.StatusUnauthorized, "token_expired"},
	"Giriş Başarısız":                {http.StatusUnauthorized, "invalid_credentials"},
	"Hesap Aktif Değil":              {http.StatusForbidden, "account_disabled"},
	"Bu işlem için yetkiniz yok":     {http.StatusForbidden, "forbidden"},
	"Kayıt Bulunamadı":               {http.StatusNotFound, "not_found"},
	"This site is under maintenance": {http.StatusServiceUnavailable, "maintenance"},
}

func refuse(w http.ResponseWriter, p problem, detail string) {
	write(w, p.status, map[string]any{"error": map[string]any{"code": p.code, "detail": detail}})
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	raw, err := gojq.Marshal(body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write(raw)
}

// token is a bearer token: the player and their session at the casino.
func token(uid, sid string) string {
	return "hlc_" + base64.RawURLEncoding.EncodeToString([]byte(uid+"\n"+sid))
}

// bearer reads a token; empty for a guest, and for what is no token of ours.
func bearer(r *http.Request) (uid, sid string) {
	raw, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer hlc_")
	if !ok {
		return "", ""
	}
	text, err := base64.RawURLEncoding.DecodeString(raw)
	if err != nil {
		return "", ""
	}
	uid, sid, _ = strings.Cut(string(text), "\n")
	return uid, sid
}

// envelope is the casino's answer.
type envelope struct {
	Result     bool   `json:"result"`
	Message    string `json:"message"`
	Data       any    `json:"data"`
	Pagination *struct {
		Total int `json:"total"`
	} `json:"pagination"`
}
