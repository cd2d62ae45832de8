# cxhook for bash 3.2 and later, in this session only:  eval "$(cxhook init bash)"
#
# "on" puts a function over the name @cmd@, and "off" takes it away again: the
# name then means what it meant before (the program, or a function of yours,
# kept in __cxhook_saved), so "type @cmd@" tells the truth. An alias expands
# before either, and completion goes by the name, so both work on and off.
#
# The function @cmd@ needs nothing else from this file, so that a copy of it
# works alone. Its last command is cxhook itself, so that Ctrl-Z, fg and the
# status are those of codex. Loading prints nothing and starts no process.

case $- in
*i*)
	__cxhook_zero=@now@
	((__cxhook_zero -= SECONDS)) || \builtin :
	function cxhook {
		\builtin local ours=off aliases notices=@notices@
		if \builtin declare -F @cmd@ >/dev/null &&
			[[ "$(\builtin declare -f @cmd@)" == *__cxhook_last* ]]; then
			ours=on
		fi

		case "$#:${1-}:${2-}" in
		1:on:)
			if [[ $ours == off ]] && \builtin declare -F @cmd@ >/dev/null; then
				__cxhook_saved="$(\builtin declare -f @cmd@)"
				# What it did is not done any more, so it is not passed over in silence.
				if [[ -t 2 ]]; then \builtin printf 'cxhook: your function %s is set aside while the hook is on; cxhook off brings it back\n' @cmd@ >&2; fi
			fi
			function @cmd@ {
				\builtin local why='' memory=''
				if [[ ${CXHOOK-} != off ]]; then
					memory="$(\builtin ulimit -v 2>/dev/null)" || \builtin :
					if [[ ! -x @self@ ]]; then
						why=@self@' is gone'
					elif [[ -n $memory && $memory != *[!0-9]* ]] && ((memory < 4194304)); then
						why='the limit on memory (ulimit -v) is too low' # for Go's runtime, in KiB
					fi
					if [[ -n $why && -t 2 ]]; then \builtin printf 'cxhook: %s; codex runs without it\n' "$why" >&2; fi
				fi
				if [[ ${CXHOOK-} == off || -n $why ]]; then
					\command codex "$@"
					\return
				fi
				case "${1-}" in
				-h | --help | help | -V | --version) \builtin : ;; # nothing to run again
				*) __cxhook_last=(codex "$@") ;;
				esac
				# bash names a job by the words of this line: the assignment,
				# which changes nothing, lets "fg %codex" find it.
				codex="${codex-}" @self@ run -- "$@"
			}
			if [[ -n $notices ]]; then
				__cxhook_next=0
				# With bash-preexec (iTerm2 has it too) a hook goes where it wants them. The traps on
				# DEBUG of VS Code and starship, loaded before, would take a command here for one of
				# the user's: there is no line then. Else the first element, which bash runs in any
				# release.
				if [[ -n ${bash_preexec_imported-}${__bp_imported-} ]]; then
					if [[ " ${precmd_functions[*]-} " != *" __cxhook_notice "* ]]; then
						precmd_functions+=(__cxhook_notice)
					fi
				elif [[ ${PROMPT_COMMAND-} != *__cxhook_notice* && -z ${__vsc_in_command_execution-} ]] &&
					! \builtin declare -F starship_preexec_all >/dev/null; then
					PROMPT_COMMAND="${PROMPT_COMMAND:+$PROMPT_COMMAND$'\n'}__cxhook_notice"
				fi
				# Before a prompt: one line ahead of crowded hours, once for all shells. Mostly
				# one comparison; the file is read each five minutes, or when a line is due.
				function __cxhook_notice {
					\builtin local status=$? now=${EPOCHSECONDS-} from to text told=0
					if [[ -z $now ]]; then
						# bash 4.2, or what the clock said when this was loaded.
						\builtin printf -v now '%(%s)T' -1 2>/dev/null || now=$((__cxhook_zero + SECONDS))
					fi
					if ((now < ${__cxhook_next:-0})); then \return $status; fi
					__cxhook_next=$((now + 300))
					if [[ ! -r @notices@ ]]; then \return $status; fi
					while IFS=' ' \builtin read -r from to text; do
						if [[ -z $to || $from$to == *[!0-9]* ]] || ((to <= now)); then
							text=
							continue
						fi
						break
					done <@notices@
					if [[ -z ${text-} ]]; then \return $status; fi
					if ((from > now)); then
						if ((from < __cxhook_next)); then __cxhook_next=$from; fi
						\return $status
					fi
					__cxhook_next=$to
					if [[ -r @told@ ]] && \builtin read -r told <@told@ &&
						[[ $told != *[!0-9]* ]] && ((${told:-0} > from)); then
						\return $status
					fi
					if [[ ! -t 2 ]]; then \return $status; fi
					{ \builtin printf '%s\n' "$to" >|@told@; } 2>/dev/null || \builtin :
					# Spaces up to the edge and a return: a new row, unless the cursor begins one.
					\builtin printf '%*s\r\033[2m%s\033[0m\n' "$((${COLUMNS:-80} - 1))" '' "$text" >&2
					\return $status # for the hooks after it
				}
			fi
			\return 0
			;;

		1:off: | 2:off:--forget)
			if [[ $ours == on ]]; then
				\builtin unset -f @cmd@
				if [[ -n ${__cxhook_saved-} ]]; then
					# The saved text has its aliases expanded already.
					aliases="$(\builtin shopt -p expand_aliases || \builtin :)"
					\builtin shopt -u expand_aliases
					\builtin eval "$__cxhook_saved"
					\builtin eval "$aliases"
					\builtin unset __cxhook_saved
				fi
			fi
			if \builtin declare -F __cxhook_notice >/dev/null; then
				if [[ ${PROMPT_COMMAND-} == *__cxhook_notice* ]]; then
					PROMPT_COMMAND="${PROMPT_COMMAND//$'\n'__cxhook_notice/}"
					PROMPT_COMMAND="${PROMPT_COMMAND/#__cxhook_notice/}"
				fi
				# A framework may have taken the name over: it calls nothing then.
				function __cxhook_notice { \builtin :; }
			fi
			if [[ -n ${2-} ]]; then
				\builtin unset __cxhook_last
				\builtin unset __cxhook_next __cxhook_zero
				\builtin unset -f cxhook __cxhook_notice
			fi
			\return 0
			;;
		esac

		if [[ ! -x @self@ ]]; then
			\builtin printf 'cxhook: %s is gone; install it again, or run: cxhook off --forget\n' @self@ >&2
			\return 127
		fi

		case "$#:${1-}:${2-}" in
		1:again: | 2:again:[!-]*)
			if [[ -z ${__cxhook_last+set} ]]; then
				\builtin printf 'cxhook: nothing to run again: this shell has not run @cmd@ yet\n' >&2
				\return 1
			fi
			if [[ -n ${2-} ]]; then
				\builtin set -- run --model "$2" -- "${__cxhook_last[@]:1}"
			else
				\builtin set -- run -- "${__cxhook_last[@]:1}"
			fi
			;;
		*:status:* | *:doctor:*)
			CXHOOK_SHELL_STATE=$ours CXHOOK_SHELL_ASIDE=${__cxhook_saved+@cmd@} @self@ "$@"
			\return
			;;
		esac
		@self@ "$@"
	}

	\cxhook @state@
	;;
esac
