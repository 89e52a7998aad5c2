package staff

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/text/unicode/norm"
)

// exportWriteTimeout is how long a client may take to read a batch of an export.
const exportWriteTimeout = 30 * time.Second

// auditCSV replies with the selected entries of the audit log as CSV (RFC 4180).
func (s *server) auditCSV(c *gin.Context, v *visit) error {
	return s.exportAudit(c, v, "text/csv; charset=utf-8", ".csv", func(w io.Writer) func(*Entry) error {
		out := newCSVWriter(c, w)
		header := []string{"id", "at", "who", "from", "request", "action", "brand", "subject", "outcome", "before", "after"}
		return func(e *Entry) error {
			if header != nil {
				_, _ = io.WriteString(w, byteOrderMark) // w keeps its error for Flush
				_ = out.Write(header)                   // Error reports it below
				header = nil
			}
			if e != nil {
				_ = out.Write(auditCells(e))
			}
			out.Flush()
			return out.Error()
		}
	})
}

// newCSVWriter writes CSV with semicolons if spreadsheets in the reader's first language expect them.
func newCSVWriter(c *gin.Context, w io.Writer) *csv.Writer {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	switch acceptedLanguages(c.GetHeader("Accept-Language"))[0] {
	case "tr", "de", "ru":
		out.Comma = ';'
	}
	return out
}

// auditCells returns the cells of an entry.
func auditCells(e *Entry) []string {
	from := ""
	if e.From.IsValid() {
		from = e.From.String()
	}
	return withoutFormulas([]string{
		e.ID, e.At.UTC().Format(time.RFC3339Nano), e.Who, from, e.Request, e.Action, e.Brand, e.Subject,
		string(e.Outcome), string(e.Before), string(e.After),
	})
}

// formula matches what a spreadsheet would execute, after what some programs strip on import: white
// space, control characters, marks, invisible letters and quotes.
var formula = regexp.MustCompile(`^(?:[\t\r\n]|[\p{C}\p{Z}\p{M}\x{115f}\x{1160}"']*[=+\-@\x{2212}])`)

// piece matches what a spreadsheet may take for a cell: it expects the separator of its language, which may be another.
var piece = regexp.MustCompile(`[^,;]+`)

// withoutFormulas puts an apostrophe before formulas. Some programs take full-width signs for the usual ones.
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

// byteOrderMark tells spreadsheets that a CSV file is UTF-8.
const byteOrderMark = "\ufeff"

// auditJSONL replies with the selected entries of the audit log as JSON lines.
func (s *server) auditJSONL(c *gin.Context, v *visit) error {
	return s.exportAudit(c, v, "application/jsonl", ".jsonl", func(w io.Writer) func(*Entry) error {
		out := json.NewEncoder(w)
		return func(e *Entry) error {
			if e == nil {
				return nil
			}
			return out.Encode(e)
		}
	})
}

// exportAudit streams the selected entries as a file. format returns the function that writes an
// entry; it is called with nil once where there is no entry. A failure after the first byte closes the
// connection, so that an incomplete file is not taken for a whole one.
func (s *server) exportAudit(c *gin.Context, v *visit, mediaType, suffix string, format func(io.Writer) func(*Entry) error) error {
	f, err := auditQuery(c)
	if err != nil {
		return err
	}
	control := http.NewResponseController(c.Writer)
	buffered := bufio.NewWriterSize(c.Writer, 64<<10)
	write := format(buffered)
	written := 0
	var writeErr error
	err = s.eachAudited(c, v, f, "", func(e *Entry) bool {
		if written == 0 {
			s.beginDownload(c, "audit", mediaType, suffix)
		}
		if written%auditBatch == 0 {
			_ = control.SetWriteDeadline(time.Now().Add(exportWriteTimeout)) // not supported by every ResponseWriter
		}
		written++
		writeErr = write(e)
		return writeErr == nil && c.Request.Context().Err() == nil
	})
	switch {
	case err != nil && !c.Writer.Written():
		c.Writer.Header().Del("Content-Type")
		c.Writer.Header().Del("Content-Disposition")
		return err
	case err == nil && writeErr == nil && written == 0:
		s.beginDownload(c, "audit", mediaType, suffix)
		writeErr = write(nil)
	}
	if err == nil && writeErr == nil {
		writeErr = buffered.Flush()
	}
	if err != nil || writeErr != nil || c.Request.Context().Err() != nil {
		s.Log.WarnContext(c, "export audit log: failed", "error", err, "write_error", writeErr)
		panic(http.ErrAbortHandler)
	}
	return nil
}

// beginDownload writes the header of a file that is named after the current time.
func (s *server) beginDownload(c *gin.Context, name, mediaType, suffix string) {
	h := c.Writer.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition", `attachment; filename="`+name+"-"+s.Clock().UTC().Format("20060102T150405Z")+suffix+`"`)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
}
