# cxhook for fish 3.1 and later, in this session only:  cxhook init fish | source
#
# "on" puts a function over the name @cmd@, and "off" takes it away again: the
# name then means what it meant before (the program, or a function of yours,
# kept as __cxhook_saved), so "type @cmd@" tells the truth. Completion goes by
# the name, so it works on and off. An alias is a function in fish: the options
# in "alias codex='codex --search'" are taken over into ours.
#
# The function @cmd@ needs nothing else from this file, so that a copy of it
# works alone. Its last command is cxhook itself, so that Ctrl-Z, fg and the
# status are those of codex. Loading prints nothing and starts no process.

if status is-interactive
    function cxhook --description 'The hook around Codex CLI'
        set -l ours off
        if functions --query @cmd@
            and functions @cmd@ | string match --quiet '*__cxhook_last*'
            set ours on
        end

        switch (count $argv)":$argv[1]:$argv[2]"
            case '1:on:'
                if test $ours = off; and functions --query @cmd@
                    functions --erase __cxhook_saved
                    functions --copy @cmd@ __cxhook_saved
                    set -g __cxhook_aside @cmd@
                end
                function @cmd@ --wraps codex --description 'Codex CLI, through cxhook'
                    set -l arguments $argv
                    set -l why
                    if test "$CXHOOK" != off
                        if not test -x @self@
                            set why @self@' is gone'
                        else if test (ulimit -v) -lt 4194304 2>/dev/null
                            set why 'the limit on memory (ulimit -v) is too low' # for Go's runtime, in KiB
                        end
                        test -n "$why"; and isatty stderr
                        and printf 'cxhook: %s; codex runs without it\n' $why >&2
                    end
                    if test "$CXHOOK" = off -o -n "$why"
                        command codex $arguments
                        return
                    end
                    # What only tells something is nothing to run again.
                    contains -- "$arguments[1]" -h --help help -V --version
                    or set -g __cxhook_last codex $arguments
                    @self@ run -- $arguments
                end
                if functions --query __cxhook_saved
                    and functions --details --verbose __cxhook_saved | string match --quiet 'alias*'
                    # An alias of plain words, not of several commands: its options go in front.
                    set -l words (functions __cxhook_saved |
                        string replace --filter --regex '^\s*command @cmd@ ([^;|&<>()#]+) \$argv;?\s*$' '$1')
                    if set -q words[1]
                        functions @cmd@ | string replace 'arguments $argv' "arguments $words \$argv" | source
                        set --erase --global __cxhook_aside
                    end
                end
                # What a function of the user's did is not done any more: that is not passed over in silence.
                if test $ours = off; and set -q __cxhook_aside; and isatty stderr
                    printf 'cxhook: your function %s is set aside while the hook is on; cxhook off brings it back\n' $__cxhook_aside >&2
                end
                # Before a prompt: one line ahead of crowded hours, once for all shells. Mostly
                # the age of the file and two comparisons (path is in fish 3.6 and later).
                if test -n @notices@; and contains path (builtin --names)
                    set -g __cxhook_since 0
                    set -g __cxhook_until 0
                    function __cxhook_notice --on-event fish_prompt
                        set -l age (path mtime --relative -- @notices@)
                        or return 0
                        # A younger file than before is another one.
                        if test $age -ge $__cxhook_since -a $age -lt $__cxhook_until
                            return 0
                        end
                        set -l now (math (path mtime -- @notices@) + $age)
                        set -l next (math $now + 300)
                        while read --local --delimiter ' ' from to text
                            if not string match --quiet --regex '^\d+ \d+$' "$from $to"
                                or test $to -le $now
                                continue
                            end
                            if test $from -gt $now
                                test $from -lt $next; and set next $from
                                break
                            end
                            set next $to
                            set -l told 0
                            if test -r @told@
                                read told <@told@
                            end
                            if not isatty stderr
                                or string match --quiet --regex '^\d+$' "$told"; and test $told -gt $from
                                break
                            end
                            # Kept for other shells, if the folder lets us.
                            test -w (path dirname -- @told@); and echo $to >@told@
                            # Spaces up to the edge and a return: a new row, unless the cursor begins one.
                            printf '%s\r\e[2m%s\e[0m\n' (string repeat --count (math $COLUMNS - 1) ' ') $text >&2
                            break
                        end <@notices@
                        set -g __cxhook_since $age
                        set -g __cxhook_until (math $age + $next - $now)
                    end
                end
                return 0

            case '1:off:' '2:off:--forget'
                if test $ours = on
                    functions --erase @cmd@
                    if functions --query __cxhook_saved
                        functions --copy __cxhook_saved @cmd@
                        functions --erase __cxhook_saved
                    end
                end
                set --erase --global __cxhook_aside
                functions --erase __cxhook_notice
                set --erase --global __cxhook_since
                set --erase --global __cxhook_until
                if set -q argv[2]
                    set --erase --global __cxhook_last
                    functions --erase cxhook
                end
                return 0
        end

        if not test -x @self@
            printf 'cxhook: %s is gone; install it again, or run: cxhook off --forget\n' @self@ >&2
            return 127
        end

        if contains -- "$argv[1]" status doctor
            CXHOOK_SHELL_STATE=$ours CXHOOK_SHELL_ASIDE="$__cxhook_aside" @self@ $argv
            return
        end
        if string match --quiet --regex '^(1:again:|2:again:[^-])' (count $argv)":$argv[1]:$argv[2]"
            if not set -q __cxhook_last[1]
                printf 'cxhook: nothing to run again: this shell has not run @cmd@ yet\n' >&2
                return 1
            end
            set -l model
            if set -q argv[2]
                set model --model $argv[2]
            end
            set argv $__cxhook_last
            set argv run $model -- $argv[2..]
        end
        @self@ $argv
    end

    cxhook @state@
end
