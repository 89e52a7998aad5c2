package calls

import (
	"strconv"

	"croupier/bff"
	"croupier/bff/mock/world"
)

type jackpot struct {
	JackpotID int            `json:"jackpotID"`
	Name      string         `json:"name"`
	Amount    bff.MinorUnits `json:"amount"`
	Currency  string         `json:"currency"`
	GameID    int            `json:"gameID"`
}

func jackpots(r *Request) (Reply, error) {
	return Reply{Data: each(r.View.Jackpots(r.World.Pots(), r.World.Now()), func(j world.JackpotStanding) jackpot {
		return jackpot{j.ID, j.Name, j.Stands, world.Currency, j.GameID}
	})}, nil
}

// phrase is the key of numbered words.
func phrase(kind string, id int) string { return kind + "." + strconv.Itoa(id) }
