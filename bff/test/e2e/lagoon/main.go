// Command lagoon is a small casino platform whose API has another shape than the contract: tokens that
// expire, form bodies, UUIDs, cursors and cents. configs/mappings/README.md puts it behind Croupier.
package main

import "croupier/bff/test/e2e/lagoon/casino"

func main() { casino.Main() }
