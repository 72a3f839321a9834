package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

const modulePath = "go.mongodb.org/mongo-driver/v2"

// library is the version of the library that is linked into this process, as the Go toolchain recorded
// it, and the file it is in: this program.
func library() (version, path string) {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path != modulePath {
				continue
			}
			for module.Replace != nil {
				module = module.Replace
			}
			version = module.Version
		}
	}
	if executable, err := os.Executable(); err == nil {
		path = executable
	}
	return version, path
}

func runtimeVersion() string { return strings.TrimPrefix(runtime.Version(), "go") }
