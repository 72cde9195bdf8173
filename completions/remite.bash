# Completion of remite for bash: source this file, or put it where bash-completion looks.
_remite() {
  local value help
  COMPREPLY=()
  while IFS=$'\t' read -r value help; do
    if [[ $value == :files ]]; then
      compopt -o default
    else
      COMPREPLY+=("$value")
    fi
  done < <("${COMP_WORDS[0]}" __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _remite remite
