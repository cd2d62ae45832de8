package codex

import (
	"context"
	"time"
)

// queueTime bounds the handing over of a message, which takes 0.3 s on 0.171.0.
const queueTime = 5 * time.Second

// Queue hands a message to the codex that runs a thread, as if its user had typed it
// ("codex queue", 0.163.0 and later): it is asked with the thread's own model. An error
// means that the message was not taken. It starts a process with the environment env.
func Queue(ctx context.Context, bin Binary, env []string, thread, message string) error {
	_, err := ask(ctx, bin, env, queueTime, "queue", "--thread", thread, "--message", message)
	return err
}
