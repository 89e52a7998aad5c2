package staff

import (
	"context"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff/internal/eventstream"
)

// Change is a change of state that the server sends to consoles.
type Change struct {
	Name  string // ChangeMaintenance, purge, sessions or ChangeLogins
	Brand string // restricts the change to viewers of the brand, empty or Everywhere for all consoles
	Data  any    // the value to encode as JSON
}

// ChangeMaintenance reports maintenance. Consoles receive the states of all visible brands.
const ChangeMaintenance = "maintenance"

// ChangeLogins reports changed accounts or logins. It ends streams of ended logins.
const ChangeLogins = "logins"

const backlog = 32

// events streams changes until the console disconnects, the login ends or the console reads too
// slowly. A console that reconnects reads the complete state again.
func (s *server) events(c *gin.Context, v *visit) (any, error) {
	ctx, fallBehind := context.WithCancel(c.Request.Context())
	defer fallBehind()
	changes := make(chan Change, backlog)
	defer s.Watch(func(ch Change) {
		select {
		case changes <- ch:
		default:
			fallBehind()
		}
	})()
	heartbeats := time.NewTicker(eventstream.HeartbeatInterval)
	defer heartbeats.Stop()
	stream, err := eventstream.Start(c.Writer)
	for err == nil {
		select {
		case <-ctx.Done():
			return nil, nil
		case <-s.Stopped:
			return nil, nil
		case ch := <-changes:
			if ch.Name == ChangeLogins && !s.mayListen(c, v) {
				return nil, nil
			}
			if ch, ok := s.visibleChange(v, ch); ok {
				err = stream.Send(ch.Name, ch.Data)
			}
		case <-heartbeats.C:
			if !s.mayListen(c, v) {
				return nil, nil
			}
			err = stream.Heartbeat()
		}
	}
	return nil, nil // the client no longer reads
}

func (s *server) visibleChange(v *visit, ch Change) (_ Change, ok bool) {
	switch {
	case ch.Name == ChangeLogins:
		return Change{Name: "accounts", Data: struct{}{}}, v.may(Everywhere, Admin)
	case ch.Brand != "" && ch.Brand != Everywhere && !v.may(ch.Brand, Viewer):
		return ch, false
	case ch.Name == ChangeMaintenance:
		ch.Data = s.Maintenance.Statuses(s.visibleBrands(v, Viewer))
	}
	return ch, true
}

// mayListen reloads the account and reports whether it may still read the stream.
func (s *server) mayListen(c *gin.Context, v *visit) bool {
	return s.authenticate(c, v) == nil && !s.mustSetUp(v) && v.account.Roles.somewhere(Viewer)
}
