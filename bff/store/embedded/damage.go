package embedded

import (
	"fmt"
	"runtime/debug"
)

// protect runs fn, which reads a file. bbolt panics, and the system reports a fault of memory, when
// the file is damaged or shorter than it says; protect returns that as an error.
func protect(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the file is damaged: %v", p)
		}
	}()
	return fn()
}
