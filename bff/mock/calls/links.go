package calls

import (
	"cmp"
	"strconv"

	"croupier/bff/mock/world"
)

// Paths that the casino serves its pictures and pages on.
const (
	ArtPath  = "/mock/art/"
	PlayPath = "/mock/play/"
)

// picture is the address of a drawing: kind is cover, table, provider, slide, method or
// bank. It names the seed, because the drawing of another seed is another one under the
// same id, and browsers keep drawings for good.
func (r *Request) picture(kind, key string) string {
	return r.Base + ArtPath + kind + "/" + key + ".svg?v=" + strconv.FormatUint(r.World.Catalogue.Seed, 10)
}

func (r *Request) numbered(kind string, id int) string { return r.picture(kind, strconv.Itoa(id)) }

// slide is the address of a wide picture: what it is for, its own key and its theme. Pages
// that run from right to left get it mirrored.
func (r *Request) slide(use, key, theme string) string {
	key = use + "-" + key + "-" + theme
	if r.Lang == "ar" {
		key += "-rtl"
	}
	return r.picture("slide", key)
}

// pages are the kinds of page that games of a type are played on; the others open on the
// line slot in the game's theme.
var pages = map[string]string{
	"goldenrace":        "race",
	world.TypeWays:      "ways",
	world.TypeCluster:   "cluster",
	"spaceman":          "crash",
	"zeplin":            "crash",
	world.TableRoulette: "roulette", world.TableBaccarat: "cards", world.TableDragonTiger: "cards",
	world.TableBlackjack: "blackjack", world.TableGameShow: "wheel", world.TableSicBo: "dice", world.TablePoker: "cards",
	"bingo": "bingo", "soundbingo": "bingo", "football3d": "football", "betongames": "draw",
	"sport": "sportsbook", "livesport": "sportsbook",
}

func pageOf(g world.Game) string { return cmp.Or(pages[g.Type], "slot") }

// page is the address that a game is played at. The token names its world, as the page has
// neither header nor cookie to do so.
func (r *Request) page(kind, token string) string {
	return r.Base + PlayPath + kind + "/" + r.World.Name + "." + token
}
