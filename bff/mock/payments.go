package mock

import (
	"context"
	"errors"
	"strconv"

	"croupier/bff/mock/calls"
	"croupier/bff/mock/pay"
	"croupier/bff/mock/world"
)

var _ pay.Service = payments{}

// payments implements pay.Service for the pages of payment providers. A token is "WORLD.SECRET".
type payments struct{ *Casino }

// Payment implements pay.Service.
func (p payments) Payment(_ context.Context, token string) (pay.Payment, error) {
	sandbox, secret, err := p.sandboxOf(token)
	if err != nil {
		return pay.Payment{}, pay.ErrNotFound
	}
	s, err := sandbox.world.ProviderPayment(secret)
	if err != nil {
		return pay.Payment{}, paymentError(err)
	}
	texts := sandbox.world.Catalogue.Texts
	return pay.Payment{
		Lang: s.Lang, Merchant: s.Brand.Name, Provider: texts.MethodName(s.Lang, s.Method.ID, s.Method.Name),
		Logo: calls.ArtPath + "method/" + s.Method.Logo + ".svg?v=" + strconv.FormatUint(sandbox.world.Catalogue.Seed, 10),
		ID:   s.ID, Amount: s.Amount, Fee: s.Fee, Currency: world.Currency, State: stateOf(s), Until: s.Until,
		Address: s.Address, Coins: s.Coins, Back: p.options.siteAt(s.Brand, s.Back),
	}, nil
}

// Decide implements pay.Service.
func (p payments) Decide(_ context.Context, token string, confirm bool) error {
	sandbox, secret, err := p.sandboxOf(token)
	if err != nil {
		return pay.ErrNotFound
	}
	_, err = sandbox.world.ResolveProviderPayment(secret, confirm)
	return paymentError(err)
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

func paymentError(err error) error {
	switch {
	case errors.Is(err, world.ErrNoRecords):
		return pay.ErrNotFound
	case errors.Is(err, world.ErrSettled):
		return pay.ErrSettled
	default:
		return err
	}
}
