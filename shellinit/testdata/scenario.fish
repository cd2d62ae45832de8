# The twin of scenario.sh: what holds in an interactive fish. Read by
# scenario_test.go: $INIT is the rendered code, $SELF the fake cxhook, $CALLS the
# record of calls, $REPORT where "is" writes. Runs top to bottom, one session.

function is --argument-names what want got
    if test "$want" = "$got"
        printf 'ok %s\n' $what >>$REPORT
    else
        printf 'FAIL %s\n--- want\n%s\n--- got\n%s\n' $what $want "$got" >>$REPORT
    end
end
function called --argument-names what want
    is $what $want (cat $CALLS | string collect)
    true >$CALLS
end
function status_of # runs a command, leaves its status in $st, its words in $out
    $argv >$CALLS.out 2>&1
    set -g st $status
    set -g out (cat $CALLS.out | string collect)
end
function kind # what the name codex is now
    type --type codex
end
function names # every name of ours that this shell has
    string join ' ' (functions --all --names; set --names) | string match --all --regex '[_a-z]*cxhook[_a-z]*' | sort -u | string join ' '
end

set before (names)
cat $INIT | source
is 'codex is a function' function (kind)

# Before anything has run.
status_of cxhook again
is 'again without a line: status' 1 $st
is 'again without a line: one clear line' 'cxhook: nothing to run again: this shell has not run codex yet' $out
called 'again without a line: runs nothing' ''

# Arguments.
codex
called 'no arguments' 'cxhook <run> <-->'
codex 'two  words' "it's" '"double"' 'back\\slash\\' '$HOME' '`id`' '(id)' '*' '?' '[a-z]' '~' '{a,b}' '!!' '#' '&' ';' '' ' '
called 'quotes and globs arrive as typed' 'cxhook <run> <--> <two  words> <it\'s> <"double"> <back\\slash\\> <$HOME> <`id`> <(id)> <*> <?> <[a-z]> <~> <{a,b}> <!!> <#> <&> <;> <> < >'
codex -- -m --model=x - --help -e -n
called 'leading dashes arrive as typed' 'cxhook <run> <--> <--> <-m> <--model=x> <-> <--help> <-e> <-n>'
codex 'line one
line two
' 'ünïcødé 漢字 👩‍💻'
called 'newlines and unicode arrive as typed' 'cxhook <run> <--> <line one
line two
> <ünïcødé 漢字 👩‍💻>'

# Status.
for want in 0 1 2 125 130 255
    set -gx FAKE_STATUS $want
    status_of codex
    is "status $want of codex" $want $st
    status_of cxhook doctor
    is "status $want of cxhook" $want $st
    status_of cxhook status
    is "status $want of cxhook status" $want $st
end
set -e FAKE_STATUS
true >$CALLS

# Input and output are the caller's.
is 'standard input and output' 'a  b' (echo 'a  b' | FAKE_CAT=1 codex | cat)
true >$CALLS

# Bypass.
CXHOOK=off codex a 'b c'
called 'CXHOOK=off bypasses' 'codex <a> <b c>'
codex a
called 'and only once' 'cxhook <run> <--> <a>'
CXHOOK=on codex a
called 'CXHOOK=on is no bypass' 'cxhook <run> <--> <a>'

# PATH does not matter to cxhook.
PATH=/nowhere:/bin:/usr/bin codex a
called 'cxhook by its absolute path' 'cxhook <run> <--> <a>'

# Again.
codex exec --model old 'a  b' '' '*'
codex --version # says something, and is nothing to run again
codex --help
true >$CALLS
cxhook again
called again 'cxhook <run> <--> <exec> <--model> <old> <a  b> <> <*>'
cxhook again gpt-6-luna
called 'again with a model' 'cxhook <run> <--model> <gpt-6-luna> <--> <exec> <--model> <old> <a  b> <> <*>'
cxhook again 'odd $model'
called 'again with an odd model' 'cxhook <run> <--model> <odd $model> <--> <exec> <--model> <old> <a  b> <> <*>'
cxhook again --help
called 'help of again' 'cxhook <again> <--help>'
cxhook again ''
called 'an empty model is left to the binary' 'cxhook <again> <>'
cxhook again one two
called 'too many models are left to the binary' 'cxhook <again> <one> <two>'
set -gx FAKE_STATUS 9
status_of cxhook again
is 'status of again' 9 $st
set -e FAKE_STATUS
codex
true >$CALLS
cxhook again
called 'again without arguments' 'cxhook <run> <-->'
cxhook again m
called 'again without arguments, with a model' 'cxhook <run> <--model> <m> <-->'

# Everything else goes to the binary.
cxhook
called 'cxhook alone' cxhook
cxhook explain 'a  b' ''
called 'cxhook explain' 'cxhook <explain> <a  b> <>'
cxhook off --help
called 'help of off' 'cxhook <off> <--help>'
cxhook on --help
called 'help of on' 'cxhook <on> <--help>'
cxhook status
called 'status, on' 'cxhook state=on <status>'
cxhook status --json
called 'status, on, with a flag' 'cxhook state=on <status> <--json>'
cxhook doctor --fix
called 'doctor, on' 'cxhook state=on <doctor> <--fix>'
codex status
called 'the state is not told to codex' 'cxhook <run> <--> <status>'

# Off and on.
cxhook off
is 'off: the program is back' file (kind)
codex a
called 'off: plain codex' 'codex <a>'
cxhook status
called 'status, off' 'cxhook state=off <status>'
cxhook doctor
called 'doctor, off' 'cxhook state=off <doctor>'
cxhook again m
called 'off: again still goes through cxhook' 'cxhook <run> <--model> <m> <--> <status>'
cxhook off
is 'off twice' file (kind)
cxhook on
is 'on: the function is back' function (kind)
cxhook on
codex a
called 'on twice' 'cxhook <run> <--> <a>'

# An alias is a function in fish; its options are taken over.
cxhook off
set word 'later  value'
alias codex='codex --search "x  y" $word'
cxhook on
codex a
called 'on over an alias' 'cxhook <run> <--> <--search> <x  y> <later  value> <a>'
set word changed
codex
called 'the alias is read at each call' 'cxhook <run> <--> <--search> <x  y> <changed>'
CXHOOK=off codex a
called 'bypass under an alias' 'codex <--search> <x  y> <changed> <a>'
cat $INIT | source
codex a
called 'loaded over an alias' 'cxhook <run> <--> <--search> <x  y> <changed> <a>'
cxhook again
called 'again runs the expanded line' 'cxhook <run> <--> <--search> <x  y> <changed> <a>'
cxhook off
codex a
called 'off: the alias is in effect' 'codex <--search> <x  y> <changed> <a>'
alias codex='codex --one; codex --two'
cxhook on
codex a
called 'an alias of two commands is a function like any other' 'cxhook <run> <--> <a>'
cxhook off
functions --erase codex

# A function of the user's.
function codex
    command codex --mine $argv
    echo more >>$CALLS
end
codex a
called 'their function' 'codex <--mine> <a>
more'
cxhook status
called 'status, with their function' 'cxhook state=off <status>'
cxhook off
codex a
called 'off leaves their function alone' 'codex <--mine> <a>
more'
cxhook on
codex a
called 'ours stands over theirs' 'cxhook <run> <--> <a>'
cat $INIT | source
codex a
called 'also when loaded again' 'cxhook <run> <--> <a>'
cxhook off
codex a
called 'off gives their function back as it was' 'codex <--mine> <a>
more'
functions --erase codex
cxhook on
cxhook off
is 'a function that is gone does not come back' file (kind)
cxhook on

# A copy of the one function, as agents take into their own shells.
fish --no-config -c (functions codex | string collect)\n'codex a "b  c"'
called 'a copy of the function works alone' 'cxhook <run> <--> <a> <b  c>'

# cxhook has gone.
mv $SELF $SELF.away
codex a 'b  c'
called 'cxhook gone: plain codex' 'codex <a> <b  c>'
set -gx FAKE_STATUS 9
status_of codex
is 'cxhook gone: the status of codex' 9 $st
set -e FAKE_STATUS
true >$CALLS
for words in doctor status again
    status_of cxhook $words
    is "cxhook gone: status of $words" 127 $st
    is "cxhook gone: one clear line for $words" "cxhook: $SELF is gone; install it again, or run: cxhook off --forget" $out
end
cxhook off
is 'cxhook gone: off works' file (kind)
cxhook on
begin
    set -lx PATH /usr/bin /bin
    status_of codex
    is 'codex gone too: status' 127 $st
end
mv $SELF.away $SELF
codex a
called 'cxhook back again' 'cxhook <run> <--> <a>'

# codex has gone.
begin
    set -lx PATH /usr/bin /bin
    set -lx CXHOOK off
    status_of codex
    is 'codex gone: status' 127 $st
end

# Forget.
cxhook off --forget
is 'forget: the program is back' file (kind)
status_of cxhook status
is 'forget: cxhook is gone too' 127 $st
is 'forget: no name is left' "$before" (names | string collect)

printf 'done\n' >>$REPORT
