package platform

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
)

type request struct {
	API  struct{ Class, Method string } `json:"api"`
	Data map[string]any                 `json:"data"`
	User *struct {
		UID string `json:"uid"`
		SID string `json:"sid"`
	} `json:"user"`

	header http.Header
}

func (r *request) call() string { return r.API.Class + "/" + r.API.Method }

func (p *Platform) serve(c net.Conn) {
	in := bufio.NewReader(c)
	unread := make([]byte, 16<<10)
	for {
		call, ok := peek(c, unread)
		if !ok {
			return
		}
		if f := p.next("connection", call); f != nil {
			p.log.receive(call)
			p.dropUnread(c, f.Do)
			return
		}
		r, ok := read(in)
		if !ok {
			return
		}
		p.log.receive(r.call())
		f := p.next("", r.call())
		if f != nil && f.At == "request" && f.drops() {
			drop(c, f.Do)
			return
		}
		var body []byte
		if f == nil || f.At == "answer" {
			body = p.execute(r)
		}
		if f != nil && f.drops() {
			drop(c, f.Do)
			return
		}
		if !p.answer(c, f, r, body) {
			return
		}
	}
}

func (f *Fault) drops() bool { return f.Do == "hang" || f.Do == "reset" || f.Do == "close" }

// drop ends a connection without a response. The caller closes it.
func drop(c net.Conn, do string) {
	switch do {
	case "hang":
		_, _ = io.Copy(io.Discard, c) // until the client gives up, or the platform is closed
	case "reset":
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
	}
}

// dropUnread is drop for a connection with a request that stays unread in the kernel. Closing it
// resets it.
func (p *Platform) dropUnread(c net.Conn, do string) {
	if do == "hang" {
		<-p.done
		return
	}
	drop(c, do)
}

// peek returns the call of the next request without reading it, using the buffer b. The call of an
// incomplete request is Unread. peek reports false when the connection ends.
func peek(c net.Conn, b []byte) (call string, ok bool) {
	tcp, isTCP := c.(*net.TCPConn)
	if !isTCP {
		return "", false
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return "", false
	}
	n := 0
	err = raw.Read(func(fd uintptr) bool {
		n, _, err = syscall.Recvfrom(int(fd), b, syscall.MSG_PEEK)
		return !errors.Is(err, syscall.EAGAIN)
	})
	if err != nil || n <= 0 {
		return "", false
	}
	r, ok := read(bufio.NewReader(bytes.NewReader(b[:n])))
	if !ok {
		return Unread, true
	}
	return r.call(), true
}

// read reads one request. It reports false for anything that is not a call.
func read(in *bufio.Reader) (*request, bool) {
	req, err := http.ReadRequest(in)
	if err != nil {
		return nil, false
	}
	raw, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, false
	}
	r := &request{header: req.Header}
	return r, json.Unmarshal(raw, r) == nil
}
