package mock

import (
	"context"
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
		return pay.Payment{}, world.ErrNoRecords
	}
	s, err := sandbox.world.ProviderPayment(secret)
	if err != nil {
		return pay.Payment{}, err
	}
	s.Back = p.options.siteAt(s.Brand, s.Back)
	return pay.Payment{
		ProviderPayment: s, Merchant: s.Brand.Name, Provider: sandbox.world.Catalogue.Texts.MethodName(s.Lang, s.Method.ID, s.Method.Name),
		Logo: calls.ArtPath + "method/" + s.Method.Logo + ".svg?v=" + strconv.FormatUint(sandbox.world.Catalogue.Seed, 10),
	}, nil
}

// Decide implements pay.Service.
func (p payments) Decide(_ context.Context, token string, confirm bool) error {
	sandbox, secret, err := p.sandboxOf(token)
	if err != nil {
		return world.ErrNoRecords
	}
	_, err = sandbox.world.ResolveProviderPayment(secret, confirm)
	return err
}
