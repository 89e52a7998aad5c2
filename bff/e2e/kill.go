package e2e

// Kill ends the process as a power cut would: it can neither drain nor write anything down.
func (p *Process) Kill() error {
	err := p.cmd.Process.Kill()
	<-p.ended //nolint:errcheck // it says that it was killed
	return err
}
