package calls

import (
	"net/http"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/mock/world"
)

var errSearch = &world.Refusal{Message: "Arama yapmak için lütfen en az 3 karakter giriniz", Code: http.StatusBadRequest}

type jackpot struct {
	JackpotID int       `json:"jackpotID"`
	Name      string    `json:"name"`
	Amount    bff.Kurus `json:"amount"`
	Currency  string    `json:"currency"`
	GameID    int       `json:"gameID"`
}

func jackpotAt(s *world.Slot, now time.Time) *bff.Kurus {
	if s.Jackpot == nil {
		return nil
	}
	amount := s.Jackpot.Amount(now)
	return &amount
}

func jackpots(r *Request) (Reply, error) {
	now := r.World.Now()
	return Reply{Data: each(r.World.Catalogue.JackpotsAt(now), func(j *world.Jackpot) jackpot {
		return jackpot{j.ID, j.Name, j.Amount(now), world.Currency, j.GameID}
	})}, nil
}

// phrase is the key of numbered words.
func phrase(kind string, id int) string { return kind + "." + strconv.Itoa(id) }
