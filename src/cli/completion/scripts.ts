export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const
type Shell = (typeof shells)[number]

/** The scripts call the program for candidates, so that a new verb needs no new script. */
export const scripts: Record<Shell, string> = {
  bash: `# Completion of remite for bash: source this file, or put it where bash-completion looks.
_remite() {
  local value help
  COMPREPLY=()
  while IFS=$'\\t' read -r value help; do
    if [[ $value == :files ]]; then
      compopt -o default
    else
      COMPREPLY+=("$value")
    fi
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _remite remite
`,
  zsh: `#compdef remite
# Completion of remite for zsh: put this file as _remite into a folder of $fpath, or source it.
_remite() {
  local value help wants_files
  local -a found
  while IFS=$'\\t' read -r value help; do
    if [[ $value == :files ]]; then
      wants_files=1
    else
      found+=("\${value//:/\\\\:}:$help")
    fi
  done < <("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( $#found )) && _describe remite found
  [[ -n $wants_files ]] && _files
}
if [[ $funcstack[1] == _remite ]]; then
  _remite "$@"
else
  compdef _remite remite
fi
`,
  fish: `# Completion of remite for fish: put this file into ~/.config/fish/completions.
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
`,
  powershell: `# Completion of remite for PowerShell: dot-source this file in your profile.
Register-ArgumentCompleter -Native -CommandName remite -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($wordToComplete -eq '') { $words += '""' }
    & remite __complete -- @words 2>$null | ForEach-Object {
        $value, $help = $_ -split "\`t", 2
        if ($value -ne ':files') {
            if (-not $help) { $help = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $help)
        }
    }
}
`,
}
