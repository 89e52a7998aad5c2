package calls

import (
	"net/http"
	"time"

	"croupier/bff/mock/world"
)

// payments are the calls that move money in and out.
var payments = map[string]Func{
	"finance/save_bank_transfer":        player(once("finance/save_bank_transfer", bankTransfer)),
	"finance/save_cep_bank_transfer":    player(once("finance/save_cep_bank_transfer", cepTransfer)),
	"prepayServices/processTransaction": player(once("prepayServices/processTransaction", process)),
}

// PayPath is where the pages of payment providers are served.
const PayPath = "/mock/pay/"

type payment struct {
	TransactionID int    `json:"transaction_id"`
	Status        int    `json:"status"`
	URL           string `json:"url,omitempty"`
	QR            string `json:"qr,omitempty"`
}

// order reads what every payment has: its method, of one of the transfer types, its amount,
// and the fields that the method asks for.
func order(r *Request, transfers func(int) bool) (world.Order, error) {
	m, ok := world.Method(r.Data.number("Type", world.CashDeposit), r.Data.number("methodID", 0))
	if !ok || !transfers(m.Transfer) || r.Data.number("transferType", m.Transfer) != m.Transfer {
		return world.Order{}, world.ErrMethod
	}
	amount, ok := r.Data.money("amount")
	if !ok {
		return world.Order{}, world.ErrAmount
	}
	o := world.Order{Method: m, Amount: amount, Fields: map[string]string{}, Note: r.Data.text("note")}
	for _, f := range m.Fields {
		o.Fields[f.Name] = extra(r.Data, f.Name)
	}
	if wrong, missing, ok := m.CheckFields(o.Fields); missing {
		return o, world.ErrField
	} else if !ok {
		return o, &world.Refusal{Message: r.say("refusal.wrong", "field", r.say("field."+wrong.Label)), Code: http.StatusBadRequest}
	}
	return o, nil
}

func bankTransfer(r *Request, p *world.Player) (Reply, error) {
	o, err := order(r, func(t int) bool { return t == world.TransferBank })
	if err != nil {
		return Reply{}, err
	}
	if o.Method.Type == world.CashWithdraw {
		o.Account = r.Data.number("bankAccountID", 0)
		if _, ok := p.Account(o.Account); !ok {
			return Reply{}, world.ErrAccount
		}
	} else if _, ok := world.BankByID(r.Data.number("bankID", 0)); !ok {
		return Reply{}, world.ErrAccount
	}
	return pay(r, p, o)
}

func cepTransfer(r *Request, p *world.Player) (Reply, error) {
	o, err := order(r, func(t int) bool { return t == world.TransferCep })
	if err != nil {
		return Reply{}, err
	}
	if _, ok := world.BankByID(r.Data.number("bankID", 0)); !ok {
		return Reply{}, world.ErrAccount
	}
	for _, key := range []string{"sender_national_id", "receiver_national_id"} {
		if id := r.Data.text(key); id != "" && !world.ValidNationalID(id) {
			return Reply{}, world.ErrNationalID
		}
	}
	return pay(r, p, o)
}

func process(r *Request, p *world.Player) (Reply, error) {
	o, err := order(r, func(t int) bool { return t != world.TransferBank && t != world.TransferCep })
	if err != nil {
		return Reply{}, err
	}
	return pay(r, p, o)
}

// pay moves the money, or leaves it waiting, and says how to go on: at a page of the
// provider, or by a code that the player's telephone reads.
func pay(r *Request, p *world.Player, o world.Order) (Reply, error) {
	t, err := move(r, p, o)
	if err != nil {
		return Reply{}, err
	}
	out := payment{TransactionID: t.ID, Status: t.Status}
	if m := o.Method; m.Type == world.CashDeposit && (m.Redirects || m.QR) {
		out.URL = r.Base + PayPath + r.World.Name + "." + p.OpenProviderPayment(t, o)
		if m.QR {
			out.QR = scanned(t, out.URL)
		}
	}
	return Reply{Data: out, Message: "operation successful"}, nil
}

// scanned is what a payment's QR code says: where coins go (as BIP 21 writes it), or what the
// provider's application opens.
func scanned(t *world.Transaction, url string) string {
	if t.Via.Transfer == world.TransferCoin {
		address, coins := t.Via.CoinAddress(t)
		return t.Via.Logo + ":" + address + "?amount=" + coins
	}
	return t.Via.Logo + ":pay?amount=" + t.Amount.String() + "&currency=" + world.Currency + "&page=" + url
}

func move(r *Request, p *world.Player, o world.Order) (*world.Transaction, error) {
	if o.Method.Type == world.CashDeposit {
		return p.Deposit(o)
	}
	until, err := time.ParseInLocation(dayLayout, r.Data.text("id_valid_until"), world.Zone)
	if err != nil || until.AddDate(0, 0, 1).Before(p.Now()) {
		return nil, world.ErrIdentity
	}
	if err := r.View.Payable(p, o.Amount); err != nil {
		return nil, err
	}
	return p.Withdraw(o)
}
