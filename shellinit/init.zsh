# cxhook for zsh 5.1 and later, in this session only:  eval "$(cxhook init zsh)"
#
# "on" puts a function over the name @cmd@, and "off" takes it away again: the
# name then means what it meant before (the program, or a function of yours,
# kept in __cxhook_saved), so "type @cmd@" tells the truth. An alias expands
# before either, and completion goes by the name, so both work on and off.
#
# The functions run under any options (KSH_ARRAYS, NO_UNSET, ERR_EXIT, ...). The
# one named @cmd@ needs nothing else from this file, so that a copy of it works
# alone. Its last command is cxhook itself, so that Ctrl-Z, fg and the status
# are those of codex (only the status after fg is lost: zsh does not keep it for
# any function that was stopped). Loading prints nothing and starts no process.

if [[ -o interactive ]]; then
  function cxhook {
    \builtin local ours=off
    if [[ "${functions[@cmd@]-}" == *__cxhook_last* ]]; then ours=on; fi

    case "${#}:${1-}:${2-}" in
      1:on:)
        if [[ $ours == off ]] && (( ${+functions[@cmd@]} )); then
          typeset -g __cxhook_saved="${functions[@cmd@]}"
        fi
        function @cmd@ {
          if [[ "${CXHOOK-}" == off || ! -x @self@ ]]; then
            \command codex "$@"
            \return
          fi
          typeset -ga __cxhook_last=(codex "$@")
          @self@ run -- "$@"
        }
        \return 0
        ;;

      1:off: | 2:off:--forget)
        if [[ $ours == on ]]; then
          \builtin unset -f @cmd@
          if (( ${+__cxhook_saved} )); then
            # The saved text has its aliases expanded already.
            \builtin setopt local_options no_aliases
            functions[@cmd@]="$__cxhook_saved"
            \builtin unset __cxhook_saved
          fi
        fi
        if [[ -n "${2-}" ]]; then
          \builtin unset __cxhook_last
          \builtin unset -f cxhook
        fi
        \return 0
        ;;
    esac

    if [[ ! -x @self@ ]]; then
      \builtin printf "cxhook: %s is gone; install it again, or run: cxhook off --forget\n" @self@ >&2
      \return 127
    fi

    case "${#}:${1-}:${2-}" in
      1:again: | 2:again:[!-]*)
        if (( ! ${+__cxhook_last} )); then
          \builtin printf "cxhook: nothing to run again: this shell has not run @cmd@ yet\n" >&2
          \return 1
        fi
        if [[ -n "${2-}" ]]; then
          \builtin set -- run --model "$2" -- "${__cxhook_last[@]:1}"
        else
          \builtin set -- run -- "${__cxhook_last[@]:1}"
        fi
        ;;
      *:status:*)
        CXHOOK_SHELL_STATE="$ours" @self@ "$@"
        \return
        ;;
    esac
    @self@ "$@"
  }

  \cxhook @state@
fi
