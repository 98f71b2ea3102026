
# Without a command, arguments are those of `view`. The first word may become either.
functions -c __spots-viewer_tokens __spots-viewer_typed_tokens
function __spots-viewer_tokens
    set -l tokens (__spots-viewer_typed_tokens $argv)
    if set -q tokens[2]; and not contains -- $tokens[2] @COMMANDS@
        set tokens $tokens[1] view $tokens[2..]
    end
    printf '%s\n' $tokens
end
complete -c spots-viewer -n 'test (count (__spots-viewer_tokens -pc)) = 1' -F
