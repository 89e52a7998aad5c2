package staff

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/player/protection"
)

var limitsCSVHeader = []string{"player", "at", "who", "account", "change", "kind", "period", "value", "unit", "until"}

// limitsCSV returns the changed limits of a brand's players in a period, for the regulator.
func (s *server) limitsCSV(c *gin.Context, v *visit) (any, error) {
	id := c.Query("brand")
	b := s.brand(id)
	period, err := auditQuery(c)
	switch {
	case id == "":
		return nil, fault("brand", "required")
	case b == nil:
		return nil, fault("brand", "other")
	case !v.may(id, Admin):
		return nil, ReasonForbidden
	case err != nil:
		return nil, err
	case !period.until.IsZero() && !period.until.After(period.from):
		return nil, fault("until", "other")
	}
	var changes []bff.LimitChange
	requested := map[string]string{"from": c.Query("from"), "until": c.Query("until")}
	d := Action{Action: "limits exported", Brand: b.ID, Subject: b.ID, Requested: requested}
	_, err = s.audited(c, v, d, func(ctx context.Context) (_ any, err error) {
		changes, err = s.Protection.History(ctx, b.ID, period.from, period.until)
		return requested, err
	})
	if err != nil {
		return nil, err
	}
	tester := v.partition(b).Qualify("") // empty for the changes of all players
	return s.download(c, "limits-"+b.ID, csvType, ".csv", func(w io.Writer) error {
		out := newCSVWriter(c, w, limitsCSVHeader...)
		for i := range changes {
			if !strings.HasPrefix(changes[i].Player, tester) {
				continue
			}
			cells := limitCells(b, &changes[i])
			if out.Comma == ';' {
				cells[7] = strings.Replace(cells[7], ".", ",", 1)
			}
			if err := out.Write(cells); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	})
}

const forever = "for ever"

func limitCells(b *bff.Brand, c *bff.LimitChange) []string {
	cells := []string{c.Player, c.At.UTC().Format(time.RFC3339), "player", c.By, c.Name, "", "", "", "", ""}
	if c.By != "" {
		cells[2] = "staff"
	}
	switch {
	case c.ID != nil:
		cells[5], cells[6] = c.ID.Kind, c.ID.Period
		if c.Value > 0 {
			cells[7], cells[8] = fmt.Sprint(protection.InUnit(c.ID.Kind, c.Value)), b.Currency
		}
		if c.Value > 0 && c.ID.Kind == bff.LimitSessionTime {
			cells[8] = "minutes"
		}
	case c.Value > 0: // of a reality check
		cells[7], cells[8] = strconv.FormatInt(c.Value, 10), "minutes"
	case !c.Until.IsZero():
		cells[9] = c.Until.UTC().Format(time.RFC3339)
	case c.Name == "exclusion":
		cells[9] = forever
	}
	return withoutFormulas(cells)
}
