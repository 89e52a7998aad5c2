package mock

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// worldAnswer is one world in use.
type worldAnswer struct {
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

type worldsAnswer struct {
	Worlds    []worldAnswer `json:"worlds"`    // the newest use first
	Forgotten []forgotten   `json:"forgotten"` // the last to go first
	MaxWorlds int           `json:"max_worlds"`
	MaxBytes  int           `json:"max_bytes"`
}

// inUse copies the entries, the newest use first, so that they can be looked at in peace.
func (w *worlds) inUse() ([]entry, []forgotten) {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := make([]entry, 0, len(w.byName))
	for e := w.recent.Front(); e != nil; e = e.Next() {
		out = append(out, *e.Value.(*entry))
	}
	return out, append([]forgotten{}, w.gone...)
}

// listWorlds tells of every world; asking makes none.
func (c *Casino) listWorlds(g *gin.Context) {
	entries, gone := c.worlds.inUse()
	out := worldsAnswer{Worlds: []worldAnswer{}, Forgotten: gone, MaxWorlds: maxWorlds, MaxBytes: maxWorldBytes}
	for _, e := range entries {
		out.Worlds = append(out.Worlds, worldAnswer{
			Name: e.name, Created: e.created, Used: e.used,
			Seed: e.tester.world.Catalogue.Seed, Clock: e.tester.world.Now().In(world.Zone),
			Scenarios: append([]scenario.Switch{}, e.tester.active.Switches()...), Faults: len(e.tester.active.Faults()),
			Calls: e.tester.log.counted(), Bytes: e.tester.world.Size() + e.tester.log.size(),
		})
	}
	g.JSON(http.StatusOK, out)
}

// endWorld forgets a world; who uses its name again gets a fresh one.
func (c *Casino) endWorld(g *gin.Context) {
	name := g.Query("name")
	switch {
	case !worldName.MatchString(name):
		valid(g, fault("name", "want the name of a world"))
	case name == DefaultWorld:
		g.JSON(http.StatusConflict, problem{Error: "name: " + DefaultWorld + " stays; POST " + ControlPath + "reset starts it anew", Field: "name"})
	case !c.worlds.end(name):
		g.JSON(http.StatusNotFound, problem{Error: "name: there is no world of this name", Field: "name"})
	default:
		c.listWorlds(g)
	}
}
