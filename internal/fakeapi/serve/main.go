// Command serve runs the fake Responses API for shell scripts and for work by hand:
//
//	serve -script 'gpt-5.6-sol=capacity; *=ok' -log requests.jsonl
//
// It prints its base URL on the first line of standard output and serves until it is ended.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/cxhook/cxhook/internal/fakeapi"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run() error {
	address := flag.String("address", "127.0.0.1:0", "loopback `host:port` to listen on")
	script := flag.String("script", "", "how models answer: `MODEL=ANSWER,ANSWER;…`, MODEL * for all others")
	refuse := flag.String("refuse", "", "comma-separated `models` that are at capacity from the start")
	logFile := flag.String("log", "", "`file` that gets every request as a line of JSON")
	flag.Parse()

	models, err := fakeapi.ParseScripts(*script)
	if err != nil {
		return err
	}
	for model := range strings.SplitSeq(*refuse, ",") {
		if model != "" {
			models[model] = fakeapi.Script{{Kind: fakeapi.Capacity}}
		}
	}
	var log io.Writer
	if *logFile != "" {
		file, err := os.OpenFile(*logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer file.Close()
		log = file
	}
	server, err := fakeapi.Start(fakeapi.Options{Address: *address, Models: models, Log: log})
	if err != nil {
		return err
	}
	fmt.Println(server.URL())
	end := make(chan os.Signal, 1)
	signal.Notify(end, os.Interrupt, syscall.SIGTERM)
	<-end
	return server.Close()
}
