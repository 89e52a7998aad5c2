package staff

import (
	"errors"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

type inboxItem struct {
	Kind   string    `json:"kind"`
	Brand  string    `json:"brand,omitempty"`
	ID     string    `json:"id"`
	At     time.Time `json:"at,omitzero"`
	By     string    `json:"by,omitempty"`
	From   time.Time `json:"from,omitzero"`
	Part   bff.Part  `json:"part,omitempty"`
	Detail string    `json:"detail,omitempty"`
}

// Limits of the inbox: the number of payments and the age of deviations.
const maxInboxPayments, recentDrift = 200, 24 * time.Hour

func (s *server) inbox(c *gin.Context, v *visit) (any, error) {
	out := []inboxItem{}
	unknown, err := s.Payments.ListUnknown(c, nil, maxInboxPayments, func(r *bff.IdempotencyRecord) bool {
		return r.State == bff.IdempotencyUnknown && v.may(r.Key.Brand, Support)
	})
	keys, keyErr := s.Sessions.Keys(c, s.Brands())
	if err := errors.Join(err, keyErr); err != nil {
		return nil, err
	}
	for _, r := range unknown {
		one := inboxItem{
			Kind: "payment", Brand: r.Key.Brand, ID: r.Key.Key, At: r.At, Part: r.Part, Detail: s.viewPayment(r).Amount,
		}
		if p := r.Settlement; p != nil {
			one.Kind, one.At, one.By = "settlement", p.ProposedAt, p.ProposedBy
		}
		out = append(out, one)
	}
	for _, b := range s.visibleBrands(v, Support) {
		proposals, err := s.Protection.Proposals(c, b)
		matches, matchErr := s.Protection.Matches(c, b)
		if err := errors.Join(err, matchErr); err != nil {
			return nil, err
		}
		tester := v.partition(b).Qualify("")
		for _, p := range proposals {
			if uid, ok := strings.CutPrefix(p.Player, tester); ok {
				out = append(out, inboxItem{
					Kind: "loosening", Brand: b.ID, ID: uid, At: p.At.UTC(), By: p.By,
					From: p.From.UTC(), Detail: p.Subject,
				})
			}
		}
		for _, m := range matches {
			if uid, ok := strings.CutPrefix(m.Player, tester); ok {
				out = append(out, inboxItem{Kind: "match", Brand: b.ID, ID: uid, At: m.At})
			}
		}
	}
	for _, b := range s.visibleBrands(v, Viewer) {
		for _, name := range upstreamNames(b) {
			if o := s.Breakers.Of(b.ID, name); o != bff.OverrideAuto {
				out = append(out, inboxItem{Kind: "breaker", Brand: b.ID, ID: name, Detail: string(o)})
			}
		}
		for _, d := range s.Maintenance.Status(b.ID).Detected {
			out = append(out, inboxItem{Kind: "maintenance", Brand: b.ID, ID: d.Part, At: d.Since})
		}
	}
	for _, d := range s.visibleDrift(v) {
		if s.Clock().Sub(d.Last) < recentDrift {
			out = append(out, inboxItem{Kind: "drift", Brand: d.Brand, ID: d.Upstream, At: d.Last, Detail: d.Call})
		}
	}
	for _, k := range keys {
		if v.may(Everywhere, Viewer) && k.Sessions == 0 && !k.RetireAfter.IsZero() && !s.Clock().Before(k.RetireAfter) {
			out = append(out, inboxItem{Kind: "key", ID: k.Kid, At: k.RetireAfter})
		}
	}
	return out, nil
}
