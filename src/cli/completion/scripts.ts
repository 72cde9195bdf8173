export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const
type Shell = (typeof shells)[number]

/** The scripts call the program for candidates, so that a new verb needs no new script. */
export const scripts: Record<Shell, string> = {
  bash: `# Completion of remite for bash: source this file, or put it where bash-completion looks.
_remite() {
  local index word value help prefix quote=$'["\\']*' rest=\${COMP_LINE:0:COMP_POINT}
  local -a words=()
  COMPREPLY=()
  # Bash splits words at = : @ too, which are part of flags, names and addresses.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ $index == 0 || $rest == [[:blank:]]* ]]; then
      rest=\${rest#"\${rest%%[![:blank:]]*}"}
      words+=('')
    fi
    [[ $index == "$COMP_CWORD" ]] && word=$rest
    prefix=\${words[\${#words[@]}-1]}
    words[\${#words[@]}-1]+=$word
    rest=\${rest#"$word"}
  done
  # Only the part behind the last of these signs is replaced.
  [[ $word == *[!=:@]* ]] || prefix+=$word
  prefix=\${prefix%@} # which is replaced, too
  word=\${words[\${#words[@]}-1]}
  while IFS=$'\\t' read -r value help; do
    if [[ $value == :files ]]; then
      compopt -o default
    else
      [[ $word == $quote ]] || printf -v value %q "$value"
      COMPREPLY+=("\${value:\${#prefix}}")
    fi
  done < <("\${words[0]}" __complete -- "\${words[@]:1}" 2>/dev/null)
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
  (( $#found )) && _describe remite found -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'
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
            $text = $value
            if ($value -match '[^\\w./:@%+,=-]') { $text = "'" + $value.Replace("'", "''") + "'" }
            [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $help)
        }
    }
}
`,
}
