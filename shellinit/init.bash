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
	function cxhook {
		\builtin local ours=off aliases
		if \builtin declare -F @cmd@ >/dev/null &&
			[[ "$(\builtin declare -f @cmd@)" == *__cxhook_last* ]]; then
			ours=on
		fi

		case "$#:${1-}:${2-}" in
		1:on:)
			if [[ $ours == off ]] && \builtin declare -F @cmd@ >/dev/null; then
				__cxhook_saved="$(\builtin declare -f @cmd@)"
			fi
			function @cmd@ {
				if [[ ${CXHOOK-} == off || ! -x @self@ ]]; then
					\command codex "$@"
					\return
				fi
				__cxhook_last=(codex "$@")
				# bash names a job by the words of this line: the assignment,
				# which changes nothing, lets "fg %codex" find it.
				codex="${codex-}" @self@ run -- "$@"
			}
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
			if [[ -n ${2-} ]]; then
				\builtin unset __cxhook_last
				\builtin unset -f cxhook
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
		*:status:*)
			CXHOOK_SHELL_STATE=$ours @self@ "$@"
			\return
			;;
		esac
		@self@ "$@"
	}

	\cxhook @state@
	;;
esac
