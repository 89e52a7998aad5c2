package bff

// GuestRead is a guest call that the server makes on its own behalf, to put the response into a page. Data
// are the fields besides the call's defaults.
type GuestRead struct {
	Class, Method string
	Data          map[string]any
}

// Name returns the name of the call, class/method.
func (r GuestRead) Name() string { return r.Class + "/" + r.Method }
