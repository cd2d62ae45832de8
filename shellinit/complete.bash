case $- in
*i*)
	# @cmd@ completes as codex does. The completion of codex may be loaded later
	# than this, so it is looked up, and taken over for good, at the first Tab.
	function __cxhook_complete {
		\builtin local spec
		if \builtin declare -F _comp_load >/dev/null; then
			_comp_load codex
		elif \builtin declare -F _completion_loader >/dev/null; then
			_completion_loader codex
		fi
		spec="$(\builtin complete -p codex 2>/dev/null)" || \return 1
		\builtin eval "${spec% codex} @cmd@"
		\return 124 # Complete again with what has just been set: bash 4; in 3.2 the next Tab does.
	}
	\builtin complete -o bashdefault -o default -F __cxhook_complete @cmd@
	;;
esac
