package mock

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// control mounts the control surface of calls.md §6.
func (c *Casino) control(g *gin.RouterGroup) {
	g.GET("state", c.withWorld(showState))
	g.GET("scenarios", c.withWorld(listScenarios))
	g.POST("scenario", c.withWorld(c.turnScenario))
	g.POST("fault", c.withWorld(c.setFault))
	g.DELETE("fault", c.withWorld(clearFaults))
	g.POST("clock", c.withWorld(moveClock))
	g.POST("reset", c.withWorld(c.reset))
	g.GET("calls", c.withWorld(listCalls))
	g.GET("drift", c.showDrift)
	g.GET("totp", c.withWorld(showCode))
	g.GET("mail", c.withWorld(listMail))
	g.GET("contract", showContract(c.options.Contract))
	g.GET("worlds", c.listWorlds)
	g.DELETE("worlds", c.endWorld)
	g.GET("snapshot", c.withWorld(c.downloadSnapshot))
	g.POST("snapshot", c.restoreSnapshot)
}

// ownSite refuses what a foreign page makes a browser send: its requests carry no panel
// header, but they would reset a developer's casino all the same.
func (c *Casino) ownSite(g *gin.Context) {
	g.Header("Cache-Control", "no-store")
	if g.GetHeader("Sec-Fetch-Site") == "cross-site" {
		g.AbortWithStatusJSON(http.StatusForbidden, problem{Error: "the control surface answers its own site only"})
	}
}

// withWorld gives a control function the world that the request asks for.
func (c *Casino) withWorld(f func(*gin.Context, string, *tester)) gin.HandlerFunc {
	return func(g *gin.Context) {
		name, err := nameOf(g.Request)
		if err != nil {
			g.JSON(http.StatusBadRequest, problem{Error: err.Error(), Field: worldHeader})
			return
		}
		f(g, name, c.worlds.get(name))
	}
}

type stateAnswer struct {
	World     string            `json:"world"`
	Seed      uint64            `json:"seed"`
	Clock     time.Time         `json:"clock"`
	Scenarios []scenario.Switch `json:"scenarios"`
	Faults    []faultAnswer     `json:"faults"`
	Accounts  []accountAnswer   `json:"accounts"`
	Forgotten *forgotten        `json:"forgotten,omitempty"` // the world that had the name before
}

type accountAnswer struct {
	Username  string         `json:"username"`
	Password  string         `json:"password,omitempty"`
	Note      string         `json:"note,omitempty"`
	Active    bool           `json:"active"`
	TwoFactor int            `json:"twoFactor"`
	Balance   bff.MinorUnits `json:"balance"`
	Bonus     bff.MinorUnits `json:"bonus"`
}

func showState(g *gin.Context, name string, t *tester) {
	notes := map[string]string{}
	for _, a := range world.DemoAccounts() {
		notes[a.Username] = a.Note
	}
	out := stateAnswer{
		World: name, Seed: t.world.Catalogue.Seed, Clock: t.world.Now().In(world.Zone),
		Scenarios: t.active.Switches(), Faults: []faultAnswer{}, Forgotten: t.before,
	}
	if out.Scenarios == nil {
		out.Scenarios = []scenario.Switch{}
	}
	for _, f := range t.active.Faults() {
		out.Faults = append(out.Faults, wireFault(f))
	}
	t.world.EachPlayer(func(p *world.Player) {
		a := accountAnswer{Username: p.Username, Active: p.Active, TwoFactor: p.Factor, Balance: p.Balance, Bonus: p.Bonus}
		a.Note = notes[p.Username]
		if p.HasDemoPassword() {
			a.Password = world.DemoPassword
		}
		out.Accounts = append(out.Accounts, a)
	})
	g.JSON(http.StatusOK, out)
}

func listScenarios(g *gin.Context, _ string, _ *tester) { g.JSON(http.StatusOK, scenario.All()) }

func (c *Casino) turnScenario(g *gin.Context, name string, t *tester) {
	var in struct {
		Name  string `json:"name"`
		Brand string `json:"brand"`
		Call  string `json:"call"`
	}
	if !read(g, &in) {
		return
	}
	s := scenario.Switch{Name: in.Name, Brand: in.Brand, Call: in.Call, Since: t.world.Now()}
	if !valid(g, c.checkSwitch(&s)) {
		return
	}
	t.active.Turn(s)
	showState(g, name, t)
}

// clockBounds is told where the clock would leave them.
var clockBounds = fmt.Sprintf("the clock stays between %s and %s", world.Earliest.Format(time.DateOnly), world.Latest.Format(time.DateOnly))

func moveClock(g *gin.Context, _ string, t *tester) {
	var in struct {
		Advance string `json:"advance"`
		Now     string `json:"now"`
	}
	if !read(g, &in) {
		return
	}
	switch {
	case (in.Advance == "") == (in.Now == ""):
		valid(g, fault("advance", "want either advance or now"))
		return
	case in.Advance != "":
		d, err := time.ParseDuration(in.Advance)
		if err != nil {
			valid(g, fault("advance", fmt.Sprintf("%q is no duration such as 2h or -30m", in.Advance)))
			return
		}
		if !t.world.Advance(d) {
			valid(g, fault("advance", clockBounds))
			return
		}
	default:
		at, err := time.Parse(time.RFC3339, in.Now)
		if err != nil {
			valid(g, fault("now", fmt.Sprintf("%q is no RFC 3339 time such as 2026-01-31T20:00:00+03:00", in.Now)))
			return
		}
		if !t.world.SetNow(at) {
			valid(g, fault("now", clockBounds))
			return
		}
	}
	g.JSON(http.StatusOK, gin.H{"clock": t.world.Now().In(world.Zone)})
}

func (c *Casino) reset(g *gin.Context, name string, _ *tester) {
	var in struct {
		Seed *uint64 `json:"seed"`
	}
	if !read(g, &in) {
		return
	}
	if err := c.worlds.reset(name, in.Seed); err != nil {
		g.JSON(http.StatusInternalServerError, problem{Error: err.Error()})
		return
	}
	showState(g, name, c.worlds.get(name))
}

// callsShown is how many calls are listed where no limit is given.
const callsShown = 100

func listCalls(g *gin.Context, _ string, t *tester) {
	limit := callsShown
	if s, ok := g.GetQuery("limit"); ok {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > callsKept {
			valid(g, fault("limit", fmt.Sprintf("want a number from 1 to %d", callsKept)))
			return
		}
		limit = n
	}
	g.JSON(http.StatusOK, t.log.last(limit))
}

func showCode(g *gin.Context, _ string, t *tester) {
	username := g.Query("username")
	if username == "" {
		valid(g, fault("username", "is required"))
		return
	}
	code, left, err := t.world.AuthenticatorCode(username)
	if err != nil {
		g.JSON(http.StatusNotFound, problem{Error: "this player has no authenticator", Field: "username"})
		return
	}
	g.JSON(http.StatusOK, gin.H{"username": username, "code": code, "valid_for": int(left / time.Second)})
}

type mailAnswer struct {
	At      time.Time `json:"at"`
	To      string    `json:"to"`
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	Link    string    `json:"link,omitempty"`
	Token   string    `json:"token"`
}

func listMail(g *gin.Context, _ string, t *tester) {
	out := []mailAnswer{}
	for _, m := range t.world.Mails(g.Query("to")) {
		out = append(out, mailAnswer{m.At.In(world.Zone), m.To, m.Subject, m.Text, m.Link, m.Token})
	}
	g.JSON(http.StatusOK, out)
}
