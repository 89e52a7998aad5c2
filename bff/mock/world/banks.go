package world

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Bank is a pretend bank.
type Bank struct {
	ID   int
	Name string
	Code string
}

// Banks are the banks that one can pay through.
var Banks = []Bank{
	{1, "Kordon Bank", "00801"},
	{2, "Çınar Bankası", "00802"},
	{3, "Anafor Bank", "00803"},
	{4, "Hisar Bankası", "00804"},
	{5, "Meltem Katılım", "00805"},
	{6, "Terazi Bank", "00806"},
	{7, "Yakamoz Bank", "00807"},
	{8, "Kubbe Finans", "00808"},
}

// BankByID finds a bank.
func BankByID(id int) (Bank, bool) {
	if id < 1 || id > len(Banks) {
		return Bank{}, false
	}
	return Banks[id-1], true
}

// BankAccount is an account of a player, or of the house.
type BankAccount struct {
	ID            int
	Bank          Bank
	Owner         string
	BranchCode    string
	AccountNumber string
	IBAN          string
}

// CasinoAccounts are the house's accounts at a bank, to pay into.
func CasinoAccounts(b Bank, house string) []BankAccount {
	var out []BankAccount
	for n := range 2 {
		number := strconv.Itoa(4_400_000 + b.ID*1_000 + n)
		branch := strconv.Itoa(300 + b.ID)
		out = append(out, BankAccount{
			ID: b.ID*10 + n + 1, Bank: b, Owner: house + " Ödeme Hizmetleri",
			BranchCode: branch, AccountNumber: number, IBAN: iban(b, branch, number),
		})
	}
	return out
}

// maxAccounts is how many bank accounts a player may have.
const maxAccounts = 10

// SaveAccount adds a bank account, or changes the one with its id. It fails with ErrIBAN for
// what is no Turkish IBAN, with ErrIBANBank for one of another bank, with ErrIBANTaken for
// one that the player has already, with ErrOwner for an account in another name, with
// ErrAccounts beyond maxAccounts, with ErrAccount for an id that the player has not, and
// with ErrAccountBusy for an account that a withdrawal is under way to.
func (p *Player) SaveAccount(a BankAccount) (*BankAccount, error) {
	a.IBAN = strings.ToUpper(strings.ReplaceAll(a.IBAN, " ", ""))
	switch {
	case !strings.HasPrefix(a.IBAN, "TR") || len(a.IBAN) != turkishIBAN || !ValidIBAN(a.IBAN):
		return nil, ErrIBAN
	case a.IBAN[4:9] != a.Bank.Code:
		return nil, ErrIBANBank
	case !sameName(a.Owner, p.FirstName+" "+p.LastName):
		return nil, ErrOwner
	case slices.ContainsFunc(p.Accounts, func(have *BankAccount) bool { return have.IBAN == a.IBAN && have.ID != a.ID }):
		return nil, ErrIBANTaken
	}
	if a.ID == 0 {
		if len(p.Accounts) >= maxAccounts {
			return nil, ErrAccounts
		}
		a.ID = p.world.nextID()
		p.Accounts = append(p.Accounts, &a)
		return &a, nil
	}
	have, ok := p.Account(a.ID)
	switch {
	case !ok:
		return nil, ErrAccount
	case p.paysOutTo(a.ID):
		return nil, ErrAccountBusy
	}
	*have = a
	return have, nil
}

// sameName compares names as banks do: without case, accents and extra spaces.
func sameName(a, b string) bool {
	return strings.Join(strings.Fields(Fold(a)), " ") == strings.Join(strings.Fields(Fold(b)), " ")
}

// DeleteAccount takes a bank account away. It fails with ErrAccount, and with ErrAccountBusy
// while a withdrawal to it is under way.
func (p *Player) DeleteAccount(id int) error {
	if _, ok := p.Account(id); !ok {
		return ErrAccount
	}
	if p.paysOutTo(id) {
		return ErrAccountBusy
	}
	p.Accounts = slices.DeleteFunc(p.Accounts, func(a *BankAccount) bool { return a.ID == id })
	return nil
}

// paysOutTo tells whether a withdrawal to an account is under way.
func (p *Player) paysOutTo(account int) bool {
	return slices.ContainsFunc(p.Transactions, func(t *Transaction) bool {
		return t.Status == StatusWaiting && t.account == account
	})
}

// Account finds a bank account of the player.
func (p *Player) Account(id int) (*BankAccount, bool) {
	for _, a := range p.Accounts {
		if a.ID == id {
			return a, true
		}
	}
	return nil, false
}

// turkishIBAN is the length of a Turkish IBAN.
const turkishIBAN = 26

// ValidIBAN checks form and check digits (ISO 13616).
func ValidIBAN(s string) bool {
	if len(s) < 15 || len(s) > 34 {
		return false
	}
	n, ok := ibanNumber(s[4:] + s[:4])
	return ok && new(big.Int).Mod(n, big.NewInt(97)).Int64() == 1
}

// iban makes a Turkish IBAN: bank code of 5, a reserved zero, and 16 of branch and account.
func iban(b Bank, branch, number string) string {
	body := b.Code + "0" + leftPad(branch, 5) + leftPad(number, 11)
	n, _ := ibanNumber(body + "TR00")
	check := 98 - new(big.Int).Mod(n, big.NewInt(97)).Int64()
	return "TR" + leftPad(strconv.FormatInt(check, 10), 2) + body
}

func ibanNumber(s string) (*big.Int, bool) {
	var digits strings.Builder
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits.WriteRune(r)
		case r >= 'A' && r <= 'Z':
			digits.WriteString(strconv.Itoa(int(r-'A') + 10))
		default:
			return nil, false
		}
	}
	return new(big.Int).SetString(digits.String(), 10)
}

func leftPad(s string, n int) string { return strings.Repeat("0", max(0, n-len(s))) + s }
