package world

import "time"

// identityCheck is how long a proof of identity is looked at. It is well below sessionIdle, so
// that whoever moves the clock over it is still logged in.
const identityCheck = 12 * time.Hour

// withdrawPath is the page of the site on which money is paid out (spec §2).
const withdrawPath = "/profile/withdraw"

// showIdentity begins the proof of identity: the first money that comes from a player does.
func (p *Player) showIdentity(at time.Time) {
	if p.KYC == kycNone {
		p.KYC, p.identified = kycPending, at.Add(identityCheck)
	}
}

// proveIdentity ends a proof of identity that is due, and mails that it went well.
func (p *Player) proveIdentity(now time.Time) {
	if p.KYC == kycPending && !p.identified.IsZero() && !now.Before(p.identified) {
		p.KYC = kycVerified
		p.mail("identity", withdrawPath, "")
	}
}

// payable is when a withdrawal asked for now can be begun: not before the proof of identity.
func (p *Player) payable(now time.Time) time.Time {
	if p.KYC == kycPending && p.identified.After(now) {
		return p.identified
	}
	return now
}
