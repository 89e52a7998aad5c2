package session

import (
	"context"
	"encoding/json"

	"croupier/bff"
)

// tell publishes an end. The bus is a shortcut: the mark is made, and is asked for every
// time a session is opened.
func (m *Manager) tell(ctx context.Context, ended bff.SessionsEnded) {
	if m.bus == nil {
		return
	}
	payload, err := json.Marshal(ended)
	if err == nil {
		err = m.bus.Publish(ctx, bff.TopicSessions, payload)
	}
	if err != nil {
		m.log.WarnContext(ctx, "other instances were not told of an ended session", "brand", ended.Brand, "cause", err.Error())
	}
}

// hear forgets the opened tokens of sessions that were ended, here or on another instance.
func (m *Manager) hear(payload []byte) {
	var ended bff.SessionsEnded
	if err := json.Unmarshal(payload, &ended); err != nil {
		m.log.Warn("unreadable word of an ended session", "cause", err.Error())
		return
	}
	gone := func(s bff.Session) bool {
		if ended.Session != "" {
			return s.Brand == ended.Brand && family(s.ID) == family(ended.Session)
		}
		return s.Brand == ended.Brand && s.Identity.Player() == ended.Player
	}
	m.opened.drop(func(_ string, s bff.Session) bool { return gone(s) })
	m.written.drop(func(s bff.Session, _ string) bool { return gone(s) })
}
