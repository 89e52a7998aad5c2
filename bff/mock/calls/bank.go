package calls

import (
	"croupier/bff/mock/world"
)

// bank are the calls about banks and accounts.
var bank = map[string]Func{
	"finance/list_banks":          player(banks),
	"finance/list_bank_accounts":  player(accounts),
	"finance/get_bank_account":    player(houseAccounts),
	"finance/save_bank_account":   player(saveAccount),
	"finance/delete_bank_account": player(deleteAccount),
}

type bankWire struct {
	BankID int    `json:"bankID"`
	Name   string `json:"name"`
	Code   string `json:"code"`
	Logo   string `json:"logo"`
}

type bankAccount struct {
	BankAccountID int    `json:"bankAccountID"`
	BankID        int    `json:"bankID"`
	BankName      string `json:"bankName"`
	Owner         string `json:"owner"`
	BranchCode    string `json:"branch_code"`
	AccountNumber string `json:"account_number"`
	IBAN          string `json:"iban"`
	Status        int    `json:"status"`
}

func banks(r *Request, _ *world.Player) (Reply, error) {
	return Reply{Data: each(world.Banks, func(b world.Bank) bankWire {
		return bankWire{b.ID, b.Name, b.Code, r.numbered("bank", b.ID)}
	})}, nil
}

func wireAccount(a world.BankAccount) bankAccount {
	return bankAccount{a.ID, a.Bank.ID, a.Bank.Name, a.Owner, a.BranchCode, a.AccountNumber, a.IBAN, 1}
}

func accounts(_ *Request, p *world.Player) (Reply, error) {
	return Reply{Data: each(p.Accounts, func(a *world.BankAccount) bankAccount { return wireAccount(*a) })}, nil
}

func houseAccounts(r *Request, _ *world.Player) (Reply, error) {
	b, ok := world.BankByID(r.Data.number("bankID", 0))
	if !ok {
		return Reply{}, world.ErrNoRecords
	}
	return Reply{Data: each(world.CasinoAccounts(b, r.Brand.Name), wireAccount)}, nil
}

func saveAccount(r *Request, p *world.Player) (Reply, error) {
	b, ok := world.BankByID(r.Data.number("bankID", 0))
	if !ok {
		return Reply{}, world.ErrAccount
	}
	id := r.Data.number("bankAccountID", 0)
	a, err := p.SaveAccount(world.BankAccount{
		ID: id, Bank: b, Owner: r.Data.text("owner"), BranchCode: r.Data.text("branch_code"),
		AccountNumber: r.Data.text("account_number"), IBAN: r.Data.text("iban"),
	})
	if err != nil {
		return Reply{}, err
	}
	said := "Banka Hesabı Başarıyla Eklendi"
	if id != 0 {
		said = "Banka Hesabı Başarıyla Güncellendi"
	}
	return Reply{Data: wireAccount(*a), Message: said}, nil
}

func deleteAccount(r *Request, p *world.Player) (Reply, error) {
	if err := p.DeleteAccount(r.Data.number("bankAccountID", 0)); err != nil {
		return Reply{}, err
	}
	return Reply{Message: "Banka Hesabı Başarıyla Silindi"}, nil
}
