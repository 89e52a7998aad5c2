package staff

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/text/unicode/norm"

	"croupier/bff"
	"croupier/bff/player/protection"
)

const (
	csvType = "text/csv; charset=utf-8"
	// byteOrderMark marks a CSV file as UTF-8 for spreadsheets.
	byteOrderMark   = "\ufeff"
	downloadBuffer  = 64 << 10
	downloadTimeout = 30 * time.Second // the time for a client to read a part
)

// download streams the output of write as a file with the current time in its name. If write fails
// after the first byte, download closes the connection because the file is incomplete.
func (s *server) download(c *gin.Context, name, mediaType, suffix string, write func(io.Writer) error) (any, error) {
	h := c.Writer.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition",
		`attachment; filename="`+name+"-"+s.Clock().UTC().Format("20060102T150405Z")+suffix+`"`)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	out := bufio.NewWriterSize(partWriter{c.Writer, http.NewResponseController(c.Writer)}, downloadBuffer)
	err := write(out)
	if err != nil && !c.Writer.Written() {
		h.Del("Content-Type")
		h.Del("Content-Disposition")
		return nil, err
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		s.Log.WarnContext(c, "could not complete a download, closing the connection", "file", name, "error", err)
		panic(http.ErrAbortHandler)
	}
	c.Writer.WriteHeaderNow() // needed for an empty file
	return nil, nil
}

// partWriter gives the client time to read each part.
type partWriter struct {
	io.Writer
	control *http.ResponseController
}

func (w partWriter) Write(part []byte) (int, error) {
	_ = w.control.SetWriteDeadline(time.Now().Add(downloadTimeout)) // ignores a ResponseWriter without deadlines
	return w.Writer.Write(part)
}

// newCSVWriter starts a CSV file, with semicolons if the reader's language needs them.
func newCSVWriter(c *gin.Context, w io.Writer, header ...string) *csv.Writer {
	_, _ = io.WriteString(w, byteOrderMark)
	out := csv.NewWriter(w)
	out.UseCRLF = true
	switch acceptedLanguages(c.GetHeader("Accept-Language"))[0] {
	case "tr", "de", "ru":
		out.Comma = ';'
	}
	_ = out.Write(header)
	return out
}

// formula matches text that a spreadsheet would execute, even if it strips some characters.
var formula = regexp.MustCompile(`^(?:[\t\r\n]|[\p{C}\p{Z}\p{M}\x{115f}\x{1160}"']*[=+\-@\x{2212}])`)

// piece matches text that a spreadsheet may take for a cell, with commas or semicolons around.
var piece = regexp.MustCompile(`[^,;]+`)

// withoutFormulas puts an apostrophe before formulas, also with full-width signs.
func withoutFormulas(cells []string) []string {
	for i, cell := range cells {
		cells[i] = piece.ReplaceAllStringFunc(cell, func(text string) string {
			if formula.MatchString(norm.NFKC.String(text)) {
				return "'" + text
			}
			return text
		})
	}
	return cells
}

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
