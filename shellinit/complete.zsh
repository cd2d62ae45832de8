if [[ -o interactive ]] && (( ${+functions[compdef]} )); then
  # @cmd@ completes as codex does, looked up at each Tab: the completion of
  # codex may be loaded later than this.
  function _cxhook_complete {
    words[1]=codex
    _normal
  }
  \compdef _cxhook_complete @cmd@
fi
