package mock

import (
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// control mounts the control API of calls.md §6.
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
	g.POST("snapshot", c.restoreSnapshot)
}

// sameSite refuses requests of other sites' pages: browsers send them without asking, and
// they would change a developer's casino.
func (c *Casino) sameSite(g *gin.Context) {
	g.Header("Cache-Control", "no-store")
	if g.GetHeader("Sec-Fetch-Site") == "cross-site" {
		g.AbortWithStatusJSON(http.StatusForbidden, problem{Text: "the control API serves its own site only"})
	}
}

// inWorld adapts a handler that needs a world and returns the body or an error. A nil body
// without an error has been written by the handler.
func (c *Casino) inWorld(f func(*gin.Context, string, *sandbox) (any, error)) gin.HandlerFunc {
	return func(g *gin.Context) {
		name, err := worldOf(g.Request)
		if err != nil {
			respond(g, nil, &problem{Text: err.Error(), Field: WorldHeader})
			return
		}
		body, err := f(g, name, c.worlds.get(name))
		respond(g, body, err)
	}
}

type stateBody struct {
	World     string            `json:"world"`
	Seed      uint64            `json:"seed"`
	Clock     time.Time         `json:"clock"`
	Scenarios []scenario.Switch `json:"scenarios"`
	Faults    []faultBody       `json:"faults"`
	Accounts  []accountBody     `json:"accounts"`
	Evicted   *evicted          `json:"forgotten,omitempty"` // the earlier world of the name
}

type accountBody struct {
	Username  string         `json:"username"`
	Password  string         `json:"password,omitempty"`
	Note      string         `json:"note,omitempty"`
	Active    bool           `json:"active"`
	TwoFactor int            `json:"twoFactor"`
	Balance   bff.MinorUnits `json:"balance"`
	Bonus     bff.MinorUnits `json:"bonus"`
}

func showState(_ *gin.Context, name string, s *sandbox) (any, error) {
	notes := map[string]string{}
	for _, a := range world.DemoAccounts() {
		notes[a.Username] = a.Note
	}
	out := stateBody{
		World: name, Seed: s.world.Catalogue.Seed, Clock: s.world.Now().In(world.Zone),
		Scenarios: append([]scenario.Switch{}, s.active.Switches()...), Faults: []faultBody{}, Evicted: s.evicted,
	}
	for _, f := range s.active.Faults() {
		out.Faults = append(out.Faults, bodyOf(f))
	}
	s.world.EachPlayer(func(p *world.Player) {
		a := accountBody{
			Username: p.Username, Note: notes[p.Username], Active: p.Active, TwoFactor: p.Factor, Balance: p.Balance, Bonus: p.Bonus,
		}
		if p.HasDemoPassword() {
			a.Password = world.DemoPassword
		}
		out.Accounts = append(out.Accounts, a)
	})
	return out, nil
}

func (c *Casino) setScenario(g *gin.Context, name string, s *sandbox) (any, error) {
	var in scenario.Switch
	if err := decode(g, &in); err != nil {
		return nil, err
	}
	if err := c.checkSwitch(&in); err != nil {
		return nil, err
	}
	in.Since = s.world.Now()
	s.active.Set(in)
	return showState(g, name, s)
}

func moveClock(g *gin.Context, _ string, s *sandbox) (any, error) {
	var in struct {
		Advance string `json:"advance"`
		Now     string `json:"now"`
	}
	if err := decode(g, &in); err != nil {
		return nil, err
	}
	var moved bool
	field := "advance"
	switch {
	case (in.Advance == "") == (in.Now == ""):
		return nil, invalid("advance", "want either advance or now")
	case in.Advance != "":
		d, err := time.ParseDuration(in.Advance)
		if err != nil {
			return nil, invalid("advance", "%q is not a duration such as 2h or -30m", in.Advance)
		}
		moved = s.world.Advance(d)
	default:
		at, err := time.Parse(time.RFC3339, in.Now)
		if err != nil {
			return nil, invalid("now", "%q is not an RFC 3339 time such as 2026-01-31T20:00:00+03:00", in.Now)
		}
		field, moved = "now", s.world.SetNow(at)
	}
	if !moved {
		return nil, invalid(field, "the clock stays between %s and %s", world.Earliest.Format(time.DateOnly), world.Latest.Format(time.DateOnly))
	}
	return gin.H{"clock": s.world.Now().In(world.Zone)}, nil
}

func (c *Casino) reset(g *gin.Context, name string, _ *sandbox) (any, error) {
	var in struct {
		Seed *uint64 `json:"seed"`
	}
	if err := decode(g, &in); err != nil {
		return nil, err
	}
	if err := c.worlds.reset(name, in.Seed); err != nil {
		return nil, err
	}
	return showState(g, name, c.worlds.get(name))
}

func showCode(g *gin.Context, _ string, s *sandbox) (any, error) {
	username := g.Query("username")
	if username == "" {
		return nil, invalid("username", "is required")
	}
	code, left, err := s.world.AuthenticatorCode(username)
	if err != nil {
		return nil, &problem{status: http.StatusNotFound, Text: "this player has no authenticator", Field: "username"}
	}
	return gin.H{"username": username, "code": code, "valid_for": int(left / time.Second)}, nil
}

type mailBody struct {
	At      time.Time `json:"at"`
	To      string    `json:"to"`
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	Link    string    `json:"link,omitempty"`
	Token   string    `json:"token"`
}

func listMail(g *gin.Context, _ string, s *sandbox) (any, error) {
	out := []mailBody{}
	for _, m := range s.world.Mails(g.Query("to")) {
		out = append(out, mailBody{m.At.In(world.Zone), m.To, m.Subject, m.Text, m.Link, m.Token})
	}
	return out, nil
}

type worldBody struct {
	Name      string            `json:"name"`
	Created   time.Time         `json:"created"`
	Used      time.Time         `json:"used"`
	Seed      uint64            `json:"seed"`
	Clock     time.Time         `json:"clock"`
	Scenarios []scenario.Switch `json:"scenarios"`
	Faults    int               `json:"faults"`
	Calls     int               `json:"calls"`
	Bytes     int               `json:"bytes"`
}

// listWorlds lists the worlds in memory, the last used first; it creates none.
func (c *Casino) listWorlds() any {
	entries, gone := c.worlds.list()
	worlds := []worldBody{}
	for _, e := range entries {
		s := e.sandbox
		worlds = append(worlds, worldBody{
			Name: e.name, Created: e.created, Used: e.used, Seed: s.world.Catalogue.Seed, Clock: s.world.Now().In(world.Zone),
			Scenarios: append([]scenario.Switch{}, s.active.Switches()...), Faults: len(s.active.Faults()),
			Calls: s.log.count(), Bytes: s.world.Size() + s.log.size(),
		})
	}
	return gin.H{"worlds": worlds, "forgotten": gone, "max_worlds": maxWorlds, "max_bytes": maxWorldBytes}
}

// endWorld removes a world; the next use of its name creates it again.
func (c *Casino) endWorld(g *gin.Context) {
	name := g.Query("name")
	var err error
	switch {
	case !worldName.MatchString(name):
		err = invalid("name", "want the name of a world")
	case name == DefaultWorld:
		err = &problem{http.StatusConflict, fmt.Sprintf("name: %s cannot be removed; POST %sreset resets it", DefaultWorld, ControlPath), "name"}
	case !c.worlds.end(name):
		err = &problem{http.StatusNotFound, "name: no world has this name", "name"}
	}
	respond(g, c.listWorlds(), err)
}
