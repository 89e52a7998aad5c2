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

// place is the part of a list that is asked for.
type place struct{ offset, size int }

// Sizes of pages.
const (
	pageSize   = 20
	maxPage    = 100
	maxCursors = 50
)

// data reads a request into the data of its call.
func (e *endpoint) data(r *http.Request) (map[string]any, place, error) {
	input := map[string]any{"path": map[string]any{}, "query": map[string]any{}, "body": map[string]any{}}
	for _, name := range e.names {
		input["path"].(map[string]any)[name] = r.PathValue(name) //nolint:forcetypeassert // made above
	}
	for name, values := range r.URL.Query() {
		input["query"].(map[string]any)[name] = values[0] //nolint:forcetypeassert // made above
	}
	if r.ContentLength != 0 {
		var body map[string]any
		if err := json.NewDecoder(io.LimitReader(r.Body, maxBody)).Decode(&body); err != nil {
			return nil, place{}, errors.New("the body is not a JSON object")
		}
		input["body"] = body
	}
	v, err := run(e.in, input)
	if err != nil {
		return nil, place{}, errors.New("a field has the wrong form")
	}
	all, _ := v.(map[string]any)
	data := map[string]any{}
	for name, value := range all {
		if value != nil {
			data[name] = value
		}
	}
	at, err := e.place(r)
	if e.list != single {
		data["limit"], data["offset"] = at.size, at.offset
	}
	return data, at, err
}

// place reads which part of a list is asked for.
func (e *endpoint) place(r *http.Request) (place, error) {
	at := place{size: pageSize}
	var err error
	most := maxPage
	if e.list == cursors {
		most = maxCursors
	}
	if size := r.URL.Query().Get("page_size"); size != "" {
		if at.size, err = strconv.Atoi(size); err != nil || at.size < 1 || at.size > most {
			return at, fmt.Errorf("page_size must be from 1 to %d", most)
		}
	}
	number, cursor := r.URL.Query().Get("page"), r.URL.Query().Get("cursor")
	switch {
	case e.list == paged && number != "":
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return at, errors.New("pages count from 1")
		}
		at.offset = (n - 1) * at.size
	case e.list == cursors && cursor != "":
		text, _ := base64.RawURLEncoding.DecodeString(cursor)
		after, ok := strings.CutPrefix(string(text), "after:")
		if at.offset, err = strconv.Atoi(after); err != nil || !ok {
			return at, errors.New("the cursor is not one of ours")
		}
	}
	return at, nil
}

// ask posts the call to the casino, as the player of the token.
func (e *endpoint) ask(r *http.Request, data map[string]any) (*envelope, error) {
	class, method, _ := strings.Cut(e.call, "/")
	data["Lang"], _, _ = strings.Cut(r.Header.Get("Accept-Language"), "-")
	address := r.Header.Get("X-Player-Address")
	ask := map[string]any{"api": map[string]any{"class": class, "method": method}, "data": data}
	uid, sid := bearer(r)
	ask["user"] = map[string]any{"uid": uid, "sid": sid, "uip": address}
	raw, err := json.Marshal(ask)
	if err != nil {
		return nil, err
	}
	req := httptest.NewRequestWithContext(r.Context(), http.MethodPost, "/endpoint/v1", bytes.NewReader(raw))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Panel", "frontend")
	req.Header.Set("X-Site-Id", r.Header.Get("X-Tenant"))
	answer := httptest.NewRecorder()
	e.casino.ServeHTTP(answer, req)
	a := &envelope{}
	if err := json.Unmarshal(answer.Body.Bytes(), a); err != nil {
		return nil, err
	}
	if e.call == "user/login" && a.Result {
		session, _ := a.Data.(map[string]any)
		session["sid"] = token(fmt.Sprint(session["uid"]), fmt.Sprint(session["sid"]))
	}
	return a, nil
}
