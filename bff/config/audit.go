package config

import (
	"bytes"
	"maps"
	"net/url"
	"slices"

	"golang.org/x/net/http/httpguts"
)

// Audit configures the systems that receive the audit log.
type Audit struct {
	Sinks map[string]AuditSink `json:"sinks"`
}

// AuditSink is a system that receives the audit log, with one of the two addresses.
type AuditSink struct {
	OTLP              string `json:"otlp"`  // receives logs
	HTTPS             string `json:"https"` // receives CloudEvents
	AuthorizationFile string `json:"authorization_file"`

	Authorization Secret `json:"-"` // the content of AuthorizationFile, a value of the header
}

// check reads the files of sinks and reports the faults that the schema cannot express.
func (a *Audit) check(c *checker, files *recorder, dir string) {
	for _, name := range slices.Sorted(maps.Keys(a.Sinks)) {
		s, path := a.Sinks[name], []string{"audit", "sinks", name}
		at, err := url.Parse(s.OTLP + s.HTTPS)
		switch {
		case (s.OTLP == "") == (s.HTTPS == ""):
			c.report("must have one address", "otlp or https", path...)
		case err == nil && at.Scheme == "http" && !isLoopback(at.Hostname()):
			c.report("requires https, because the address is not a loopback address", "https", path...)
		}
		path = append(path, "authorization_file")
		raw := c.readFile(files, dir, s.AuthorizationFile, path...)
		s.Authorization = bytes.TrimSpace(raw)
		if !httpguts.ValidHeaderFieldValue(string(s.Authorization)) {
			c.report("the file must contain one line", "a value of the header Authorization", path...)
		}
		a.Sinks[name] = s
	}
}
