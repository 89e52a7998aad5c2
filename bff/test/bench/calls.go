package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

const endpoint = "/endpoint/v1"

type post struct {
	path, body string
	header     map[string]string
}

// raw returns the post as bytes of HTTP/1.1.
func (p post) raw() string {
	var s strings.Builder
	fmt.Fprintf(&s, "POST %s HTTP/1.1\r\nContent-Length: %d\r\n", p.path, len(p.body))
	for name, value := range p.header {
		fmt.Fprintf(&s, "%s: %s\r\n", name, value)
	}
	return s.String() + "\r\n" + p.body
}

func (p post) script() string {
	var s strings.Builder
	fmt.Fprintf(&s, "wrk.method = \"POST\"\nwrk.body = %q\n", p.body)
	for name, value := range p.header {
		fmt.Fprintf(&s, "wrk.headers[%q] = %q\n", name, value)
	}
	return s.String()
}

// callOf returns a call of the site, with a session if cookie is set.
func callOf(name, cookie, encoding string) post {
	class, method, _ := strings.Cut(name, "/")
	p := post{
		path: endpoint, body: fmt.Sprintf(`{"api":{"class":%q,"method":%q},"data":{}}`, class, method),
		header: map[string]string{
			"Host": "localhost", "Content-Type": "application/json", "panel": "frontend",
			"Accept-Encoding": encoding, "User-Agent": "Mozilla/5.0",
		},
	}
	if cookie != "" {
		p.header["Cookie"] = cookie
	}
	return p
}

func measuredPost(cookie string) post { return callOf(measuredCall, cookie, "identity") }

func (p post) send(address string) (http.Header, []byte, error) {
	r, err := http.NewRequest(http.MethodPost, "http://"+address+p.path, strings.NewReader(p.body))
	if err != nil {
		return nil, nil, err
	}
	for name, value := range p.header {
		r.Header.Set(name, value)
	}
	r.Host = p.header["Host"]
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, body)
	}
	return response.Header, body, err
}

// sendCached makes a call twice. It fails if the second response was not cached.
func (p post) sendCached(address string) (answer http.Header, body []byte) {
	_, _, err := p.send(address)
	check(err)
	answer, body, err = p.send(address)
	check(err)
	if state := answer.Get("Croupier-Cache"); state != "HIT" {
		check(fmt.Errorf("Croupier-Cache of %s is %q, not HIT", address, state))
	}
	return answer, body
}
