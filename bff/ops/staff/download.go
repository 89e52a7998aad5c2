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
