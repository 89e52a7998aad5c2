package staff

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// limitsCSVHeader are the columns of the export of limits.
var limitsCSVHeader = []string{"player", "at", "who", "account", "change", "kind", "period", "value", "unit", "until"}

// exportBatch is the number of lines that are written before the deadline of the connection is renewed.
const exportBatch = 1000

// limitsCSV replies with the changes of limits, breaks and exclusions of a brand's players in a period, for the
// regulator.
func (s *server) limitsCSV(c *gin.Context, v *visit) error {
	id := c.Query("brand")
	b := s.brand(id)
	switch {
	case id == "":
		return fault("brand", "required")
	case b == nil:
		return fault("brand", "other")
	}
	if err := v.require(id, Admin); err != nil {
		return err
	}
	period, err := auditQuery(c)
	switch {
	case err != nil:
		return err
	case !period.until.IsZero() && !period.until.After(period.from):
		return fault("until", "other")
	}
	from, until := c.Query("from"), c.Query("until")
	var changes []bff.LimitChange
	d := Action{Action: "limits exported", Brand: b.ID, Subject: b.ID, Requested: map[string]string{"from": from, "until": until}}
	err = s.audited(c, v, d, func(ctx context.Context) (_ any, err error) {
		changes, err = s.Protection.History(ctx, b.ID, period.from, period.until)
		return d.Requested, err
	})
	if err != nil {
		return err
	}
	s.beginDownload(c, "limits-"+b.ID, "text/csv; charset=utf-8", ".csv")
	if err := writeLimits(c, v, b, changes); err != nil {
		s.Log.WarnContext(c, "export limits: failed", "error", err)
		panic(http.ErrAbortHandler) // so that an incomplete file is not taken for a whole one
	}
	return nil
}

// writeLimits writes the lines of those changes that a console may see.
func writeLimits(c *gin.Context, v *visit, b *bff.Brand, changes []bff.LimitChange) error {
	control := http.NewResponseController(c.Writer)
	if _, err := c.Writer.WriteString(byteOrderMark); err != nil {
		return err
	}
	out := newCSVWriter(c, c.Writer)
	_ = out.Write(limitsCSVHeader) // Error reports it below
	for i := range changes {
		if i%exportBatch == 0 {
			_ = control.SetWriteDeadline(time.Now().Add(exportWriteTimeout)) // not supported by every ResponseWriter
		}
		if !visiblePlayer(v, b, changes[i].Player) {
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
}

// visiblePlayer reports whether v may see a player: a request from a mock world sees only that world, others see
// every world.
func visiblePlayer(v *visit, b *bff.Brand, player string) bool {
	return v.scope.World == "" || !b.Upstream.Control || strings.HasPrefix(player, v.scope.World+"/")
}

// forever is the cell of the end of an exclusion without one.
const forever = "for ever"

// limitCells returns the cells of a change.
func limitCells(b *bff.Brand, c *bff.LimitChange) []string {
	cells := []string{c.Player, c.At.UTC().Format(time.RFC3339), "player", c.By, c.Name, "", "", "", "", ""}
	if c.By != "" {
		cells[2] = "staff"
	}
	switch {
	case c.ID != nil:
		cells[5], cells[6] = c.ID.Kind, c.ID.Period
		if c.Value > 0 {
			cells[7], cells[8] = string(inUnit(c.ID.Kind, c.Value)), b.Currency
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
