package staff_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"croupier/bff/staff"
)

func TestDemoAccountsAreRefusedInFrontOfARealPlatform(t *testing.T) {
	r := newRig(t)
	if names, err := r.accounts.Demo(t.Context()); err != nil || !slices.Equal(names, []string{"destek", "izleyici", "yonetici"}) {
		t.Fatalf("demo accounts: %v %v", names, err)
	}
	own, err := staff.Account{Name: "ayse", Roles: staff.ForAllBrands(staff.Viewer)}.WithPassword("Uzun bir parola")
	if err == nil {
		err = r.accounts.Add(t.Context(), own)
	}
	if err != nil {
		t.Fatal(err)
	}
	demo, ayse := r.login("yonetici", "Yonetici123!"), r.login("ayse", "Uzun bir parola")

	r.realPlatform = true // another instance ran the demo with the same store
	if got := r.do("GET", "/me", "", demo); got.status != http.StatusUnauthorized {
		t.Errorf("login of before: %d", got.status)
	}
	if got := r.do("POST", "/login", `{"username":"yonetici","password":"Yonetici123!"}`, nil); got.status != http.StatusUnauthorized {
		t.Errorf("login: %d", got.status)
	}
	if got := r.do("GET", "/me", "", ayse); got.status != http.StatusOK {
		t.Errorf("another account: %d", got.status)
	}
}

func TestDemoAccountsAreCreatedInAnEmptyStoreOnly(t *testing.T) {
	records := &memoryRecords{}
	accounts, err := staff.OpenAccounts(records, time.Now)
	if err != nil || len(records.all) != 0 {
		t.Fatalf("%v, %d accounts", err, len(records.all))
	}
	own, err := staff.Account{Name: "ayse", Roles: staff.ForAllBrands(staff.Viewer)}.WithPassword("Uzun bir parola")
	if err == nil {
		err = accounts.Add(t.Context(), own)
	}
	if err == nil {
		err = accounts.AddDemo(t.Context(), demoAccounts, own.Since)
	}
	if names, _ := accounts.Demo(t.Context()); err != nil || len(names) != 0 || len(records.all) != 1 {
		t.Errorf("%v, demo accounts %v of %d", err, names, len(records.all))
	}
}
