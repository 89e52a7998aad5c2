package gateway

import (
	"net/http"
	"testing"
	"time"
)

func TestServerSetsAllTimeouts(t *testing.T) {
	const longest = time.Minute
	s := NewServer(ServerOptions{Handler: http.NotFoundHandler(), LongestDeadline: longest}).http
	for name, d := range map[string]time.Duration{
		"ReadHeaderTimeout": s.ReadHeaderTimeout, "ReadTimeout": s.ReadTimeout, "IdleTimeout": s.IdleTimeout,
	} {
		if d <= 0 {
			t.Errorf("%s is not set", name)
		}
	}
	if s.WriteTimeout <= s.ReadTimeout+longest {
		t.Errorf("WriteTimeout %v would cut a call of %v whose body took its time", s.WriteTimeout, longest)
	}
	if s.MaxHeaderBytes <= 0 || s.ErrorLog == nil {
		t.Error("MaxHeaderBytes or ErrorLog is not set")
	}
}
