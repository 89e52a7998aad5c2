package world

import (
	"strconv"
	"time"
)

// Notice is a popup; its words are the phrases "popup.<Key>.title" and ".text".
type Notice struct {
	ID         int
	Key        string
	Theme      string
	Link       string
	On         bool
	Start, End time.Time
}

// Notices lists a house's popups.
func (h *Brand) Notices(now time.Time) []Notice {
	start, end := Cycle{Every: 7 * day, Lasts: 7 * day}.Around(now)
	old, over := Cycle{Every: 90 * day, Lasts: 5 * day}.Around(now)
	return []Notice{
		{h.SiteID*100 + 1, "welcome", "gold", "/promotions", true, start, end.Add(-time.Second)},
		{h.SiteID*100 + 2, "security", "gems", "/profile/security", false, start, end.Add(-time.Second)},
		{h.SiteID*100 + 3, "survey", "sea", "", false, old, over.Add(-time.Second)},
	}
}

// SpecialDay is a day that the site dresses up for; its name is the phrase "special.<Key>".
type SpecialDay struct {
	ID         int
	Key        string
	On         bool
	Start, End time.Time
}

var specialDays = []struct {
	key        string
	month      time.Month
	day, lasts int
}{
	{"new-year", time.December, 24, 14},
	{"valentine", time.February, 12, 4},
	{"children", time.April, 22, 3},
	{"summer", time.June, 20, 10},
	{"republic", time.October, 28, 3},
}

// SpecialDays lists the special days around now: of each the one that runs or comes next.
func SpecialDays(now time.Time) []SpecialDay {
	out := make([]SpecialDay, len(specialDays))
	year := now.In(Zone).Year()
	for i, s := range specialDays {
		// A window may have begun last year and not be over.
		for y := year - 1; ; y++ {
			start := time.Date(y, s.month, s.day, 0, 0, 0, 0, Zone)
			end := start.Add(time.Duration(s.lasts)*day - time.Second)
			if now.Before(end) {
				out[i] = SpecialDay{ID: i + 1, Key: s.key, On: !now.Before(start), Start: start, End: end}
				break
			}
		}
	}
	return out
}

// Message is a message to all players; its words are the phrases "message.<Key>.title" and ".text".
type Message struct {
	ID  int
	Key string
	At  time.Time

	Words []string // what the placeholders of its words stand for beside the house's
}

var messageKeys = []string{"weekly", "games", "security", "tournament", "payments", "limits"}

// messagesKept is how many messages a mailbox shows.
const messagesKept = 24

// Messages lists the messages to all players, the newest first: one every three days.
func Messages(now time.Time) []Message { return messages(now, messagesKept) }

func messages(now time.Time, most int) []Message {
	c := Cycle{Every: 3 * day, Lasts: 3 * day, Phase: 11 * time.Hour}
	last := c.Index(now)
	var out []Message
	for n := last; n >= 0 && len(out) < most; n-- {
		at, _ := c.At(n)
		out = append(out, Message{ID: n + 1, Key: messageKeys[n%len(messageKeys)], At: at})
	}
	return out
}

// Winner is a player as others see them: a masked name.
func Winner(n uint64) string {
	name := nicknames[n%uint64(len(nicknames))]
	return name[:2] + "***" + strconv.Itoa(int(n/7%90)+10)
}

var nicknames = []string{
	"kaptan", "martı", "yakamoz", "deniz", "atmaca", "zeytin", "poyraz", "lodos", "pusula", "efe", "nehir", "gece",
	"bulut", "kervan", "demir", "safir", "toprak", "umut", "rüzgar", "aslan", "kartal", "bozkurt", "papatya", "lale",
}
