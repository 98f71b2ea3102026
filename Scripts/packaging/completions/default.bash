
# Without a command, arguments are those of `view`. The first word may become either.
_spots-viewer_or_view() {
    local -a offered=()
    if ((COMP_CWORD == 1)) || declare -F "_spots-viewer_${COMP_WORDS[1]}" >/dev/null; then
        _spots-viewer "$@"
        ((COMP_CWORD == 1)) || return
        offered=("${COMPREPLY[@]}")
        COMPREPLY=()
    fi
    local -a COMP_WORDS=("${COMP_WORDS[0]}" view "${COMP_WORDS[@]:1}")
    local -i COMP_CWORD=COMP_CWORD+1
    _spots-viewer "$@"
    COMPREPLY+=("${offered[@]}")
}

complete -o filenames -F _spots-viewer_or_view spots-viewer
