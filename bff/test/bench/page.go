package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"sync/atomic"

	"croupier/bff/test/e2e"
)

// The load of the row page: visits of the lobby by guests, with each encoding.
const (
	pageRate   = 1000
	pageWarm   = 1000
	pageVisits = 3000
)

// page measures the CPU time of the server for the page of the lobby, whose platform is the built-in mock: what is
// painted, the inlined answers and the compression, without the files that the page loads.
func (b *bench) page() error {
	process, err := e2e.Start(b.binary, nil, "serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0",
		"--data-dir", filepath.Join(b.dir, "page"))
	if err != nil {
		return err
	}
	s := &server{Process: process}
	defer b.stop(s)
	for _, encoding := range []string{"gzip", "identity"} {
		request := "GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: " + encoding + "\r\n\r\n"
		var failed atomic.Int64
		l := newLoadOf(s.Address, request, func(a answer) {
			if a.status != http.StatusOK {
				failed.Add(1)
			}
		})
		l.run(pageRate, pageWarm)
		before := s.cpu()
		l.run(pageRate, pageVisits)
		l.wait()
		if n := failed.Load(); n > 0 {
			return fmt.Errorf("%d pages failed", n)
		}
		b.add("page", "CPU of GET / with "+encoding+", ms", "<= 0.5", (s.cpu()-before).Seconds()*1e3/pageVisits)
	}
	return nil
}
