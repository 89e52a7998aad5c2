package soak_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

// client is shared: one pool of connections. A call is never sent again by net/http, because its
// body has no GetBody.
var client = &http.Client{
	Timeout:   40 * time.Second,
	Transport: &http.Transport{MaxIdleConns: 1000, MaxIdleConnsPerHost: 500, DisableCompression: true},
}

// response is what a player received.
type response struct {
	Status  int
	Result  bool   `json:"result"`
	Message string `json:"message"`
	Debug   string `json:"debug"`
	raw     string
	request string // the X-Request-Id
	cookie  string // of Set-Cookie
	began   time.Time
	ended   time.Time
	err     error // without a response
}

// call sends a call to an instance.
func (w *world) call(node int, host, cookie, key, name string, data map[string]any) *response {
	class, method, _ := strings.Cut(name, "/")
	body, err := json.Marshal(map[string]any{"api": map[string]string{"class": class, "method": method}, "data": data})
	if err != nil {
		return &response{err: err}
	}
	r := &response{began: time.Now()}
	defer func() { r.ended = time.Now() }()
	req, err := http.NewRequest(http.MethodPost, "http://"+*w.nodes[node].address.Load()+"/endpoint/v1",
		io.NopCloser(bytes.NewReader(body)))
	if err != nil {
		return &response{err: err}
	}
	req.Host, req.ContentLength = host, int64(len(body))
	for k, v := range map[string]string{
		"Content-Type": "application/json", "panel": "frontend", "Cookie": cookie,
		"Idempotency-Key": key,
	} {
		if v != "" {
			req.Header.Set(k, v)
		}
	}
	resp, err := client.Do(req)
	if err != nil {
		r.err = err
		return r
	}
	defer resp.Body.Close() //nolint:errcheck // read to EOF
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		r.err = err
		return r
	}
	if err := json.Unmarshal(raw, r); err != nil {
		r.err = err
		return r
	}
	r.Status, r.raw, r.request = resp.StatusCode, string(raw), resp.Header.Get("X-Request-Id")
	for _, c := range resp.Cookies() {
		if c.MaxAge >= 0 {
			r.cookie = c.Name + "=" + c.Value
		}
	}
	return r
}
