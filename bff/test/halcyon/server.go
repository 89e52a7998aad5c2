// Package halcyon is a fictional platform with an API that differs from the envelope. The API has
// nested resources, snake case, pages, cursors and bearer tokens. Amounts are in hundredths, dates
// are in UTC (RFC 3339), and errors are objects with an HTTP status. It is the platform of the
// mapping configs/mappings/fictional.yaml. Tests verify that the two match.
//
// It is a facade without data in front of a platform that uses the envelope, such as the mock. It
// shares no code with the adapter.
package halcyon

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"
)

const maxBody = 64 << 10

// New returns the platform as a facade over casino, a platform that uses the envelope at
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
		mux.Handle(r.pattern, &endpoint{resource: r, casino: casino, in: in, out: out, wildcards: wildcards(r.pattern)})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		writeProblem(w, problem{http.StatusNotFound, "no_such_resource"}, "")
	})
	return mux, nil
}

// compile compiles an expression of a resource. The empty expression yields {}.
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

type endpoint struct {
	resource
	casino    http.Handler
	in, out   *gojq.Code
	wildcards []string
}

// ServeHTTP sends the call to the casino and converts the response.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if e.money && r.Header.Get("Idempotency-Key") == "" {
		writeProblem(w, problem{http.StatusBadRequest, "idempotency_key_required"}, "")
		return
	}
	data, win, err := e.data(r)
	if err != nil {
		writeProblem(w, problem{http.StatusBadRequest, "bad_request"}, err.Error())
		return
	}
	a, err := e.send(r, data)
	if err != nil {
		writeProblem(w, problem{http.StatusBadGateway, "internal"}, "")
		return
	}
	if !a.Result && a.Message != "" {
		p, ok := problems[a.Message]
		if !ok {
			p = problem{http.StatusUnprocessableEntity, "rejected"}
		}
		writeProblem(w, p, a.Message)
		return
	}
	e.answer(w, a, win)
}

func (e *endpoint) answer(w http.ResponseWriter, a *envelope, win window) {
	if e.status == http.StatusNoContent {
		w.WriteHeader(e.status)
		return
	}
	input := a.Data
	if e.call == "user/check_user_ga" {
		input = a.Result // the only call with the answer in the result
	}
	body, err := run(e.out, input)
	if err != nil {
		writeProblem(w, problem{http.StatusInternalServerError, "internal"}, "")
		return
	}
	if object, ok := body.(map[string]any); ok && a.Pagination != nil {
		e.addPagination(object, win, a.Pagination.Total)
	}
	write(w, max(e.status, http.StatusOK), body)
}

// addPagination adds the pagination fields to the body of a list.
func (e *endpoint) addPagination(body map[string]any, win window, total int) {
	switch e.list {
	case paged:
		body["page"] = map[string]any{"number": win.offset/win.size + 1, "size": win.size, "total": total}
	case cursors:
		body["next_cursor"] = nil
		if next := win.offset + win.size; next < total {
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

type problem struct {
	status int
	code   string
}

var problems = map[string]problem{
	"Oturum Süresi Doldu":            {http.StatusUnauthorized, "token_expired"},
	"Giriş Başarısız":                {http.StatusUnauthorized, "invalid_credentials"},
	"Hesap Aktif Değil":              {http.StatusForbidden, "account_disabled"},
	"Bu işlem için yetkiniz yok":     {http.StatusForbidden, "forbidden"},
	"Kayıt Bulunamadı":               {http.StatusNotFound, "not_found"},
	"This site is under maintenance": {http.StatusServiceUnavailable, "maintenance"},
}

func writeProblem(w http.ResponseWriter, p problem, detail string) {
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

// token returns a bearer token with the player and the session at the casino.
func token(uid, sid string) string {
	return "hlc_" + base64.RawURLEncoding.EncodeToString([]byte(uid+"\n"+sid))
}

// bearer parses the bearer token of r. It returns empty strings without a valid token.
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

type envelope struct {
	Result     bool   `json:"result"`
	Message    string `json:"message"`
	Data       any    `json:"data"`
	Pagination *struct {
		Total int `json:"total"`
	} `json:"pagination"`
}

type window struct{ offset, size int }

const (
	defaultPageSize = 20
	maxPageSize     = 100
	maxCursorSize   = 50
)

// data converts a request to the data of its call.
func (e *endpoint) data(r *http.Request) (map[string]any, window, error) {
	input := map[string]any{"path": map[string]any{}, "query": map[string]any{}, "body": map[string]any{}}
	for _, name := range e.wildcards {
		input["path"].(map[string]any)[name] = r.PathValue(name) //nolint:forcetypeassert // made above
	}
	for name, values := range r.URL.Query() {
		input["query"].(map[string]any)[name] = values[0] //nolint:forcetypeassert // made above
	}
	if r.ContentLength != 0 {
		var body map[string]any
		if err := json.NewDecoder(io.LimitReader(r.Body, maxBody)).Decode(&body); err != nil {
			return nil, window{}, errors.New("the body is not a JSON object")
		}
		input["body"] = body
	}
	v, err := run(e.in, input)
	if err != nil {
		return nil, window{}, errors.New("a field has the wrong form")
	}
	all, _ := v.(map[string]any)
	data := map[string]any{}
	for name, value := range all {
		if value != nil {
			data[name] = value
		}
	}
	w, err := e.window(r)
	if e.list != single {
		data["limit"], data["offset"] = w.size, w.offset
	}
	return data, w, err
}

func (e *endpoint) window(r *http.Request) (window, error) {
	w := window{size: defaultPageSize}
	var err error
	maxSize := maxPageSize
	if e.list == cursors {
		maxSize = maxCursorSize
	}
	if size := r.URL.Query().Get("page_size"); size != "" {
		if w.size, err = strconv.Atoi(size); err != nil || w.size < 1 || w.size > maxSize {
			return w, fmt.Errorf("page_size must be from 1 to %d", maxSize)
		}
	}
	number, cursor := r.URL.Query().Get("page"), r.URL.Query().Get("cursor")
	switch {
	case e.list == paged && number != "":
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return w, errors.New("page must be at least 1")
		}
		w.offset = (n - 1) * w.size
	case e.list == cursors && cursor != "":
		text, _ := base64.RawURLEncoding.DecodeString(cursor)
		after, ok := strings.CutPrefix(string(text), "after:")
		if w.offset, err = strconv.Atoi(after); err != nil || !ok {
			return w, errors.New("unknown cursor")
		}
	}
	return w, nil
}

// send sends the call to the casino as the player of the bearer token.
func (e *endpoint) send(r *http.Request, data map[string]any) (*envelope, error) {
	class, method, _ := strings.Cut(e.call, "/")
	data["Lang"], _, _ = strings.Cut(r.Header.Get("Accept-Language"), "-")
	address := r.Header.Get("X-Player-Address")
	body := map[string]any{"api": map[string]any{"class": class, "method": method}, "data": data}
	uid, sid := bearer(r)
	body["user"] = map[string]any{"uid": uid, "sid": sid, "uip": address}
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req := httptest.NewRequestWithContext(r.Context(), http.MethodPost, "/endpoint/v1", bytes.NewReader(raw))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Panel", "frontend")
	req.Header.Set("X-Site-Id", r.Header.Get("X-Tenant"))
	recorder := httptest.NewRecorder()
	e.casino.ServeHTTP(recorder, req)
	a := &envelope{}
	if err := json.Unmarshal(recorder.Body.Bytes(), a); err != nil {
		return nil, err
	}
	if e.call == "user/login" && a.Result {
		session, _ := a.Data.(map[string]any)
		session["sid"] = token(fmt.Sprint(session["uid"]), fmt.Sprint(session["sid"]))
	}
	return a, nil
}
