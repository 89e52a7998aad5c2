package platform

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// answer writes the response with the given body, spoiled by f. It reports whether the connection
// can be used again.
func (p *Platform) answer(c net.Conn, f *Fault, r *request, body []byte) bool {
	if f == nil {
		return write(c, response(&Fault{}, r, body))
	}
	raw := response(f, r, body)
	switch f.Do {
	case "half":
		write(c, raw[:len(raw)-len(raw)/4]) // within the body, which is longer than the header
		return false
	case "half hang":
		write(c, raw[:len(raw)-len(raw)/4])
		drop(c, "hang")
		return false
	case "drip":
		for i := range raw {
			if !write(c, raw[i:i+1]) {
				return false
			}
			time.Sleep(f.pause()) // the pace is the fault
		}
		return true
	case "twice":
		return write(c, append(slices.Clone(raw), raw...))
	}
	return write(c, raw) && f.Raw == "" && f.Length == 0
}

// filler is 100 kB of header lines.
var filler = strings.Repeat("X-Filler: "+strings.Repeat("x", 990)+"\r\n", 100)

func write(c net.Conn, b []byte) bool {
	_, err := c.Write(b)
	return err == nil
}

// response returns the bytes of a response.
func response(f *Fault, r *request, body []byte) []byte {
	fill := strings.NewReplacer("${answer}", string(body), "${call}", r.call(), "${length}", fmt.Sprint(len(body)), "${filler}", filler)
	if f.Raw != "" {
		return []byte(fill.Replace(f.Raw))
	}
	status, contentType := http.StatusOK, "application/json"
	if f.Status != 0 {
		status = f.Status
	}
	if f.Type != "" {
		contentType = f.Type
	}
	if f.Body != "" || body == nil {
		body = []byte(fill.Replace(f.Body))
	}
	if f.Gzip {
		body = append(compressed(body), padding(f.Pad)...)
	} else {
		body = append(body, bytes.Repeat([]byte(" "), f.Pad)...)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
	if contentType != "none" {
		fmt.Fprintf(&b, "Content-Type: %s\r\n", contentType)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Headers)) {
		fmt.Fprintf(&b, "%s: %s\r\n", name, f.Headers[name])
	}
	if f.Gzip {
		fmt.Fprint(&b, "Content-Encoding: gzip\r\n")
	}
	if status != http.StatusNoContent && status != http.StatusNotModified {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body)+f.Length)
	} else {
		body = nil
	}
	fmt.Fprint(&b, "\r\n")
	b.Write(body)
	return b.Bytes()
}

// paddings are compressed spaces by their number, as a bomb takes longer to make than to send.
var paddings sync.Map

// padding returns n spaces as a gzip member of its own.
func padding(n int) []byte {
	if made, ok := paddings.Load(n); ok {
		return made.([]byte) //nolint:forcetypeassert // only slices are stored
	}
	made := compressed(bytes.Repeat([]byte(" "), n))
	paddings.Store(n, made)
	return made
}

func compressed(body []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(body) // a buffer does not fail
	_ = z.Close()
	return b.Bytes()
}
