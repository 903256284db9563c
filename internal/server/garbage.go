package server

import (
	"os"
	"runtime/debug"
)

const (
	// gcPercent lets garbage grow to four times what is in use before it is
	// collected: a plan of a thousand objects leaves a lot of it and keeps little.
	gcPercent = 400
	// memoryLimit, in bytes, is where it is collected all the same. More than that is
	// in use only in plans of tens of thousands of objects.
	memoryLimit = 40 << 20
)

// tuneGarbageCollector trades some memory for speed, unless the environment says
// how much of either there is.
func tuneGarbageCollector() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit)
}
