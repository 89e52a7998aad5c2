package mock

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/recording"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

func (c *Casino) control(g *gin.RouterGroup) {
	g.GET("state", c.inWorld(showState))
	g.GET("scenarios", c.inWorld(func(*gin.Context, string, *sandbox) (any, error) { return scenario.All(), nil }))
	g.POST("scenario", c.inWorld(c.setScenario))
	g.POST("fault", c.inWorld(c.setFault))
	g.DELETE("fault", c.inWorld(clearFaults))
	g.POST("clock", c.inWorld(moveClock))
	g.POST("reset", c.inWorld(c.reset))
	g.GET("calls", c.inWorld(c.listCalls))
	g.GET("drift", c.showDrift)
	g.GET("totp", c.inWorld(showCode))
	g.GET("mail", c.inWorld(listMail))
	g.GET("contract", showContract(c.options.Contract))
	g.GET("worlds", func(g *gin.Context) { respond(g, c.listWorlds(), nil) })
	g.DELETE("worlds", c.endWorld)
	g.GET("snapshot", c.inWorld(c.downloadSnapshot))
	g.POST("snapshot", c.inWorld(c.restoreSnapshot))
}

// sameSite refuses requests of other sites' pages, which browsers send without asking.
func (c *Casino) sameSite(g *gin.Context) {
	g.Header("Cache-Control", "no-store")
	if g.GetHeader("Sec-Fetch-Site") == "cross-site" {
		g.AbortWithStatusJSON(http.StatusForbidden, problem{Text: "the control API serves its own site only"})
	}
}

// inWorld adapts a handler of a world, which returns the body or an error. A nil body has been
// written by the handler.
func (c *Casino) inWorld(f func(*gin.Context, string, *sandbox) (any, error)) gin.HandlerFunc {
	return func(g *gin.Context) {
		name, err := worldOf(g.Request)
		if err != nil {
			respond(g, nil, err)
			return
		}
		body, err := f(g, name, c.worlds.get(name))
		respond(g, body, err)
	}
}

type problem struct {
	status int    // of HTTP
	Text   string `json:"error"`
	Field  string `json:"field,omitempty"`
}

func (p *problem) Error() string { return p.Text }

// invalid returns the error for a field of a request or snapshot.
func invalid(field, format string, args ...any) error {
	return &world.FieldError{Field: field, Problem: fmt.Sprintf(format, args...)}
}

// respond sends a body, or an error: 500 if it is neither a *problem nor about a field.
func respond(g *gin.Context, body any, err error) {
	var p *problem
	var field *world.FieldError
	switch {
	case errors.As(err, &p):
		g.JSON(p.status, p)
	case errors.As(err, &field):
		g.JSON(http.StatusBadRequest, problem{Text: err.Error(), Field: field.Field})
	case err != nil:
		g.JSON(http.StatusInternalServerError, problem{Text: err.Error()})
	case body != nil:
		g.JSON(http.StatusOK, body)
	}
}

const maxControlBody = 64 << 10

// decode decodes a body strictly: one JSON object with known fields. An empty body is an empty
// object.
func decode(g *gin.Context, into any) error {
	body, err := io.ReadAll(http.MaxBytesReader(g.Writer, g.Request.Body, maxControlBody))
	if err != nil {
		return &problem{status: http.StatusRequestEntityTooLarge, Text: "the body is too large"}
	}
	if len(body) == 0 {
		return nil
	}
	if media, _, err := mime.ParseMediaType(g.ContentType()); err != nil || media != "application/json" {
		return &problem{status: http.StatusUnsupportedMediaType, Text: "want Content-Type: application/json"}
	}
	return world.Decode(body, into, "")
}

func showState(_ *gin.Context, name string, s *sandbox) (any, error) {
	accounts := []gin.H{}
	s.world.Lock()
	defer s.world.Unlock()
	for _, p := range s.world.Players() {
		a := gin.H{
			"username": p.Username, "active": p.Active, "twoFactor": p.Factor, "balance": p.Balance, "bonus": p.Bonus,
		}
		if note := p.DemoNote(); note != "" {
			a["note"] = note
		}
		if p.HasDemoPassword() {
			a["password"] = world.DemoPassword
		}
		accounts = append(accounts, a)
	}
	out := gin.H{
		"world": name, "seed": s.world.Catalogue.Seed, "clock": s.clock(), "scenarios": s.active.Switches(),
		"faults": s.active.Faults(), "accounts": accounts,
	}
	if s.evicted != nil {
		out["forgotten"] = s.evicted
	}
	return out, nil
}

func moveClock(g *gin.Context, _ string, s *sandbox) (any, error) {
	var in struct {
		Advance string `json:"advance"`
		Now     string `json:"now"`
	}
	if err := decode(g, &in); err != nil {
		return nil, err
	}
	field, at := "advance", s.world.Now()
	switch {
	case (in.Advance == "") == (in.Now == ""):
		return nil, invalid("advance", "want either advance or now")
	case in.Advance != "":
		d, err := time.ParseDuration(in.Advance)
		if err != nil {
			return nil, invalid("advance", "%q is not a duration such as 2h or -30m", in.Advance)
		}
		at = at.Add(d)
	default:
		var err error
		if at, err = time.Parse(time.RFC3339, in.Now); err != nil {
			return nil, invalid("now", "%q is not an RFC 3339 time such as 2026-01-31T20:00:00+03:00", in.Now)
		}
		field = "now"
	}
	if !s.world.SetNow(at) {
		return nil, invalid(field, "the clock stays between %s and %s", world.Earliest.Format(time.DateOnly),
			world.Latest.Format(time.DateOnly))
	}
	return gin.H{"clock": s.clock()}, nil
}

func (c *Casino) reset(g *gin.Context, name string, _ *sandbox) (any, error) {
	var in struct {
		Seed *uint64 `json:"seed"`
	}
	if err := decode(g, &in); err != nil {
		return nil, err
	}
	c.worlds.reset(name, in.Seed)
	return showState(g, name, c.worlds.get(name))
}

func showCode(g *gin.Context, _ string, s *sandbox) (any, error) {
	username := g.Query("username")
	if username == "" {
		return nil, invalid("username", "is required")
	}
	s.world.Lock()
	defer s.world.Unlock()
	code, left, err := s.world.AuthenticatorCode(username)
	if err != nil {
		return nil, &problem{http.StatusNotFound, "this player has no authenticator", "username"}
	}
	return gin.H{"username": username, "code": code, "valid_for": int(left / time.Second)}, nil
}

func listMail(g *gin.Context, _ string, s *sandbox) (any, error) {
	s.world.Lock()
	defer s.world.Unlock()
	return s.world.Mails(g.Query("to")), nil
}

func (c *Casino) listWorlds() any {
	sandboxes, gone := c.worlds.list()
	worlds := []gin.H{}
	for _, s := range sandboxes {
		calls, _ := s.log.size()
		worlds = append(worlds, gin.H{
			"name": s.name, "created": s.created, "used": s.used, "seed": s.world.Catalogue.Seed, "clock": s.clock(),
			"scenarios": s.active.Switches(), "faults": len(s.active.Faults()), "calls": calls, "bytes": s.size(),
		})
	}
	return gin.H{"worlds": worlds, "forgotten": gone, "max_worlds": maxWorlds, "max_bytes": maxWorldBytes}
}

func (c *Casino) endWorld(g *gin.Context) {
	name := g.Query("name")
	var err error
	switch {
	case !worldName.MatchString(name):
		err = invalid("name", "want the name of a world")
	case name == DefaultWorld:
		err = &problem{
			http.StatusConflict,
			fmt.Sprintf("name: %s cannot be removed; POST %sreset resets it", name, ControlPath), "name",
		}
	case !c.worlds.end(name):
		err = &problem{http.StatusNotFound, "name: no world has this name", "name"}
	}
	respond(g, c.listWorlds(), err)
}

func (c *Casino) showDrift(g *gin.Context) {
	records, answers, drifts := 0, 0, []recording.Drift{}
	if t := c.options.Recording; t != nil {
		records, answers = t.Len()
		drifts = append(drifts, t.Drifts()...)
	}
	respond(g, gin.H{"records": records, "answers": answers, "drifts": drifts}, nil)
}
