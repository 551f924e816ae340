#compdef consider
# Completion of consider for zsh. As a file on $fpath, or: source <(consider completion zsh)
_consider() {
  local line word files
  local -a list
  for line in "${(@f)$(${(Q)words[1]} __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == ':files' ]]; then
      files=1
    elif [[ -n $line ]]; then
      word=${${line%%$'\t'*}//:/\\:}
      [[ $line == *$'\t'* ]] && word+=:${line#*$'\t'}
      list+=("$word")
    fi
  done
  [[ -n $files ]] && _files
  (( $#list )) && _describe consider list
}
if [[ $funcstack[1] == _consider ]]; then
  _consider
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -D }
  compdef _consider consider
fi
