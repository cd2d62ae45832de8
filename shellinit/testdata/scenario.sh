# What holds in an interactive bash and zsh, whatever options are set. Read by
# scenario_test.go: $INIT is the rendered code, $SELF the fake cxhook, $CALLS the
# record of calls, $REPORT where "is" writes. Runs top to bottom, one session.

is() { # is WHAT WANT GOT
	if [ "$2" = "$3" ]; then
		printf 'ok %s\n' "$1" >>"$REPORT"
	else
		printf 'FAIL %s\n--- want\n%s\n--- got\n%s\n' "$1" "$2" "$3" >>"$REPORT"
	fi
}
called() { # is WHAT WANTED-CALLS
	is "$1" "$2" "$(cat "$CALLS")"
	: >|"$CALLS"
}
status_of() { # runs a command, leaves its status in $st, its words in $out
	st=0
	"$@" >|"$CALLS.out" 2>&1 || st=$?
	out=$(cat "$CALLS.out")
}
kind() { # what the name codex is now
	case $(LC_ALL=C type codex 2>&1) in
	*function*) echo function ;;
	*alias*) echo alias ;;
	*) echo program ;;
	esac
}
names() { # every name of ours that this shell has
	{ set; typeset -f || :; } 2>/dev/null | grep -o '[_a-z]*cxhook[_a-z]*' | sort -u | tr '\n' ' '
}

before=$(names)
eval "$(cat "$INIT")"
is 'codex is a function' function "$(kind)"

# Before anything has run.
status_of cxhook again
is 'again without a line: status' 1 "$st"
is 'again without a line: one clear line' 'cxhook: nothing to run again: this shell has not run codex yet' "$out"
called 'again without a line: runs nothing' ''

# Arguments.
codex
called 'no arguments' 'cxhook <run> <-->'
codex 'two  words' "it's" '"double"' 'back\slash\' '$HOME' '`id`' '*' '?' '[a-z]' '~' '{a,b}' '!!' '#' '&' ';' '' ' '
called 'quotes and globs arrive as typed' 'cxhook <run> <--> <two  words> <it'\''s> <"double"> <back\slash\> <$HOME> <`id`> <*> <?> <[a-z]> <~> <{a,b}> <!!> <#> <&> <;> <> < >'
codex -- -m --model=x - --help -e -n
called 'leading dashes arrive as typed' 'cxhook <run> <--> <--> <-m> <--model=x> <-> <--help> <-e> <-n>'
codex 'line one
line two
' 'ünïcødé 漢字 👩‍💻'
called 'newlines and unicode arrive as typed' 'cxhook <run> <--> <line one
line two
> <ünïcødé 漢字 👩‍💻>'

# Status.
for want in 0 1 2 125 130 255; do
	export FAKE_STATUS=$want
	status_of codex
	is "status $want of codex" "$want" "$st"
	status_of cxhook doctor
	is "status $want of cxhook" "$want" "$st"
done
unset FAKE_STATUS
: >|"$CALLS"

# Input and output are the caller's.
is 'standard input and output' 'a  b' "$(echo 'a  b' | FAKE_CAT=1 codex | cat)"
: >|"$CALLS"

# Bypass.
(CXHOOK=off codex a 'b c')
called 'CXHOOK=off bypasses' 'codex <a> <b c>'
codex a
called 'and only once' 'cxhook <run> <--> <a>'
(CXHOOK=on codex a)
called 'CXHOOK=on is no bypass' 'cxhook <run> <--> <a>'

# PATH does not matter to cxhook.
(PATH=/nowhere:/bin:/usr/bin && codex a)
called 'cxhook by its absolute path' 'cxhook <run> <--> <a>'

# Again.
codex exec --model old 'a  b' '' '*'
codex --version # says something, and is nothing to run again
codex --help
: >|"$CALLS"
cxhook again
called 'again' 'cxhook <run> <--> <exec> <--model> <old> <a  b> <> <*>'
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
export FAKE_STATUS=9
status_of cxhook again
is 'status of again' 9 "$st"
unset FAKE_STATUS
codex
: >|"$CALLS"
cxhook again
called 'again without arguments' 'cxhook <run> <-->'
cxhook again m
called 'again without arguments, with a model' 'cxhook <run> <--model> <m> <-->'

# Everything else goes to the binary.
cxhook
called 'cxhook alone' 'cxhook'
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
is 'off: the program is back' program "$(kind)"
codex a
called 'off: plain codex' 'codex <a>'
cxhook status
called 'status, off' 'cxhook state=off <status>'
cxhook doctor
called 'doctor, off' 'cxhook state=off <doctor>'
cxhook again m
called 'off: again still goes through cxhook' 'cxhook <run> <--model> <m> <--> <status>'
cxhook off
is 'off twice' program "$(kind)"
cxhook on
is 'on: the function is back' function "$(kind)"
cxhook on
codex a
called 'on twice' 'cxhook <run> <--> <a>'

# An alias.
alias codex='codex --search "x  y"'
codex a
called 'an alias made later keeps its flags' 'cxhook <run> <--> <--search> <x  y> <a>'
eval "$(cat "$INIT")"
codex a
called 'loaded over an alias' 'cxhook <run> <--> <--search> <x  y> <a>'
cxhook off
codex a
called 'off: the alias is in effect' 'codex <--search> <x  y> <a>'
cxhook on
codex a
called 'on: the alias is in effect' 'cxhook <run> <--> <--search> <x  y> <a>'
cxhook again
called 'again runs the expanded line' 'cxhook <run> <--> <--search> <x  y> <a>'
unalias codex

# A function of the user's.
cxhook off
function codex {
	command codex --mine "$@"
}
codex a
called 'their function' 'codex <--mine> <a>'
cxhook status
called 'status, with their function' 'cxhook state=off <status>'
cxhook off
codex a
called 'off leaves their function alone' 'codex <--mine> <a>'
alias command='echo expanded again'
cxhook on
codex a
called 'ours stands over theirs' 'cxhook <run> <--> <a>'
eval "$(cat "$INIT")"
codex a
called 'also when loaded again' 'cxhook <run> <--> <a>'
cxhook off
unalias command
codex a
called 'off gives their function back as it was' 'codex <--mine> <a>'
alias codex='codex --alias'
cxhook on
cxhook off
unalias codex
codex a
called 'also under an alias' 'codex <--mine> <a>'
unset -f codex
cxhook on
cxhook off
is 'a function that is gone does not come back' program "$(kind)"
cxhook on

# Aliases in our way.
alias cxhook=false command=false builtin=false return=false printf=false local=false
eval "$(cat "$INIT")"
unalias cxhook command builtin return printf local
codex a
called 'loaded over hostile aliases' 'cxhook <run> <--> <a>'
cxhook status
called 'cxhook loaded over hostile aliases' 'cxhook state=on <status>'

# A copy of the one function, as agents take into their own shells.
copy=$(typeset -f codex)
if [ -n "${ZSH_VERSION-}" ]; then
	zsh -f -c "$copy"$'\ncodex a "b  c"'
else
	bash -c "$copy"$'\ncodex a "b  c"'
fi
called 'a copy of the function works alone' 'cxhook <run> <--> <a> <b  c>'
unset copy out

# cxhook has gone.
mv "$SELF" "$SELF.away"
codex a 'b  c'
called 'cxhook gone: plain codex' 'codex <a> <b  c>'
export FAKE_STATUS=9
status_of codex
is 'cxhook gone: the status of codex' 9 "$st"
unset FAKE_STATUS
: >|"$CALLS"
for words in doctor status again; do
	status_of cxhook "$words"
	is "cxhook gone: status of $words" 127 "$st"
	is "cxhook gone: one clear line for $words" "cxhook: $SELF is gone; install it again, or run: cxhook off --forget" "$out"
done
cxhook off
is 'cxhook gone: off works' program "$(kind)"
cxhook on
(PATH=/usr/bin:/bin && status_of codex && is 'codex gone too: status' 127 "$st")
mv "$SELF.away" "$SELF"
codex a
called 'cxhook back again' 'cxhook <run> <--> <a>'

# codex has gone.
(PATH=/usr/bin:/bin && CXHOOK=off && status_of codex && is 'codex gone: status' 127 "$st")

# Forget.
cxhook off --forget
is 'forget: the program is back' program "$(kind)"
status_of cxhook status
is 'forget: cxhook is gone too' 127 "$st"
is 'forget: no name is left' "$before" "$(names)"

printf 'done\n' >>"$REPORT"
