package platform

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// Fault is a failure of the platform. The zero Fault is not a failure.
type Fault struct {
	About string `json:"about"` // for readers of a table

	// At is the moment of the failure:
	//   listener: the platform accepts no connection (connection refused)
	//   connection: a request has arrived, but the platform does not read it
	//   request: the platform has read the request, but does not execute it
	//   answer: the platform has executed the request
	At string `json:"at"`

	// Do is the behaviour at that moment:
	//   hang: do nothing until the client disconnects
	//   reset: reset the connection (RST)
	//   close: close the connection (FIN)
	//   answer: send a response with the fields below (default)
	//   half: send a part of the response and close the connection
	//   half hang: send a part of the response and hang
	//   drip: send the response byte by byte, each after Pause
	//   twice: send the whole response two times
	Do string `json:"do"`

	// These fields change the platform's normal response. Body and Raw may contain ${answer} for
	// the normal body, ${length} for its length, ${call} for the name of the call and ${filler} for
	// 100 kB of header lines.
	Status  int               `json:"status"`
	Type    string            `json:"type"` // Content-Type
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
	Raw     string            `json:"raw"`    // the bytes of the whole response
	Pad     int               `json:"pad"`    // spaces after Body: a large response
	Gzip    bool              `json:"gzip"`   // compresses Body and Pad: a gzip bomb
	Length  int               `json:"length"` // added to Content-Length, which then is wrong
	Pause   string            `json:"pause"`  // a duration between the bytes of a drip

	Calls []string `json:"calls"` // faulty calls, default: all
	Times int      `json:"times"` // only the first Times requests fail, 0: all
	Every int      `json:"every"` // only the first of Every requests fails, 0: all
}

func (f *Fault) pause() time.Duration {
	if d, err := time.ParseDuration(f.Pause); err == nil {
		return d
	}
	return 100 * time.Millisecond
}

func (f *Fault) concerns(call string) bool {
	if len(f.Calls) == 0 {
		return call != "maintenance/check_status" // the server's own polls
	}
	return slices.Contains(f.Calls, call)
}

// Validate returns an error for unknown words.
func (f *Fault) Validate() error {
	switch f.At {
	case "listener", "connection", "request", "answer":
	default:
		return fmt.Errorf("fault: at %q: unknown", f.At)
	}
	switch f.Do {
	case "", "answer", "half", "half hang", "drip", "twice":
		if f.At == "connection" || f.At == "listener" && f.Do != "" {
			return fmt.Errorf("fault: do %q: impossible at %s", f.Do, f.At)
		}
	case "hang", "reset", "close":
	default:
		return fmt.Errorf("fault: do %q: unknown", f.Do)
	}
	if f.Pause != "" {
		if _, err := time.ParseDuration(f.Pause); err != nil {
			return fmt.Errorf("fault: pause: %w", err)
		}
	}
	return nil
}

// ReadFaults reads a file of named faults.
func ReadFaults(file string) (map[string]Fault, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.DisallowUnknownFields()
	var out map[string]Fault
	if err := dec.Decode(&out); err != nil {
		return nil, fmt.Errorf("could not read faults %s: %w", file, err)
	}
	for name, f := range out {
		if err := f.Validate(); err != nil {
			return nil, fmt.Errorf("could not read faults %s: %s: %w", file, name, err)
		}
	}
	return out, nil
}

// answer writes the response with the given body and the fault f. It reports whether the connection
// is reusable.
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

var filler = strings.Repeat("X-Filler: "+strings.Repeat("x", 990)+"\r\n", 100)

func write(c net.Conn, b []byte) bool {
	_, err := c.Write(b)
	return err == nil
}

func response(f *Fault, r *request, body []byte) []byte {
	fill := strings.NewReplacer("${answer}", string(body), "${call}", r.call(), "${length}", fmt.Sprint(len(body)),
		"${filler}", filler)
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

// paddings contains compressed spaces by their number, because compressing takes long.
var paddings sync.Map

// padding returns n spaces as a separate gzip member.
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
