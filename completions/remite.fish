# Completion of remite for fish: put this file into ~/.config/fish/completions.
function __remite_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($words[1] __complete -- $words[2..-1] "$current" 2>/dev/null)
    string match -v ':files*' -- $found
    if string match -q ':files*' -- $found
        __fish_complete_path "$current"
    end
end
complete -c remite -f -a '(__remite_complete)'
