package staff

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// Change is one change of state that consoles hear of.
type Change struct {
	Name string // maintenance, purge, sessions or ChangeLogins
	Data any    // ready for JSON
}

// ChangeLogins is an end of logins of staff. Consoles do not hear of it: those that it
// visibleTo end.
const ChangeLogins = "logins"

const (
	beatEvery = 15 * time.Second
	patience  = 10 * time.Second // for a console that does not read
	backlog   = 32               // changes that one may be behind
)

// events streams changes until the console leaves, its login ends or it falls behind: it
// connects anew then, and reads everything.
func (s *server) events(c *gin.Context, v *visit) error {
	changes := make(chan Change, backlog)
	behind := make(chan struct{}, 1)
	defer s.Watch(func(ch Change) {
		select {
		case changes <- ch:
		default:
			select {
			case behind <- struct{}{}:
			default:
			}
		}
	})()
	control := http.NewResponseController(c.Writer)
	// The server's time for reading the request and writing the answer is not for streams.
	_ = control.SetReadDeadline(time.Time{})
	write := func(text string) error {
		if err := control.SetWriteDeadline(time.Now().Add(patience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		if _, err := c.Writer.WriteString(text); err != nil {
			return err
		}
		return control.Flush()
	}
	c.Header("Content-Type", "text/event-stream")
	c.Header("Cache-Control", "no-store")
	c.Header("X-Accel-Buffering", "no")
	c.Status(http.StatusOK)
	beats := time.NewTicker(beatEvery)
	defer beats.Stop()
	err := write("retry: 2000\n\n")
	for err == nil {
		select {
		case <-c.Request.Context().Done():
			return nil
		case <-s.Stopped:
			return nil
		case <-behind:
			return nil
		case ch := <-changes:
			if ch.Name == ChangeLogins {
				if s.authenticate(c, v) != nil {
					return nil
				}
				continue
			}
			var raw []byte
			if raw, err = json.Marshal(ch.Data); err == nil {
				err = write(fmt.Sprintf("event: %s\ndata: %s\n\n", ch.Name, raw))
			}
		case <-beats.C:
			if s.authenticate(c, v) != nil {
				return nil
			}
			err = write(": \n\n")
		}
	}
	return nil // whoever no longer reads needs no answer
}
