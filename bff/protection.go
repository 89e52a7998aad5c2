package bff

// ProtectionMode is what becomes of a call while its player takes a break or is self-excluded. The zero mode serves
// it during a break and refuses it during a self-exclusion.
type ProtectionMode string

// The modes of the contract.
const (
	ProtectionOpen   ProtectionMode = "open"   // it is served
	ProtectionEmpty  ProtectionMode = "empty"  // it is answered with an empty list
	ProtectionRefuse ProtectionMode = "refuse" // it is refused
)

// Restriction is what a player has begun that restricts the session.
type Restriction uint8

// The restrictions. An exclusion goes before a break.
const (
	Unrestricted Restriction = iota
	CoolingOff
	SelfExcluded
)
