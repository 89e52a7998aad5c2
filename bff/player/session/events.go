package session

import (
	"context"
	"encoding/json"

	"croupier/bff"
)

// publishEnded announces an ended session. Delivery is best effort: revocations are read on
// every request.
func (m *Manager) publishEnded(ctx context.Context, ended bff.SessionsEnded) {
	if m.bus == nil {
		return
	}
	payload, err := json.Marshal(ended)
	if err == nil {
		err = m.bus.Publish(ctx, bff.TopicSessions, payload)
	}
	if err != nil {
		m.log.WarnContext(ctx, "publish ended session: failed", "brand", ended.Brand, "cause", err.Error())
	}
}

// onSessionsEnded drops memoized tokens of sessions that were ended on any instance.
func (m *Manager) onSessionsEnded(payload []byte) {
	var ended bff.SessionsEnded
	if err := json.Unmarshal(payload, &ended); err != nil {
		m.log.Warn("decode ended session: failed", "cause", err.Error())
		return
	}
	matches := func(s bff.Session) bool {
		if ended.Session != "" {
			return s.Brand == ended.Brand && loginID(s.ID) == loginID(ended.Session)
		}
		return s.Brand == ended.Brand && s.Identity.Player() == ended.Player
	}
	m.opened.Delete(func(_ string, o openedToken) bool { return matches(o.session) })
	m.issued.Delete(func(s bff.Session, _ string) bool { return matches(s) })
}
