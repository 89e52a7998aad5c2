package staff

import (
	"context"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// Two accounts settle a payment with an unknown outcome. One proposes, the other approves.

// Lengths of the texts of a settlement in characters.
const (
	maxReference = 100
	maxNote      = 500
)

func (s *server) propose(c *gin.Context, v *visit) (any, error) {
	var outcome bff.SettledOutcome
	var reference, note string
	if err := decodeBody(c, map[string]any{"outcome": &outcome, "reference": &reference, "note": &note}); err != nil {
		return nil, err
	}
	reference, note = strings.TrimSpace(reference), strings.TrimSpace(note)
	switch err := checkText("reference", reference, maxReference); {
	case outcome != bff.SettledExecuted && outcome != bff.SettledRefused:
		return nil, fault("outcome", "other")
	case !isPlainText(reference):
		return nil, fault("reference", "pattern")
	case err != nil:
		return nil, err
	case utf8.RuneCountInString(note) > maxNote:
		return nil, fault("note", "max_length", "max", strconv.Itoa(maxNote))
	}
	proposal := &bff.Settlement{
		Outcome: outcome, Reference: reference, Note: note, ProposedBy: v.account.Name, ProposedAt: s.Clock().UTC(),
	}
	return s.settle(c, v, "settlement proposed", proposal, func(r bff.IdempotencyRecord) (*bff.Settlement, error) {
		if r.State != bff.IdempotencyUnknown || r.Settlement != nil {
			return nil, ReasonNotUnknown
		}
		return proposal, nil
	})
}

func isPlainText(text string) bool {
	return utf8.ValidString(text) && strings.IndexFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }) < 0
}

// approve approves another account's proposal. The request repeats it to detect a newer one.
func (s *server) approve(c *gin.Context, v *visit) (any, error) {
	var outcome bff.SettledOutcome
	var reference string
	if err := decodeBody(c, map[string]any{"outcome": &outcome, "reference": &reference}); err != nil {
		return nil, err
	}
	requested := map[string]string{"outcome": string(outcome), "reference": reference}
	return s.settle(c, v, "settlement approved", requested, func(r bff.IdempotencyRecord) (*bff.Settlement, error) {
		switch p := r.Settlement; {
		case r.State != bff.IdempotencyUnknown || p == nil:
			return nil, ReasonNotProposed
		case bff.MayBeSamePerson(p.ProposedBy, v.account.Name):
			return nil, ReasonSamePerson
		case p.Outcome != outcome || p.Reference != reference:
			return nil, ReasonModified
		}
		approved := *r.Settlement
		approved.ApprovedBy, approved.ApprovedAt = v.account.Name, s.Clock().UTC()
		return &approved, nil
	})
}

func (s *server) reject(c *gin.Context, v *visit) (any, error) {
	return s.settle(c, v, "settlement rejected", nil, func(r bff.IdempotencyRecord) (*bff.Settlement, error) {
		if r.State != bff.IdempotencyUnknown || r.Settlement == nil {
			return nil, ReasonNotProposed
		}
		return nil, nil //nolint:nilnil // none
	})
}

// settle changes a payment's settlement and notifies consoles and, if approved, the player.
func (s *server) settle(c *gin.Context, v *visit, action string, requested any,
	change func(bff.IdempotencyRecord) (*bff.Settlement, error),
) (any, error) {
	r, err := s.findPayment(c, v, c.Param("key"), c.Query("brand"))
	if err != nil {
		return nil, err
	}
	proposed := r.Settlement
	settled, err := change(*r)
	if err == nil && settled.Approved() {
		err = s.checkSecondPerson(c, v, proposed.ProposedBy, proposed.ProposedAt)
	}
	if err != nil { // the audit log does not record refused actions
		return nil, err
	}
	var after *bff.IdempotencyRecord
	d := Action{Action: action, Brand: r.Key.Brand, Subject: r.Key.Key, Requested: requested}
	if r.Settlement != nil {
		d.Before = r.Settlement
	}
	_, err = s.audited(c, v, d, func(ctx context.Context) (any, error) {
		after, err = s.Payments.Settle(ctx, r.Key, func(now bff.IdempotencyRecord) (*bff.Settlement, error) {
			if p := now.Settlement; p != nil && proposed != nil && !p.ProposedAt.Equal(proposed.ProposedAt) {
				return nil, ReasonModified // replaced after the check
			}
			return change(now)
		})
		if err != nil {
			return nil, err
		}
		return after.Settlement, nil
	})
	if err != nil {
		return nil, err
	}
	s.publishSettlement(c, after)
	return s.viewPayment(after), nil
}

// publishSettlement notifies consoles and, if the settlement is approved, the player's open pages.
func (s *server) publishSettlement(ctx context.Context, r *bff.IdempotencyRecord) {
	event := bff.PaymentSettled{Brand: r.Key.Brand}
	if r.Settlement.Approved() {
		event.Player, event.Key = r.Key.Player, r.Key.Key
		event.Outcome, event.Reference = r.Settlement.Outcome, r.Settlement.Reference
	}
	if err := bff.Publish(context.WithoutCancel(ctx), s.Bus, bff.TopicPayment, event); err != nil {
		s.Log.WarnContext(ctx, "could not notify consoles and the player of a settlement", "error", err)
	}
}
