package world

import (
	"math/big"
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

// HouseAccounts are the house's accounts at a bank, to pay into.
func HouseAccounts(b Bank, house string) []BankAccount {
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

// SaveAccount adds a bank account, or changes the one with its id. It fails with ErrIBAN,
// or with ErrAccount for an id that the player has not.
func (p *Player) SaveAccount(a BankAccount) (*BankAccount, error) {
	if !ValidIBAN(a.IBAN) {
		return nil, ErrIBAN
	}
	if a.ID == 0 {
		a.ID = p.world.nextID()
		p.Accounts = append(p.Accounts, &a)
		return &a, nil
	}
	have, ok := p.Account(a.ID)
	if !ok {
		return nil, ErrAccount
	}
	*have = a
	return have, nil
}

// DeleteAccount takes a bank account away. It fails with ErrAccount.
func (p *Player) DeleteAccount(id int) error {
	for i, a := range p.Accounts {
		if a.ID == id {
			p.Accounts = append(p.Accounts[:i:i], p.Accounts[i+1:]...)
			return nil
		}
	}
	return ErrAccount
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
