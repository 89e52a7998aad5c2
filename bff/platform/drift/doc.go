// Package drift lists the observed deviations of platforms from the contract: which place of which
// call's answers, how often, since when. It logs and counts them within bounds.
package drift
