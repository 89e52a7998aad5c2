// Package guides runs the commands of the guides, so that none of them is untrue. A guide is a Markdown
// file; its fenced blocks run in order, in one shell, in a folder that looks like the root of the
// repository, with croupier on the PATH and a network of its own:
//
//	```sh            is run and has to succeed
//	```sh exit=1     is run and has to end with this status
//	```sh server     is started in the background; the next block runs when it listens
//	```text          after one of these: lines that it prints; … stands for any text
//	```yaml file=F   any language: is saved as the file F
//
// Blocks that are not run are listed in the test, each with the reason.
package guides
