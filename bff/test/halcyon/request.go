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
	"strconv"
	"strings"
)

// window is the requested part of a list.
type window struct{ offset, size int }

// Page sizes.
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

// window parses the pagination parameters.
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
