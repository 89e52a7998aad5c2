package world

import (
	"errors"
	"time"
)

// Bounds of the keys of money calls that are remembered of one player (calls.md §5).
const (
	deedLife = 24 * time.Hour
	maxDeeds = 200
)

// deed is a money call with what it was answered.
type deed struct {
	key     string
	body    string // what was asked, as a digest
	at      time.Time
	answer  []byte
	refused *Refusal // nil where it was not
}

// Once runs f for a key that the player has not used in deedLife. A repeat with the same body
// is given what the first was answered, yes or no; with another body it fails with ErrKey. An
// empty key runs f every time, and what is no answer but a defect is not remembered.
func (p *Player) Once(key, body string, f func() ([]byte, error)) ([]byte, error) {
	if key == "" {
		return f()
	}
	for len(p.deeds) > 0 && p.now().Sub(p.deeds[0].at) > deedLife {
		p.deeds = p.deeds[1:]
	}
	for _, d := range p.deeds {
		switch {
		case d.key != key:
		case d.body != body:
			return nil, ErrKey
		case d.refused != nil:
			return nil, d.refused
		default:
			return d.answer, nil
		}
	}
	answer, err := f()
	var refusal *Refusal
	if err != nil && !errors.As(err, &refusal) {
		return nil, err
	}
	if p.deeds = append(p.deeds, deed{key, body, p.now(), answer, refusal}); len(p.deeds) > maxDeeds {
		p.deeds = p.deeds[1:]
	}
	return answer, err
}
