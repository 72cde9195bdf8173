# Completion of remite for bash: source this file, or put it where bash-completion looks.
_remite() {
  local index word value help prefix quote=$'["\']*' rest=${COMP_LINE:0:COMP_POINT}
  local -a words=()
  COMPREPLY=()
  # Bash splits words at = : @ too, which are part of flags, names and addresses.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if [[ $index == 0 || $rest == [[:blank:]]* ]]; then
      rest=${rest#"${rest%%[![:blank:]]*}"}
      words+=('')
    fi
    [[ $index == "$COMP_CWORD" ]] && word=$rest
    prefix=${words[${#words[@]}-1]}
    words[${#words[@]}-1]+=$word
    rest=${rest#"$word"}
  done
  # Only the part behind the last of these signs is replaced.
  [[ $word == *[!=:@]* ]] || prefix+=$word
  prefix=${prefix%@} # which is replaced, too
  word=${words[${#words[@]}-1]}
  while IFS=$'\t' read -r value help; do
    if [[ $value == :files ]]; then
      compopt -o default
    else
      [[ $word == $quote ]] || printf -v value %q "$value"
      COMPREPLY+=("${value:${#prefix}}")
    fi
  done < <("${words[0]}" __complete -- "${words[@]:1}" 2>/dev/null)
}
complete -F _remite remite
