package admin

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// StreamHandler serves POST requests whose response is what do writes, without a limit of size and
// time. It refuses what Handler refuses. An error of do breaks the connection, so that the client
// never takes a part for the whole.
func StreamHandler(token string, do func(context.Context, io.Writer) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !authorized(r, token) {
			reply(w, http.StatusForbidden, failure{Error: refusal})
			return
		}
		_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // a writer without deadlines has none
		out := &streamWriter{w: w}
		err := do(r.Context(), out)
		switch {
		case err != nil && !out.written:
			reply(w, http.StatusUnprocessableEntity, failure{Error: err.Error()})
		case err != nil:
			panic(http.ErrAbortHandler)
		}
	})
}

// streamWriter notices the first write.
type streamWriter struct {
	w       io.Writer
	written bool
}

// Write writes a part of the response.
func (s *streamWriter) Write(p []byte) (int, error) {
	s.written = true
	return s.w.Write(p)
}

// Stream sends a request to path and writes the response to out. It fails as Call does, and with
// io.ErrUnexpectedEOF where the server could not complete the response.
func (e Endpoint) Stream(ctx context.Context, path string, out io.Writer) error {
	response, err := e.send(ctx, path, http.NoBody)
	if err != nil {
		return err
	}
	defer response.Body.Close() //nolint:errcheck // read to its end below
	if _, err := io.Copy(out, response.Body); err != nil {
		return fmt.Errorf("admin request: %w", err)
	}
	return nil
}
