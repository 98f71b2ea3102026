# Without a command, arguments are those of `view`. The first word may become either.
functions -c _spots-viewer _spots-viewer_command
_spots-viewer() {
    local -i ret=1
    if ((CURRENT == 2 || $+functions[_spots-viewer_${words[2]}])); then
        _spots-viewer_command "${@}" && ret=0
        ((CURRENT == 2)) || return "${ret}"
    fi
    local -a words=("${words[1]}" view "${(@)words[2,-1]}")
    local -i CURRENT="$((CURRENT + 1))"
    _spots-viewer_command "${@}" && ret=0
    return "${ret}"
}

