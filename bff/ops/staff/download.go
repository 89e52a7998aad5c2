package staff

import (
	"bufio"
	"encoding/csv"
	"io"
	"net/http"
	"regexp"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/text/unicode/norm"
)

const (
	csvType = "text/csv; charset=utf-8"
	// byteOrderMark tells spreadsheets that a CSV file is UTF-8.
	byteOrderMark   = "\ufeff"
	downloadBuffer  = 64 << 10
	downloadTimeout = 30 * time.Second // how long a client may take to read a part
)

// download streams what write writes as a file that is named after the current time. A failure after the first byte
// closes the connection, so that an incomplete file is not taken for a whole one.
func (s *server) download(c *gin.Context, name, mediaType, suffix string, write func(io.Writer) error) (any, error) {
	h := c.Writer.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Disposition", `attachment; filename="`+name+"-"+s.Clock().UTC().Format("20060102T150405Z")+suffix+`"`)
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
		s.Log.WarnContext(c, "export: failed", "file", name, "error", err)
		panic(http.ErrAbortHandler)
	}
	c.Writer.WriteHeaderNow() // of an empty file
	return nil, nil
}

// partWriter gives the client time to read each part.
type partWriter struct {
	io.Writer
	control *http.ResponseController
}

func (w partWriter) Write(part []byte) (int, error) {
	_ = w.control.SetWriteDeadline(time.Now().Add(downloadTimeout)) // not supported by every ResponseWriter
	return w.Writer.Write(part)
}

// newCSVWriter begins a CSV file, with semicolons if spreadsheets in the reader's language expect them.
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

// formula matches what a spreadsheet would execute, also after what some programs strip on import.
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
