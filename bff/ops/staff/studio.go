package staff

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/studio"
)

const (
	maxChanges    = 512 << 10 // bytes of the changes of a draft
	maxPack       = 1 << 20   // bytes of a language pack
	maxTitle      = 40        // characters of the title of a language
	maxTextSearch = 100       // characters
)

var langName = regexp.MustCompile(`^[a-z]{2}$`)

// editor returns the account of v for changes in the studio.
func (s *server) editor(v *visit) studio.Editor {
	return studio.Editor{
		Name: v.account.Name, Audit: s.AuditLog.Studio(v.entry()),
		SecondPerson: func(ctx context.Context, proposer string, at time.Time) error {
			return s.checkSecondPerson(ctx, v, proposer, at)
		},
	}
}

// Studio returns a studio.Audit for actions of by.
func (t *AuditLog) Studio(by Entry) studio.Audit {
	return func(ctx context.Context, action, brand string, before, after any, do func(context.Context) error) error {
		_, err := t.Do(ctx, by, Action{Action: action, Brand: brand, Subject: brand, Before: before, Requested: after},
			func(ctx context.Context) (any, error) { return after, do(ctx) })
		return err
	}
}

// studioState writes the state of the brand with the revision of its draft, unless err is set.
func (s *server) studioState(c *gin.Context, v *visit, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	translate := func(text string) string { return s.Problem(language(c), text) }
	state, err := s.Studio.State(c, v.brand.ID, translate)
	if err != nil {
		return nil, err
	}
	c.Header("ETag", etag(state.Revision))
	return state, nil
}

func (s *server) studio(c *gin.Context, v *visit) (any, error) { return s.studioState(c, v, nil) }

// changeDraft returns the handler of a change of a draft since the revision in If-Match.
func changeDraft(do func(s *server, c *gin.Context, v *visit, since int) error) func(
	*server, *gin.Context, *visit) (any, error) {
	return func(s *server, c *gin.Context, v *visit) (any, error) {
		text := c.GetHeader("If-Match")
		if text == "" {
			return nil, ReasonVersionRequired
		}
		since, err := strconv.Atoi(strings.Trim(text, `"`))
		if err != nil || since < 0 || text != etag(since) {
			return nil, fault("If-Match", "pattern")
		}
		return s.studioState(c, v, do(s, c, v, since))
	}
}

func (s *server) patchDraft(c *gin.Context, v *visit, since int) error {
	var changes map[string]json.RawMessage
	if _, err := decode(c, maxChanges, map[string]any{"changes": &changes}, false); err != nil {
		return err
	}
	if len(changes) == 0 {
		return fault("changes", "required")
	}
	return s.Studio.Patch(c, v.brand.ID, v.account.Name, since, changes)
}

func (s *server) discardDraft(c *gin.Context, v *visit, since int) error {
	return s.Studio.Discard(c, s.editor(v), v.brand.ID, since)
}

func (s *server) publishDraft(c *gin.Context, v *visit, since int) error {
	p := studio.Publication{Revision: since}
	if err := decodeBody(c, map[string]any{"from": &p.From, "note": &p.Note}); err != nil {
		return err
	}
	return s.Studio.Publish(c, s.editor(v), v.brand.ID, p)
}

// decideStudio returns the handler of a decision about the proposal or version in a field of the body.
func decideStudio(field string, do func(*studio.Manager, context.Context, studio.Editor, string, int) error) func(
	*server, *gin.Context, *visit) (any, error) {
	return func(s *server, c *gin.Context, v *visit) (any, error) {
		var number *int
		if err := decodeBody(c, map[string]any{field: &number}); err != nil {
			return nil, err
		}
		if number == nil {
			return nil, fault(field, "required")
		}
		return s.studioState(c, v, do(s.Studio, c, s.editor(v), v.brand.ID, *number))
	}
}

func (s *server) studioVersion(c *gin.Context, v *visit) (any, error) {
	n, err := strconv.Atoi(c.Param("version"))
	if err != nil {
		return nil, ReasonNotFound
	}
	again := c.Query("again")
	if again != "" && again != "true" {
		return nil, fault("again", "enum", "allowed", "true")
	}
	return s.Studio.Changes(c, v.brand.ID, n, again != "")
}

// previewDraft returns a link to the draft at the host of the console, if the brand has it.
func (s *server) previewDraft(c *gin.Context, v *visit) (any, error) {
	host := v.brand.Hosts[0]
	if own := (&url.URL{Host: c.Request.Host}).Hostname(); slices.Contains(v.brand.Hosts, own) {
		host = own
	}
	var out struct {
		Link  string    `json:"link"`
		Frame string    `json:"frame"`
		Until time.Time `json:"until"`
	}
	d := Action{Action: "brand.preview", Brand: v.brand.ID, Subject: v.brand.ID}
	_, err := s.audited(c, v, d, func(context.Context) (any, error) {
		pass, until := s.PreviewPass(v.brand.ID)
		out.Link, out.Until = v.brand.OriginAt(host, c.Request.Host)+"/?preview="+pass, until
		out.Frame = out.Link + "&framed=1"
		return map[string]time.Time{"until": until}, nil
	})
	return out, err
}

func (s *server) addPicture(c *gin.Context, v *visit) (any, error) {
	content, err := readBody(c, config.MaxPicture)
	if err != nil {
		return nil, err
	}
	c.Status(http.StatusCreated)
	return s.Studio.AddPicture(c, v.brand.ID, content)
}

// studioPicture serves a picture as a file without any rights.
func (s *server) studioPicture(c *gin.Context, v *visit) (any, error) {
	content, mediaType, err := s.Studio.Picture(c, v.brand.ID, c.Param("name"))
	if err != nil {
		return nil, err
	}
	h := c.Writer.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cache-Control", "private, max-age=86400, immutable")
	c.Data(http.StatusOK, mediaType, content)
	return nil, nil
}

// studioTexts searches the texts of a draft.
func (s *server) studioTexts(c *gin.Context, v *visit) (any, error) {
	lang, q, only := c.Query("lang"), c.Query("q"), c.Query("only")
	switch {
	case !langName.MatchString(lang):
		return nil, fault("lang", "lang")
	case utf8.RuneCountInString(q) > maxTextSearch:
		return nil, fault("q", "max_length", "max", strconv.Itoa(maxTextSearch))
	case !slices.Contains([]string{"", "missing", "changed"}, only):
		return nil, fault("only", "enum", "allowed", "missing, changed")
	}
	total, found, err := s.Studio.SearchTexts(c, v.brand.ID, lang, q, only)
	return struct {
		Total int            `json:"total"`
		Items []bff.SiteText `json:"items"`
	}{total, found}, err
}

// putLanguage adds a language and its pack to the draft.
func (s *server) putLanguage(c *gin.Context, v *visit, since int) error {
	l := bff.Language{Lang: c.Param("lang")}
	var pack json.RawMessage
	given, err := decode(c, maxPack, map[string]any{"id": &l.ID, "title": &l.Title, "namespaces": &pack}, false)
	if err != nil {
		return err
	}
	_, isObject := given["namespaces"].(map[string]any)
	switch {
	case !langName.MatchString(l.Lang):
		return fault("lang", "lang")
	case !isObject:
		return fault("namespaces", "required")
	case l.ID < 1:
		return fault("id", "min", "min", "1")
	}
	if err := checkText("title", strings.TrimSpace(l.Title), maxTitle); err != nil {
		return err
	}
	return s.Studio.PutLanguage(c, v.brand.ID, v.account.Name, since, l, pack)
}
