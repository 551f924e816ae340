# Completion of consider for bash, of any version, without the bash-completion package.
_consider() {
  local cur=${COMP_WORDS[COMP_CWORD]} line IFS=$'\n'
  COMPREPLY=()
  while read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      COMPREPLY+=($(compgen -f -- "$cur"))
    elif [[ $line == "$cur"* ]]; then
      COMPREPLY+=("$line")
    fi
  done < <("${COMP_WORDS[0]/#\~/$HOME}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # The words beside a candidate are shown in a list, and are no part of what is put into the line.
  if [[ ${#COMPREPLY[@]} -eq 1 || ${COMP_TYPE:-9} -ne 63 ]]; then
    COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
  else
    local i wide=$((${COLUMNS:-80} - 3))
    for i in "${!COMPREPLY[@]}"; do # as long as the screen is wide, or a list breaks in the middle of words
      line=${COMPREPLY[i]/$'\t'/  -- }
      ((${#line} > wide)) && line=${line:0:wide}…
      COMPREPLY[i]=$line
    done
  fi
}
complete -F _consider consider
