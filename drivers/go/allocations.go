package main

import (
	"runtime"
	"runtime/debug"
)

const (
	// countingLimit is the memory that may be in use before the collector runs while we count.
	countingLimit = 1 << 30
	// countings is how often a pass is counted at most, until two counts agree.
	countings = 6
)

// countAllocations counts what a pass allocates: objects, and their bytes rounded up to Go's size
// classes.
//
// The library keeps buffers in sync.Pools, which the collector empties at times of its own choosing and
// which hold one set a processor. So that the same pass gives the same count, it is counted on one
// processor, after another pass has filled the pools, with the collector off until countingLimit is
// reached. The runtime now and then allocates something for itself meanwhile; that can only add, so
// that the smallest count is the pass's own.
//
// Timed passes know nothing of this: they run with Go's defaults.
func countAllocations(run pass) (count, size int64, err error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(countingLimit))
	if _, err := run(); err != nil {
		return 0, 0, err
	}
	for i := range countings {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := run()
		runtime.ReadMemStats(&after)
		if err != nil {
			return 0, 0, err
		}
		n, bytes := int64(after.Mallocs-before.Mallocs), int64(after.TotalAlloc-before.TotalAlloc)
		if i > 0 && n == count && bytes == size {
			break
		}
		if i == 0 || bytes < size {
			count, size = n, bytes
		}
	}
	return count, size, nil
}
