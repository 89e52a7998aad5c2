package main

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
)

// endpoint is the path of calls.
const endpoint = "/endpoint/v1"

// post is a call as wrk sends it.
type post struct {
	path, body string
	header     map[string]string
	count      int // 0: one call; else as many, with their number at %d in body and Host
}

// at returns call i of the post.
func (p post) at(i int) post {
	p.header = maps.Clone(p.header)
	p.header["Host"] = strings.Replace(p.header["Host"], "%d", strconv.Itoa(i), 1)
	p.body = strings.Replace(p.body, "%d", strconv.Itoa(i), 1)
	return p
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

// countingScript makes wrk send all calls of a post, in an order of which the server has not seen the next one lately.
const countingScript = `local i, body, host = 0, wrk.body, wrk.headers["Host"]
request = function()
  i = (i + 7919) %% %d
  wrk.body, wrk.headers["Host"] = string.format(body, i), string.format(host, i)
  return wrk.format()
end
`

// script returns the post as a script of wrk.
func (p post) script() string {
	var s strings.Builder
	fmt.Fprintf(&s, "wrk.method = \"POST\"\nwrk.body = %q\n", p.body)
	for name, value := range p.header {
		fmt.Fprintf(&s, "wrk.headers[%q] = %q\n", name, value)
	}
	if p.count > 0 {
		fmt.Fprintf(&s, countingScript, p.count)
	}
	return s.String()
}

// callOf returns a call of the site, with a session where cookie is set.
func callOf(name, cookie, encoding string) post {
	class, method, _ := strings.Cut(name, "/")
	p := post{
		path: endpoint, body: fmt.Sprintf(`{"api":{"class":%q,"method":%q},"data":{}}`, class, method),
		header: map[string]string{"Host": "localhost", "Content-Type": "application/json", "panel": "frontend", "Accept-Encoding": encoding, "User-Agent": "Mozilla/5.0"},
	}
	if cookie != "" {
		p.header["Cookie"] = cookie
	}
	return p
}

// measuredPost returns the measured call of a player.
func measuredPost(cookie string) post { return callOf(measuredCall, cookie, "identity") }

// send makes a call once.
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

// sendCached makes a call twice. It fails where the second answer's header does not say that it was cached.
func (p post) sendCached(address, header string) (answer http.Header, body []byte, err error) {
	if _, _, err = p.send(address); err == nil {
		answer, body, err = p.send(address)
	}
	if state := answer.Get(header); err == nil && state != "HIT" {
		err = fmt.Errorf("%s of %s is %q, not HIT", header, address, state)
	}
	return answer, body, err
}
