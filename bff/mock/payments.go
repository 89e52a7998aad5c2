package mock

import (
	"context"
	"errors"
	"strconv"

	"croupier/bff/mock/calls"
	"croupier/bff/mock/pay"
	"croupier/bff/mock/world"
)

var _ pay.Desk = payments{}

// payments implements pay.Desk for the pages of payment providers. A token is "WORLD.SECRET".
type payments struct{ *Casino }

// Slip implements pay.Desk.
func (p payments) Slip(_ context.Context, token string) (pay.Slip, error) {
	sandbox, secret, err := p.sandboxOf(token)
	if err != nil {
		return pay.Slip{}, pay.ErrNoSlip
	}
	s, err := sandbox.world.ProviderPayment(secret)
	if err != nil {
		return pay.Slip{}, slipError(err)
	}
	texts := sandbox.world.Catalogue.Texts
	return pay.Slip{
		Lang: s.Lang, Merchant: s.Brand.Name, Provider: texts.MethodName(s.Lang, s.Method.ID, s.Method.Name),
		Logo: calls.ArtPath + "method/" + s.Method.Logo + ".svg?v=" + strconv.FormatUint(sandbox.world.Catalogue.Seed, 10),
		ID:   s.ID, Amount: s.Amount, Fee: s.Fee, Currency: world.Currency, State: stateOf(s), Until: s.Until,
		Address: s.Address, Coins: s.Coins, Back: p.options.siteAt(s.Brand, s.Back),
	}, nil
}

// Answer implements pay.Desk.
func (p payments) Answer(_ context.Context, token string, confirm bool) error {
	sandbox, secret, err := p.sandboxOf(token)
	if err != nil {
		return pay.ErrNoSlip
	}
	_, err = sandbox.world.ResolveProviderPayment(secret, confirm)
	return slipError(err)
}

func stateOf(s world.ProviderPayment) pay.State {
	switch {
	case s.Open:
		return pay.Open
	case s.Status == world.StatusWaiting:
		return pay.Confirmed
	case s.Status == world.StatusApproved:
		return pay.Approved
	default:
		return pay.Refused
	}
}

func slipError(err error) error {
	switch {
	case errors.Is(err, world.ErrNoRecords):
		return pay.ErrNoSlip
	case errors.Is(err, world.ErrSettled):
		return pay.ErrSettled
	default:
		return err
	}
}
