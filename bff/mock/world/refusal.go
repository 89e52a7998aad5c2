package world

import "net/http"

// Refusal is a business answer: the platform understood and said no. It travels to the
// player as result=false with Message and Code (calls.md §1).
type Refusal struct {
	Message string
	Code    int
}

// Error gives the message.
func (r *Refusal) Error() string { return r.Message }

// What the casino refuses with. The first six are the messages that calls.md §1 recognises;
// the others are told to the player as they stand.
var (
	ErrSession      = &Refusal{"Oturum Süresi Doldu", http.StatusForbidden}
	ErrLogin        = &Refusal{"Giriş Başarısız", http.StatusUnauthorized}
	ErrInactive     = &Refusal{"Hesap Aktif Değil", http.StatusForbidden}
	ErrUnauthorized = &Refusal{"Bu işlem için yetkiniz yok", http.StatusForbidden}
	ErrNoRecords    = &Refusal{"Kayıt Bulunamadı", http.StatusNotFound}
	ErrMaintenance  = &Refusal{"This site is under maintenance", http.StatusServiceUnavailable}

	ErrFunds        = &Refusal{"Bakiyeniz Yetersiz", http.StatusPaymentRequired}
	ErrStake        = &Refusal{"Bahis tutarı oyunun limitleri dışında", http.StatusBadRequest}
	ErrBet          = &Refusal{"Bu bahis artık açık değil", http.StatusConflict}
	ErrAmount       = &Refusal{"Girilen tutar belirlenen aralıkta değil", http.StatusBadRequest}
	ErrMethod       = &Refusal{"Ödeme yöntemi tanımlı değil", http.StatusBadRequest}
	ErrAccount      = &Refusal{"Lütfen geçerli bir hesap seçiniz", http.StatusBadRequest}
	ErrIdentity     = &Refusal{"Kimlik geçerlilik tarihi dolmuş", http.StatusBadRequest}
	ErrIBAN         = &Refusal{"IBAN numarası hatalı", http.StatusBadRequest}
	ErrCode         = &Refusal{"The code you entered is incorrect", http.StatusBadRequest}
	ErrToken        = &Refusal{"Bağlantı geçersiz veya süresi dolmuş", http.StatusBadRequest}
	ErrPassword     = &Refusal{"Mevcut şifreniz hatalı", http.StatusBadRequest}
	ErrPasswordSame = &Refusal{"Şifreler birbiriyle uyuşmuyor", http.StatusBadRequest}
	ErrUsername     = &Refusal{"Bu kullanıcı adı kullanılıyor", http.StatusConflict}
	ErrEmail        = &Refusal{"Bu e-posta adresi kullanılıyor", http.StatusConflict}
	ErrBonus        = &Refusal{"Bonus bu işlem için uygun değil", http.StatusBadRequest}
	ErrBonusActive  = &Refusal{"Devam eden bir bonusunuz var", http.StatusConflict}
	ErrProvider     = &Refusal{"Internal Server Error", http.StatusInternalServerError}
	ErrClosed       = &Refusal{"Masa şu anda kapalı", http.StatusBadRequest}
	ErrDemo         = &Refusal{"Bu oyunun demosu bulunmuyor", http.StatusBadRequest}
	ErrField        = &Refusal{"Lütfen zorunlu alanları doldurunuz", http.StatusBadRequest}
	ErrFull         = &Refusal{"Şu anda yeni kayıt alınamıyor", http.StatusServiceUnavailable}
)
