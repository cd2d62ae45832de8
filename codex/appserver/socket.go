package appserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"

	"github.com/coder/websocket"
)

const (
	// maxMessage is the size in bytes of a message that the daemon promises
	// not to exceed in one frame (x-codex-websocket-max-unfragmented-message-bytes
	// of its handshake); a larger one ends the connection.
	maxMessage = 16 << 20
	// maxHeader bounds the handshake's answer, which has five short lines.
	maxHeader = 64 << 10
)

// socket is the path of the daemon's socket for a CODEX_HOME. It need not
// exist.
func socket(home string) string {
	return filepath.Join(home, "app-server-control", "app-server-control.sock")
}

// find resolves the link to the socket: its target is shorter than what a
// unix address can hold even if home is not. The target lies in the system's
// temporary folder, where anyone may have put it once the user's own is gone:
// uid must own it.
func find(home string, uid int) (string, error) {
	path, err := filepath.EvalSymlinks(socket(home))
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoDaemon, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode()&fs.ModeSocket == 0 {
		return "", fmt.Errorf("%w: %s is no socket", ErrNoDaemon, path)
	}
	if s, ok := info.Sys().(*syscall.Stat_t); !ok || int(s.Uid) != uid {
		return "", ErrForeign
	}
	return path, nil
}

// open makes the websocket over the unix socket.
func open(ctx context.Context, path string) (*websocket.Conn, error) {
	transport := &http.Transport{
		MaxResponseHeaderBytes: maxHeader,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", path)
		},
	}
	conn, _, err := websocket.Dial(ctx, "ws://localhost/", &websocket.DialOptions{HTTPClient: &http.Client{Transport: transport}})
	if err == nil {
		conn.SetReadLimit(maxMessage)
		return conn, nil
	}
	transport.CloseIdleConnections()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %w", ErrNoDaemon, err)
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return nil, fmt.Errorf("%w: %w", ErrLost, err) // it died just now
	}
	return nil, fmt.Errorf("%w: %w", ErrProtocol, err)
}
