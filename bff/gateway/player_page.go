package gateway

import (
	"context"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// playerReader returns the function that reads for the player of a page request.
func (g *gateway) playerReader(page *http.Request, viaProxy bool) bff.ReadPlayerCalls {
	return func(
		ctx context.Context, s *bff.Scope, timeout time.Duration, reads ...bff.PlayerRead,
	) map[bff.PlayerRead]*bff.Answer {
		ctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		answers := map[bff.PlayerRead]*bff.Answer{}
		done := make(chan func(), len(reads)) // a read may outlast the page
		for _, read := range reads {
			r := pageRead(ctx, page, s, read)
			r.info.viaProxy = viaProxy
			go func() {
				answer := g.readForPage(r)
				done <- func() { answers[read] = answer }
			}()
		}
		for range reads {
			select {
			case store := <-done:
				store()
			case <-ctx.Done():
				return answers
			}
		}
		return answers
	}
}

// pageRead returns a read as a call with the cookies and the address of the page request.
func pageRead(ctx context.Context, page *http.Request, s *bff.Scope, read bff.PlayerRead) *request {
	info := &requestInfo{scope: *s, origin: originSame, path: &pathCall{class: read.Class, method: read.Method}}
	info.scope.ReadPlayer = nil
	call := page.Clone(bff.WithScope(ctx, &info.scope))
	call.Method, call.ContentLength = http.MethodPost, int64(len(read.Data))
	call.Body = io.NopCloser(strings.NewReader(read.Data))
	call.Header["Content-Type"], call.Header[headerPanel] = valueJSON, []string{contract.PanelValue}
	call.Header.Del("Content-Encoding")
	return &request{http: call, info: info, scope: &info.scope, cache: bff.CacheBypass, forPage: true}
}

// readForPage makes a read through the stages of a call. It returns nil if the read failed or was
// refused. If the platform has renewed the player's identity, it returns nil too. The site then
// repeats the call, which sets the cookie.
func (g *gateway) readForPage(r *request) *bff.Answer {
	ctx := r.http.Context()
	defer func() {
		if p := recover(); p != nil { // in its own goroutine, which would end the process
			err := &panicError{value: p, stack: debug.Stack()}
			g.Log.ErrorContext(ctx, "a read for a page panicked, the page continues without it", "cause", err.Error())
		}
	}()
	if err := g.call(ctx, r); err != nil || !r.answer.Result || r.answer.Renewed != nil {
		return nil
	}
	return r.answer
}
