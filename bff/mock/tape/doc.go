// Package tape keeps what a real platform answered, and gives it again: the recorder stands
// between a BFF and its platform and writes each answer into a folder, secrets and personal
// data masked; a loaded tape answers the same questions in the mock, which falls back to its
// world for all others. Where an answer breaks the contract, it says so.
package tape
