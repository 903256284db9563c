package server

import "os"

// reservedHeap is in bytes. A heap of a few MiB is collected dozens of times in a
// plan of a thousand objects, which takes longer than all that the provider does
// with them.
const reservedHeap = 12 << 20

// reserveHeap returns memory that makes the heap look larger to the garbage
// collector, which runs when it has doubled, for as long as somebody holds it.
// Nothing is ever written there, so that it takes no memory of the machine's.
// It is nil where the environment says how to collect garbage.
func reserveHeap() []byte {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return nil
	}
	return make([]byte, reservedHeap)
}
