// Package appserver talks to the app-server daemon that Codex CLI shares
// between its TUIs (0.157 and later), to go on with a refused turn in place:
// same TUI, same thread, another model.
//
// It owns the connection and the meaning of the frames on it. It must never
// answer what the daemon asks its clients (approvals belong to the TUI), load
// a thread that is not loaded, send text to a model, or keep anything running
// once the Client is closed.
//
// # The daemon
//
// It listens on $CODEX_HOME/app-server-control/app-server-control.sock, a
// symbolic link to a unix socket, and speaks JSON-RPC without the "jsonrpc"
// member in the text frames of a websocket. Its schema is marked experimental
// by Codex. All that is said about it here was seen on 0.163.0 and 0.171.0,
// which behave alike unless a release is named; unknown members are ignored
// and an answer that does not fit is an *Error, so that the caller takes
// another way.
//
// Requests used, accepted by both releases: initialize {clientInfo,
// capabilities {experimentalApi, optOutNotificationMethods}}, initialized,
// thread/read {threadId}, thread/turns/list
// {threadId, limit, sortDirection, itemsView}, thread/resume {threadId,
// excludeTurns}, turn/start {threadId, input, model, effort},
// thread/settings/update {threadId, model, effort},
// thread/compact/start {threadId}, review/start {threadId, target},
// thread/goal/get {threadId}, thread/goal/set {threadId, status, origin},
// turn/interrupt {threadId, turnId}. Unknown
// members of a request are ignored; models and efforts are not checked.
// Without thread/resume a connection is told of a thread's status only. A TUI
// of 0.171.0 also works with a 0.163.0 daemon that it finds running; a TUI
// with --no-daemon makes no socket.
//
// # What happens in place
//
// turn/start with a new model and an empty input makes a turn whose request
// holds the whole history, the refused prompt last, and no new message. What
// the user sees: the error cell stays, the answer appears below it and the
// footer names the new model. A draft in the composer, the goal, Plan mode
// and a choice made in /permissions stay; so do sandbox, approval policy,
// reviewer, working directory, effort and service tier, in the thread's
// settings and in the request. An effort that was never chosen stays "the
// model's default", which differs between models. No default service tier of
// the new model is taken, unlike by codex fork. In the session file a
// thread_settings_applied and a turn_context name the new model; there is no
// user message.
//
// A refusal makes the goal of a thread "blocked", while one that the user has paused stays
// "paused"; set to "active" by the origin "user" its next step begins as soon as the thread
// is idle. review/start is a turn of the thread, whose request belongs to a thread of its
// own and names the model that thread/settings/update has set. The settings may be told
// behind its turn/started.
//
// The new model is the thread's from then on: for later prompts and for codex
// resume. Threads opened by codex resume and codex fork behave like new ones.
// If the daemon is killed meanwhile, the TUI shows "Reconnecting to server…";
// after SIGTERM the daemon ends its turns first and refuses new ones.
//
// # What the daemon remembers of us
//
// The name given in initialize ends up in the user agent of every model
// request that the daemon makes from then on, until another client connects:
// "codex-tui/0.171.0 (…) … (cxhook;)". The originator stays codex-tui.
package appserver
