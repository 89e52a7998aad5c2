package world

import (
	"testing"
	"time"
)

func TestDepositStartsKYCAndWithdrawalWaitsForIt(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "yeni")
	slow, out := in(t, 11), out(t, 61)
	asPlayer(t, w, k, func(p *Player) {
		if _, err := p.Deposit(PaymentRequest{Method: slow, Amount: 100_000}); err != nil || p.KYC != kycNone {
			t.Fatalf("waiting deposit: %v, KYC %s", err, p.KYC)
		}
	})
	w.Advance(time.Hour)
	var paid *Transaction
	asPlayer(t, w, k, func(p *Player) {
		if p.KYC != kycPending {
			t.Errorf("approved deposit: KYC %s", p.KYC)
		}
		var err error
		if paid, err = p.Withdraw(PaymentRequest{Method: out, Amount: 60_000}); err != nil {
			t.Fatal(err)
		}
	})
	w.Advance(kycDuration - 2*time.Hour)
	asPlayer(t, w, k, func(p *Player) {
		if p.KYC != kycPending || paid.Status != StatusWaiting {
			t.Errorf("during the check: KYC %s, withdrawal %d", p.KYC, paid.Status)
		}
	})
	w.Advance(2 * time.Hour)
	asPlayer(t, w, k, func(p *Player) {
		if p.KYC != kycVerified || paid.Status != StatusApproved || p.Balance != 40_000 {
			t.Errorf("after the check: KYC %s, withdrawal %d, balance %s", p.KYC, paid.Status, p.Balance)
		}
	})
	mailed := 0
	for _, m := range w.Mails("yeni@ornek.test") {
		if m.Link == withdrawPath {
			mailed++
		}
	}
	if mailed != 1 {
		t.Errorf("mailed %d times", mailed)
	}
}

func TestWithdrawalWithoutKYCIsRefused(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "yeni")
	asPlayer(t, w, k, func(p *Player) {
		refused := PaymentRequest{Method: in(t, 11), Amount: 100_013}
		if _, err := p.Deposit(refused); err != nil {
			t.Fatal(err)
		}
		p.post(TxCorrection, subFix, 50_000, "", "")
		if _, err := p.Withdraw(PaymentRequest{Method: out(t, 61), Amount: 50_000}); err != nil {
			t.Fatal(err)
		}
	})
	w.Advance(kycDuration + time.Hour)
	asPlayer(t, w, k, func(p *Player) {
		if last := p.Transactions[len(p.Transactions)-1]; p.KYC != kycNone || last.Status != StatusRefused || p.Balance != 50_000 {
			t.Errorf("KYC %s, withdrawal %d, balance %s", p.KYC, last.Status, p.Balance)
		}
	})
}
