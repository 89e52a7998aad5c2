package games

import (
	"math/rand/v2"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/live"
)

// liveGuest is another player at the table with the bets of the round.
type liveGuest struct {
	Name  string         `json:"name"`
	After int64          `json:"after"` // milliseconds after the round has opened, when the chips come
	Bets  live.Play      `json:"bets"`
	Win   bff.MinorUnits `json:"win"` // as soon as the outcome is told
}

// seenGuests is how many of the others a page shows.
const seenGuests = 8

// stay is how many rounds a guest keeps a chair.
const stay = 24

// liveGuests are the others at the table in a round: the same for everybody who looks.
func liveGuests(session Session, g *live.Game, b Account, round int64) []liveGuest {
	guests := make([]liveGuest, min(session.Guests, seenGuests))
	r := g.Clock.At(session.GameID, b.Now())
	var outcome live.Outcome
	if !r.Open(b.Now()) {
		outcome = g.Draw(b.Chance(round))
	}
	bets := b.Chance(^round) // not the round's own chance: the guests must not foretell it
	chips := chipsOf(session)
	for chair := range guests {
		// Chairs change hands one after another, not all at once.
		since := (round + int64(chair*stay/seenGuests)) / stay
		guests[chair] = newLiveGuest(g, chips, guestName(b, chair, since), bets)
		if outcome != nil {
			guests[chair].Win = guests[chair].Bets.Win(outcome)
		}
	}
	return guests
}

func newLiveGuest(g *live.Game, chips []bff.MinorUnits, name string, rng *rand.Rand) liveGuest {
	first, last := time.Second.Milliseconds(), (g.Clock.Betting - 2*time.Second).Milliseconds()
	guest := liveGuest{Name: name, After: first + rng.Int64N(last-first), Bets: live.Play{}}
	chip := chips[rng.IntN(len(chips)+1)/2]
	for range rng.IntN(4) {
		guest.Bets[g.Usual[rng.IntN(len(g.Usual))]] += chip * bff.MinorUnits(1+rng.IntN(3))
	}
	return guest
}

// guestName says who has a chair for a while. Eight names to a chair: nobody sits on two.
func guestName(b Account, chair int, since int64) string {
	names := len(guestNames) / seenGuests
	// Rounds count from 1970; names are drawn from the far end of time, where no round is.
	rng := b.Chance(-1<<62 + since*seenGuests + int64(chair))
	return guestNames[chair*names+rng.IntN(names)]
}

// guestNames are what others at the tables call themselves.
var guestNames = []string{
	"Derya34", "kaptan_7", "Nil", "Rüzgar", "Ayşe K.", "tolga61", "LunaM", "Bora",
	"Sultan55", "Max W.", "Okyanus", "Gülce", "Ivan82", "maviay", "Serkan", "Lina",
	"Çınar", "Hannah", "deniz_yıldızı", "Umut", "Oleg P.", "Pelin", "Karanfil", "Tarık",
	"zirve06", "Melisa", "Jonas R.", "Altay", "Nadia", "poyraz", "Ege35", "Sedef",
	"Kartal", "Yasemin", "Tom B.", "Leyla", "Aras", "Sofia", "hızır", "Mira",
	"Ozan T.", "Katja", "Efe", "balkız", "Viktor", "Şule", "Doruk", "Elena",
	"Cem_42", "Nehir", "Samir", "Beren", "Alp", "Rana", "Felix", "uzaylı",
	"Toprak", "İnci", "Marco", "Sude", "Levent", "Zara", "Mert A.", "gecekuşu",
}
