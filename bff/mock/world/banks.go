package world

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Bank is a bank.
type Bank struct {
	ID         int
	Name, Code string
}

// Banks are the banks for bank transfers.
var Banks = data.Banks

// BankByID returns a bank.
func BankByID(id int) (Bank, bool) { return find(Banks, func(b Bank) bool { return b.ID == id }) }

// BankAccount is a bank account of a player or of the casino.
type BankAccount struct {
	ID                                     int
	Bank                                   Bank
	Owner, BranchCode, AccountNumber, IBAN string
}

func newBankAccount(id int, b Bank, owner string, branch, number int) *BankAccount {
	return &BankAccount{
		ID: id, Bank: b, Owner: owner, IBAN: iban(b, branch, number),
		BranchCode: strconv.Itoa(branch), AccountNumber: strconv.Itoa(number),
	}
}

// CasinoAccounts returns the accounts of the casino at a bank, for deposits.
func CasinoAccounts(b Bank, casino string) (out []*BankAccount) {
	for n := range 2 {
		out = append(out, newBankAccount(b.ID*10+n+1, b, casino+" Ödeme Hizmetleri", 300+b.ID, 4_400_000+b.ID*1_000+n))
	}
	return out
}

const maxAccounts = 10

// SaveAccount adds a bank account, or changes the one with its id.
func (p *Player) SaveAccount(a BankAccount) (*BankAccount, error) {
	a.IBAN = strings.ToUpper(strings.ReplaceAll(a.IBAN, " ", ""))
	switch {
	case !ValidIBAN(a.IBAN):
		return nil, ErrIBAN
	case a.IBAN[4:9] != a.Bank.Code:
		return nil, ErrIBANBank
	case bankName(a.Owner) != bankName(p.FirstName+" "+p.LastName):
		return nil, ErrOwner
	case slices.ContainsFunc(p.Accounts,
		func(have *BankAccount) bool { return have.IBAN == a.IBAN && have.ID != a.ID }):
		return nil, ErrIBANTaken
	case a.ID == 0 && len(p.Accounts) >= maxAccounts:
		return nil, ErrAccounts
	case a.ID == 0:
		a.ID = p.world.nextID()
		p.Accounts = append(p.Accounts, &a)
		return &a, nil
	}
	have, err := p.idleAccount(a.ID)
	if err != nil {
		return nil, err
	}
	*have = a
	return have, nil
}

// bankName normalizes a name as banks do: without case, accents and extra spaces.
func bankName(s string) string { return strings.Join(strings.Fields(Fold(s)), " ") }

// DeleteAccount removes a bank account. It returns ErrAccount or ErrAccountBusy.
func (p *Player) DeleteAccount(id int) error {
	if _, err := p.idleAccount(id); err != nil {
		return err
	}
	p.Accounts = slices.DeleteFunc(p.Accounts, func(a *BankAccount) bool { return a.ID == id })
	return nil
}

func (p *Player) idleAccount(id int) (*BankAccount, error) {
	a, ok := p.Account(id)
	if !ok {
		return nil, ErrAccount
	}
	if slices.ContainsFunc(p.Transactions,
		func(t *Transaction) bool { return t.Status == StatusWaiting && t.Account == id }) {
		return nil, ErrAccountBusy
	}
	return a, nil
}

// Account returns a bank account of the player.
func (p *Player) Account(id int) (*BankAccount, bool) {
	return find(p.Accounts, func(a *BankAccount) bool { return a.ID == id })
}

// ValidIBAN validates form and check digits (ISO 13616) of a Turkish IBAN.
func ValidIBAN(s string) bool {
	return len(s) == 26 && strings.HasPrefix(s, "TR") && ibanRemainder(s[4:]+s[:4]) == 1
}

// iban returns a Turkish IBAN: 5 digits of the bank, a reserved zero, 16 digits of branch and
// account.
func iban(b Bank, branch, number int) string {
	body := fmt.Sprintf("%s0%05d%011d", b.Code, branch, number)
	return fmt.Sprintf("TR%02d%s", 98-ibanRemainder(body+"TR00"), body)
}

// ibanRemainder returns the remainder modulo 97, or -1 for invalid characters.
func ibanRemainder(s string) int {
	remainder := 0
	for _, r := range s {
		n, err := strconv.ParseInt(string(r), 36, 0) // letters are two digits from 10
		if err != nil {
			return -1
		}
		if remainder *= 10; n >= 10 {
			remainder *= 10
		}
		remainder = (remainder + int(n)) % 97
	}
	return remainder
}
