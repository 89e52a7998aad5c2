package calls

import (
	"fmt"
	"regexp"
	"time"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// payments are the calls that move money in and out.
var payments = map[string]Func{
	"finance/save_bank_transfer":        player(bankTransfer),
	"finance/save_cep_bank_transfer":    player(cepTransfer),
	"prepayServices/processTransaction": player(process),
}

type payment struct {
	TransactionID int    `json:"transaction_id"`
	Status        int    `json:"status"`
	URL           string `json:"url,omitempty"`
	QR            string `json:"qr,omitempty"`
}

// order reads what every payment has: its method, of one of the transfer types, and its
// amount.
func order(r *Request, transfers func(int) bool) (*world.CashMethod, bff.Kurus, error) {
	m, ok := world.Method(r.Data.number("Type", world.CashDeposit), r.Data.number("methodID", 0))
	if !ok || !transfers(m.Transfer) {
		return nil, 0, world.ErrMethod
	}
	amount, ok := r.Data.money("amount")
	if !ok {
		return nil, 0, world.ErrAmount
	}
	return m, amount, nil
}

func bankTransfer(r *Request, p *world.Player) (Reply, error) {
	m, amount, err := order(r, func(t int) bool { return t == world.TransferBank })
	if err != nil {
		return Reply{}, err
	}
	if m.Type == world.CashWithdraw {
		if _, ok := p.Account(r.Data.number("bankAccountID", 0)); !ok {
			return Reply{}, world.ErrAccount
		}
	} else if _, ok := world.BankByID(r.Data.number("bankID", 0)); !ok {
		return Reply{}, world.ErrAccount
	}
	return pay(r, p, m, amount)
}

func cepTransfer(r *Request, p *world.Player) (Reply, error) {
	m, amount, err := order(r, func(t int) bool { return t == world.TransferCep })
	if err != nil {
		return Reply{}, err
	}
	if _, ok := world.BankByID(r.Data.number("bankID", 0)); !ok {
		return Reply{}, world.ErrAccount
	}
	return pay(r, p, m, amount)
}

func process(r *Request, p *world.Player) (Reply, error) {
	m, amount, err := order(r, func(t int) bool { return t != world.TransferBank && t != world.TransferCep })
	if err != nil {
		return Reply{}, err
	}
	for _, f := range m.Fields {
		if !fits(f, extra(r.Data, f.Name)) {
			return Reply{}, world.ErrField
		}
	}
	return pay(r, p, m, amount)
}

func fits(f world.Field, given string) bool {
	if given == "" {
		return !f.Required
	}
	ok, err := regexp.MatchString(f.Pattern, given)
	return err == nil && ok
}

// pay moves the money, or leaves it waiting, and says how to go on.
func pay(r *Request, p *world.Player, m *world.CashMethod, amount bff.Kurus) (Reply, error) {
	t, err := move(r, p, m, amount)
	if err != nil {
		return Reply{}, err
	}
	out := payment{TransactionID: t.ID, Status: t.Status}
	if m.Redirects {
		out.URL = fmt.Sprintf("/profile/transactions?transaction=%d", t.ID)
	}
	if m.QR {
		out.QR = fmt.Sprintf("croupier:%s?transaction=%d&amount=%s&currency=%s", m.Logo, t.ID, amount, world.Currency)
	}
	return Reply{Data: out, Message: "operation successful"}, nil
}

func move(r *Request, p *world.Player, m *world.CashMethod, amount bff.Kurus) (*world.Transaction, error) {
	if m.Type == world.CashDeposit {
		return p.Deposit(m, amount, r.Data.text("note"))
	}
	until, err := time.ParseInLocation(dayLayout, r.Data.text("id_valid_until"), world.Zone)
	if err != nil || until.AddDate(0, 0, 1).Before(p.Now()) {
		return nil, world.ErrIdentity
	}
	return p.Withdraw(m, amount, r.Data.text("note"))
}
