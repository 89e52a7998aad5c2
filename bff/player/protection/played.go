package protection

import (
	"context"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/calendar"
)

// PlayedRound is a round of a game, or a sports bet, in the platform's report.
type PlayedRound struct {
	At         time.Time
	Stake, Win bff.MinorUnits
}

// PlayedRounds fetches the rounds of one player from the platform.
type PlayedRounds interface {
	// Games returns the game rounds that began in a period. If it fails, it returns the rounds that
	// began before known.
	Games(ctx context.Context, from, until time.Time) (rounds []PlayedRound, known time.Time, err error)
	// Bets returns the sports bets that were placed in a period, with their wins so far.
	Bets(ctx context.Context, from, until time.Time) ([]PlayedRound, error)
}

// PlayedDay contains a player's games on one day of the brand's calendar.
type PlayedDay struct {
	Day     string `json:"day"`               // yyyy-mm-dd
	Minutes int64  `json:"minutes,omitempty"` // session time
	Final   Result `json:"final,omitzero"`    // rounds that are not fetched again
	Recent  Result `json:"recent,omitzero"`   // later rounds
	Bets    Result `json:"bets,omitzero"`     // sports bets, with results that may come days later
}

// Result contains the sums of stakes and wins.
type Result struct {
	Stakes bff.MinorUnits `json:"stakes,omitempty"`
	Wins   bff.MinorUnits `json:"wins,omitempty"`
}

func (r *Result) add(o Result) { r.Stakes += o.Stakes; r.Wins += o.Wins }

const (
	// AskRoundsEvery is the time for which the platform's reported rounds are recent.
	AskRoundsEvery = time.Minute
	// RoundsValidFor is how long a player may start games with older rounds if the platform does
	// not respond.
	RoundsValidFor = 5 * time.Minute
	// finalAfter is the age from which a round is final. Final rounds are not fetched again.
	finalAfter = 15 * time.Minute
)

// NeedsRounds reports whether a limit depends on the platform's rounds.
func (p *Player) NeedsRounds() bool {
	return slices.ContainsFunc(p.InForce(), func(l bff.PlayerLimit) bool { return needsRounds(l.Kind) })
}

// NeedsTime reports whether a limit depends on the player's session time.
func (p *Player) NeedsTime() bool {
	return slices.ContainsFunc(p.InForce(), func(l bff.PlayerLimit) bool { return l.Kind == bff.LimitSessionTime })
}

// roundsStart returns the earliest start of the current periods of limits that depend on rounds.
func (p *Player) roundsStart(now time.Time, rules Rules) (first time.Time) {
	for _, l := range p.InForce() {
		if start := PeriodStart(l.Period, now, rules.Zone); needsRounds(l.Kind) &&
			(first.IsZero() || start.Before(first)) {
			first = start
		}
	}
	return first
}

// knowsRounds reports whether the rounds of all current periods are known and not older than
// within.
func (p *Player) knowsRounds(now time.Time, rules Rules, within time.Duration) bool {
	return isRecent(p.RoundsAsOf, now, within) && p.knowsSince(p.roundsStart(now, rules))
}

func isRecent(at, now time.Time, within time.Duration) bool {
	return !at.After(now) && now.Sub(at) < within
}

func (p *Player) knowsSince(start time.Time) bool {
	return !p.RoundsSince.IsZero() && !p.RoundsSince.After(start)
}

// RoundsQuestion describes the rounds to fetch from the platform.
type RoundsQuestion struct {
	Games, Bets time.Time // start times
	asOf        time.Time // RoundsAsOf at the time of the request
}

// Rounds returns the rounds of games and bets to fetch.
func (p *Player) Rounds(now time.Time, rules Rules) RoundsQuestion {
	start := p.roundsStart(now, rules)
	q := RoundsQuestion{Games: start, Bets: start, asOf: p.RoundsAsOf}
	if p.knowsSince(start) && !p.FinalUntil.After(now) { // a mock's clock may go back
		q.Games = later(start, p.FinalUntil)
	}
	return q
}

// NoteRounds stores fetched rounds. It drops them if another response came first, or if the limits
// now need other rounds. If known is before at, games contains only the games before known. The
// next request then fetches the rest, and until then the rounds count as unknown.
func (p *Player) NoteRounds(games, bets []PlayedRound, asked RoundsQuestion, known, at time.Time, rules Rules) {
	isAll := !known.Before(at)
	if !p.NeedsRounds() || p.Rounds(at, rules) != asked || !isAll && p.knowsRounds(at, rules, RoundsValidFor) {
		return
	}
	from, start := asked.Games, asked.Bets
	p.forget(at, rules)
	final := at.Add(-finalAfter)
	if known.Before(final) {
		final = known
	}
	final = later(from, calendar.BeforeRepeated(final, rules.Zone)) // platforms report local times
	for i := range p.Played {
		d := &p.Played[i]
		d.Recent, d.Bets = Result{}, Result{}
		if from.Equal(start) {
			d.Final = Result{}
		}
	}
	for _, r := range games {
		switch d := p.day(r.At, rules); {
		case r.At.Before(from):
		case r.At.Before(final):
			d.Final.add(Result{r.Stake, r.Win})
		default:
			d.Recent.add(Result{r.Stake, r.Win})
		}
	}
	for _, r := range bets {
		p.day(r.At, rules).Bets.add(Result{r.Stake, r.Win})
	}
	if from.Equal(start) {
		p.RoundsSince = start
	}
	p.FinalUntil, p.RoundsAsOf = final, time.Time{}
	if isAll {
		p.RoundsAsOf = at
	}
}

// UseMinute counts the current minute as session time. It reports false if the minute already
// counts.
func (p *Player) UseMinute(now time.Time, rules Rules) bool {
	minute := now.Truncate(time.Minute)
	if minute.Equal(p.LastMinute) {
		return false
	}
	p.forget(now, rules)
	p.LastMinute = minute.UTC()
	p.day(now, rules).Minutes++
	return true
}

// MayStart returns the reason to refuse the start of a game by the last known rounds, or nil.
func (p *Player) MayStart(now time.Time, rules Rules) error {
	if err := p.Closed(now); err != nil {
		return err
	}
	for _, l := range p.InForce() {
		if l.Kind != bff.LimitDeposit && p.Left(&l, now, rules) == 0 {
			return limitReached(l.LimitID, 0)
		}
	}
	return nil
}

// Used returns the use of a limit in its current period, in minor units or minutes.
func (p *Player) Used(l *bff.PlayerLimit, now time.Time, rules Rules) int64 {
	start := PeriodStart(l.Period, now, rules.Zone)
	var deposited bff.MinorUnits
	for _, d := range p.Deposits {
		if !d.At.Before(start) {
			deposited += d.Amount
		}
	}
	var minutes int64
	var played Result
	first, last := dayOf(start, rules), dayOf(now, rules)
	for i := range p.Played {
		if d := &p.Played[i]; d.Day >= first && d.Day <= last {
			minutes += d.Minutes
			played.add(d.Final)
			played.add(d.Recent)
			played.add(d.Bets)
		}
	}
	switch l.Kind {
	case bff.LimitDeposit:
		return int64(deposited)
	case bff.LimitSessionTime:
		return minutes
	case bff.LimitStake:
		return int64(played.Stakes)
	default:
		return max(0, int64(played.Stakes-played.Wins))
	}
}

// Left returns the remaining value of a limit in its current period.
func (p *Player) Left(l *bff.PlayerLimit, now time.Time, rules Rules) int64 {
	return max(0, l.Value-p.Used(l, now, rules))
}

// day returns the day of a time. It adds the day if it is missing.
func (p *Player) day(at time.Time, rules Rules) *PlayedDay {
	name := dayOf(at, rules)
	if i := slices.IndexFunc(p.Played, func(d PlayedDay) bool { return d.Day == name }); i >= 0 {
		return &p.Played[i]
	}
	p.Played = append(p.Played, PlayedDay{Day: name})
	return &p.Played[len(p.Played)-1]
}

func dayOf(at time.Time, rules Rules) string { return at.In(rules.Zone).Format(time.DateOnly) }
