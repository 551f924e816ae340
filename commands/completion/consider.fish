# Completion of consider for fish: consider completion fish > ~/.config/fish/completions/consider.fish
function __consider_lines
    set -l words (commandline -opc) (commandline -ct)
    $words[1] __complete $words[2..-1] 2>/dev/null
end
complete -c consider -e
complete -c consider -f -a '(__consider_lines | string match -v -- :files)'
complete -c consider -n '__consider_lines | string match -q -- :files' -F
