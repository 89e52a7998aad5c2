// Package deploy checks the files that Croupier is deployed with: the Dockerfile, the Kubernetes
// manifests and the compose file. It is a module of its own, so that the libraries of those formats stay
// out of the product's.
package deploy

// root is the root of the repository.
const root = "../../.."
