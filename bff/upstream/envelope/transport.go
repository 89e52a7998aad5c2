package envelope

import (
	"net"
	"net/http"
	"time"
)

// NewTransport makes the transport that upstreams are spoken to with: sized for many
// calls to one host, no proxy from the environment, and a limit on every wait. The wait
// for an answer is bounded by each call's own deadline.
func NewTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: 2 * time.Second, KeepAlive: 15 * time.Second}
	return &http.Transport{
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    3 * time.Second,
		ResponseHeaderTimeout:  time.Minute,
		ExpectContinueTimeout:  time.Second,
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConns:           1024,
		MaxIdleConnsPerHost:    256,
		MaxResponseHeaderBytes: 64 << 10,
		WriteBufferSize:        16 << 10,
		ReadBufferSize:         32 << 10,
		ForceAttemptHTTP2:      true,
	}
}
