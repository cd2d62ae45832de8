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
          # What it did is not done any more, so it is not passed over in silence.
          if [[ -t 2 ]]; then \builtin printf "cxhook: your function %s is set aside while the hook is on; cxhook off brings it back\n" @cmd@ >&2; fi
        fi
        function @cmd@ {
          \builtin local why="" memory=""
          if [[ "${CXHOOK-}" != off ]]; then
            memory="$(\builtin ulimit -v 2>/dev/null)" || :
            if [[ ! -x @self@ ]]; then
              why=@self@" is gone"
            elif [[ -n "$memory" && "$memory" != *[^0-9]* ]] && (( memory < 4194304 )); then
              why="the limit on memory (ulimit -v) is too low" # for Go's runtime, in KiB
            fi
            if [[ -n "$why" && -t 2 ]]; then \builtin printf "cxhook: %s; codex runs without it\n" "$why" >&2; fi
          fi
          if [[ "${CXHOOK-}" == off || -n "$why" ]]; then
            \command codex "$@"
            \return
          fi
          case "${1-}" in
            (-h|--help|help|-V|--version) ;; # nothing to run again
            (*) typeset -ga __cxhook_last=(codex "$@") ;;
          esac
          @self@ run -- "$@"
        }
        if [[ -n @notices@ ]] && \builtin zmodload zsh/datetime 2>/dev/null; then
          typeset -gi __cxhook_next=0
          typeset -ga precmd_functions
          typeset -ga precmd_functions=("${precmd_functions[@]:#__cxhook_notice}" __cxhook_notice)
          # Before a prompt: one line ahead of crowded hours, once for all shells. Mostly
          # one comparison; the file is read each five minutes, or when a line is due.
          function __cxhook_notice {
            if (( EPOCHSECONDS < ${__cxhook_next:-0} )); then \return 0; fi
            \builtin local from= to= text= told=0 now=$EPOCHSECONDS
            typeset -gi __cxhook_next=$(( now + 300 ))
            if [[ ! -r @notices@ ]]; then \return 0; fi
            while IFS=" " \builtin read -r from to text; do
              if [[ -z "$to" || "$from$to" == *[^0-9]* ]] || (( to <= now )); then
                text=
                continue
              fi
              break
            done <@notices@
            if [[ -z "$text" ]]; then \return 0; fi
            if (( from > now )); then
              if (( from < __cxhook_next )); then typeset -gi __cxhook_next=$from; fi
              \return 0
            fi
            typeset -gi __cxhook_next=$to
            if [[ -r @told@ ]] && \builtin read -r told <@told@ && [[ "$told" != *[^0-9]* ]] && (( ${told:-0} > from )); then \return 0; fi
            if [[ ! -t 2 ]]; then \return 0; fi
            { \builtin printf "%s\n" "$to" >|@told@ } 2>/dev/null || :
            # Spaces up to the edge and a return: a new row, unless the cursor begins one.
            \builtin printf "%*s\r\033[2m%s\033[0m\n" "$(( ${COLUMNS:-80} - 1 ))" "" "$text" >&2
          }
        fi
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
        if (( ${+functions[__cxhook_notice]} )); then
          typeset -ga precmd_functions
          typeset -ga precmd_functions=("${precmd_functions[@]:#__cxhook_notice}")
          \builtin unset -f __cxhook_notice
          \builtin unset __cxhook_next
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
      *:status:* | *:doctor:*)
        CXHOOK_SHELL_STATE="$ours" CXHOOK_SHELL_ASIDE="${__cxhook_saved+@cmd@}" @self@ "$@"
        \return
        ;;
    esac
    @self@ "$@"
  }

  \cxhook @state@
fi
