package world

// Register opens an account that waits for its mailed confirmation, and gives the
// registration's number. It fails with ErrUsername, ErrEmail or, in a full world, ErrFull.
func (w *World) Register(profile Profile, password string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.byUsername[Fold(profile.Username)] != nil {
		return "", ErrUsername
	}
	if w.byEmail(profile.Email) != nil {
		return "", ErrEmail
	}
	if len(w.order) >= maxPlayers {
		return "", ErrFull
	}
	p := w.join(profile, password)
	p.offer(w.now(), w.nextID)
	token := w.issue(p.UID, purposeConfirm)
	w.send(p.Email, "Kaydınızı onaylayın", "Hesabınızı açmak için: /register-account-confirm?token="+token, token)
	return "K" + p.UID, nil
}

// Confirm spends the token of a registration and lets its player in.
func (w *World) Confirm(token string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, err := w.redeem(token, purposeConfirm)
	if err != nil {
		return err
	}
	p.Active = true
	return nil
}

// Forgot mails the way back in; nothing tells whether the address is known.
func (w *World) Forgot(email string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.byEmail(email)
	if p == nil {
		return
	}
	token := w.issue(p.UID, purposeReset)
	w.send(p.Email, "Şifrenizi yenileyin", "Yeni şifre belirlemek için: /account_reset?token="+token, token)
}

// ResetPassword spends a mailed token and ends every session of its player.
func (w *World) ResetPassword(token, password string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, err := w.redeem(token, purposeReset)
	if err != nil {
		return err
	}
	p.password = hash(p.UID, password)
	p.EndOtherSessions("")
	return nil
}

// ChangePassword sets a new password by the old one and ends the player's other sessions.
// It fails with ErrPassword where the old one is wrong.
func (p *Player) ChangePassword(old, to, sid string) error {
	if !p.knows(old) {
		return ErrPassword
	}
	p.password = hash(p.UID, to)
	p.EndOtherSessions(sid)
	return nil
}

func (w *World) byEmail(email string) *Player {
	for _, p := range w.order {
		if Fold(p.Email) == Fold(email) {
			return p
		}
	}
	return nil
}
