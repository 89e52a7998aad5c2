package calls

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"time"

	"croupier/bff/internal/lists"
	"croupier/bff/mock/world"
)

// moneyCalls are the calls that move money. They are idempotent by their key.
var moneyCalls = map[string]playerFunc{
	"finance/save_bank_transfer":        transfer(world.TransferBank),
	"finance/save_cep_bank_transfer":    transfer(world.TransferCep),
	"prepayServices/processTransaction": transfer(byProvider),
	"finance/cancel_withdrawal":         cancelWithdrawal,
	"user/claim_bonus": changeBonus(
		func(_ world.View, p *world.Player, id int) (*world.Bonus, error) { return p.ClaimBonus(id) }),
	"user/cancel_bonus": changeBonus(world.View.CancelBonus),
}

var bankCalls = map[string]playerFunc{
	"finance/list_banks": func(r *Request, _ *world.Player) (Reply, error) {
		return answer(lists.Map(world.Banks, func(b world.Bank) object {
			return object{"bankID": b.ID, "name": b.Name, "code": b.Code, "logo": r.numbered("bank", b.ID)}
		}))
	},
	"finance/list_bank_accounts": func(_ *Request, p *world.Player) (Reply, error) {
		return answer(lists.Map(p.Accounts, bankAccount))
	},
	"finance/get_bank_account": func(r *Request, _ *world.Player) (Reply, error) {
		b, ok := world.BankByID(r.Data.int("bankID", 0))
		if !ok {
			return refuse(world.ErrNoRecords)
		}
		return answer(lists.Map(world.CasinoAccounts(b, r.Brand.Name), bankAccount))
	},
	"finance/save_bank_account": func(r *Request, p *world.Player) (Reply, error) {
		b, ok := world.BankByID(r.Data.int("bankID", 0))
		if !ok {
			return refuse(world.ErrAccount)
		}
		id := r.Data.int("bankAccountID", 0)
		a, err := p.SaveAccount(world.BankAccount{
			ID: id, Bank: b, Owner: r.Data.string("owner"), BranchCode: r.Data.string("branch_code"),
			AccountNumber: r.Data.string("account_number"), IBAN: r.Data.string("iban"),
		})
		if err != nil {
			return refuse(err)
		}
		if id == 0 {
			return Reply{Data: bankAccount(a), Message: "Banka Hesabı Başarıyla Eklendi"}, nil
		}
		return Reply{Data: bankAccount(a), Message: "Banka Hesabı Başarıyla Güncellendi"}, nil
	},
	"finance/delete_bank_account": func(r *Request, p *world.Player) (Reply, error) {
		if err := p.DeleteAccount(r.Data.int("bankAccountID", 0)); err != nil {
			return refuse(err)
		}
		return Reply{Message: "Banka Hesabı Başarıyla Silindi"}, nil
	},
}

func bankAccount(a *world.BankAccount) object {
	return object{
		"bankAccountID": a.ID, "bankID": a.Bank.ID, "bankName": a.Bank.Name, "owner": a.Owner,
		"branch_code": a.BranchCode, "account_number": a.AccountNumber, "iban": a.IBAN, "status": 1,
	}
}

func changeBonus(change func(world.View, *world.Player, int) (*world.Bonus, error)) playerFunc {
	return func(r *Request, p *world.Player) (Reply, error) {
		b, err := change(r.View, p, r.Data.int("bonusID", 0))
		if err != nil {
			return refuse(err)
		}
		return answer(bonus(r, b))
	}
}

// byProvider stands for every transfer type that contracts/constants.yaml does not name.
const byProvider = 0

// paymentRequest reads what all payments share: the method of a transfer type, the amount and the
// method's own fields.
func paymentRequest(r *Request, kind int) (q world.PaymentRequest, err error) {
	m, ok := world.Method(r.Data.int("Type", world.CashDeposit), r.Data.int("methodID", 0))
	isOwn := ok && (m.Transfer == world.TransferBank || m.Transfer == world.TransferCep)
	if !ok || isOwn && m.Transfer != kind || !isOwn && kind != byProvider ||
		r.Data.int("transferType", m.Transfer) != m.Transfer {
		return q, world.ErrMethod
	}
	amount, ok := r.Data.money("amount")
	if !ok {
		return q, world.ErrAmount
	}
	q = world.PaymentRequest{Method: m, Amount: amount, Fields: map[string]string{}, Note: r.Data.string("note")}
	for _, name := range m.Fields {
		q.Fields[name] = r.Data.scalar(name)
	}
	name, ok := m.CheckFields(q.Fields)
	switch label := world.CashFields[name].Label; {
	case ok:
		return q, nil
	case q.Fields[name] == "":
		return q, world.ErrField.About(name)
	default:
		message := r.text("refusal.wrong", "field", r.text("field."+label))
		return q, &world.Refusal{Message: message, Code: http.StatusBadRequest, Field: name}
	}
}

// transfer returns the call that pays by methods of a transfer type, or by methods of providers.
func transfer(kind int) playerFunc {
	return func(r *Request, p *world.Player) (Reply, error) {
		q, err := paymentRequest(r, kind)
		if err != nil {
			return refuse(err)
		}
		field := "bankID"
		_, ok := world.BankByID(r.Data.int(field, 0))
		if kind == world.TransferBank && q.Method.Type == world.CashWithdraw {
			field = "bankAccountID"
			q.Account = r.Data.int(field, 0)
			_, ok = p.Account(q.Account)
		}
		if !ok && kind != byProvider {
			return refuse(world.ErrAccount.About(field))
		}
		for _, key := range []string{"sender_national_id", "receiver_national_id"} {
			if id := r.Data.string(key); kind == world.TransferCep && id != "" && !world.ValidNationalID(id) {
				return refuse(world.ErrNationalID.About(key))
			}
		}
		return pay(r, p, q)
	}
}

// pay creates a payment. A deposit may continue at a page of the provider or with a QR code.
func pay(r *Request, p *world.Player, q world.PaymentRequest) (Reply, error) {
	start := p.Deposit
	if q.Method.Type != world.CashDeposit {
		start = p.Withdraw
		if err := checkWithdrawal(r, p, q); err != nil {
			return refuse(err)
		}
	}
	t, err := start(q)
	if err != nil {
		return refuse(err)
	}
	t.Key = r.Key
	out := object{"transaction_id": t.ID, "status": t.Status}
	if m := q.Method; m.Type == world.CashDeposit && (m.Redirects || m.QR) {
		url := r.Base + PayPath + r.World.Name + "." + p.OpenProviderPage(t, q)
		out["url"] = url
		if m.QR {
			out["qr"] = qrCode(t, url)
		}
	}
	return Reply{Data: out, Message: "operation successful"}, nil
}

func checkWithdrawal(r *Request, p *world.Player, q world.PaymentRequest) error {
	until, err := time.ParseInLocation(time.DateOnly, r.Data.string("id_valid_until"), world.Zone)
	if err != nil || until.AddDate(0, 0, 1).Before(p.Now()) {
		return world.ErrIdentity
	}
	return r.View.CheckWithdrawal(p, q.Amount)
}

func cancelWithdrawal(r *Request, p *world.Player) (Reply, error) {
	t, err := p.CancelWithdrawal(r.Data.int("transaction_id", 0))
	if err != nil {
		return refuse(err)
	}
	return answer(object{"transaction_id": t.ID, "status": t.Status})
}

// qrCode returns the content of a QR code: a coin address as in BIP 21, or a link to the provider's
// app.
func qrCode(t *world.Transaction, url string) string {
	via := t.Payment()
	if via.Transfer == world.TransferCoin {
		address, coins := via.CoinAddress(t)
		return via.Logo + ":" + address + "?amount=" + coins
	}
	return via.Logo + ":pay?amount=" + t.Amount.String() + "&currency=" + world.Currency + "&page=" + url
}

// idempotent runs a call once per Idempotency-Key and answers repeats with the stored reply.
// The language is not part of the request's identity, as in the BFF.
func idempotent(call string, f playerFunc) playerFunc {
	return func(r *Request, p *world.Player) (Reply, error) {
		identity := maps.Clone(map[string]any(r.Data))
		delete(identity, "Lang")
		body, _ := json.Marshal(identity) // decoded JSON encodes
		sum := sha256.Sum256(append([]byte(call), body...))
		raw, err := p.Once(r.Key, hex.EncodeToString(sum[:]), func() ([]byte, error) {
			reply, err := f(r, p)
			if err != nil {
				return nil, err
			}
			return json.Marshal(reply)
		})
		if err != nil {
			return refuse(err)
		}
		stored := Reply{Data: &json.RawMessage{}}
		if err := json.Unmarshal(raw, &stored); err != nil {
			return refuse(fmt.Errorf("could not decode the stored reply of %s: %w", call, err))
		}
		return stored, nil
	}
}
