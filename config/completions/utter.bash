# Completion of utter for bash. Made from the option table of the program: utter generate bash.

# Prints the words for the value of an option: _utter_values COMMAND OPTION
_utter_values() {
    case "$1 $2" in
    "listen --key") echo 'f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 space ctrl+space right_control right_alt caps_lock menu pause scroll_lock' ;;
    "listen --profile") echo 'prose shell' ;;
    "listen --rest-fd") : ;;
    "transcribe --profile") echo 'prose shell' ;;
    "transcribe --history") echo @files ;;
    "transcribe --directory") echo @directories ;;
    "transcribe --path") echo @directories ;;
    "init --key") echo 'f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 ctrl+space ctrl+g alt+v alt+space' ;;
    "keys --protocol") echo 'terminal win32 linux-mediumraw' ;;
    "words --sounds-like") : ;;
    *" --config") echo @files ;;
    *" -o") echo 'gesture.hotkey= gesture.listen-key= gesture.mode= gesture.minimum-duration= gesture.maximum-duration= gesture.tail= gesture.minimum-clip= gesture.on-focus-loss= gesture.tap= audio.device= recognizer.profile= recognizer.acoustic-model= recognizer.language-model= recognizer.dictionary= recognizer.remember-voice= recognizer.refine= recognizer.refine-deadline= recognizer.learn= shell.history= shell.path= shell.files= shell.git= shell.make= shell.npm= shell.ssh= shell.cache= preview.style= preview.level-meter= output.confirm= output.punctuation= output.capitals= output.numbers= output.capitalize= output.filter= output.newlines= output.history=' ;;
    *" --log-level") echo 'error warning info debug' ;;
    *" --log-file") echo @files ;;
    *" --color") echo 'auto always never' ;;
    *" gesture.hotkey") echo 'f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 ctrl+space ctrl+g alt+v alt+space' ;;
    *" gesture.listen-key") echo 'f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 space ctrl+space right_control right_alt caps_lock menu pause scroll_lock' ;;
    *" gesture.mode") echo 'auto hold toggle' ;;
    *" gesture.minimum-duration") : ;;
    *" gesture.maximum-duration") : ;;
    *" gesture.tail") : ;;
    *" gesture.minimum-clip") : ;;
    *" gesture.on-focus-loss") echo 'ask cancel deliver' ;;
    *" gesture.tap") echo 'hint toggle' ;;
    *" audio.device") command utter devices --json 2>/dev/null | sed -n 's/^{"name": *"\([^"\\]*\)".*/\1/p' ;;
    *" recognizer.profile") echo 'prose shell' ;;
    *" recognizer.acoustic-model") echo @files ;;
    *" recognizer.language-model") echo @files ;;
    *" recognizer.dictionary") echo @files ;;
    *" recognizer.remember-voice") echo 'yes no' ;;
    *" recognizer.refine") : ;;
    *" recognizer.refine-deadline") : ;;
    *" recognizer.learn") echo @files ;;
    *" shell.history") echo 'yes no' ;;
    *" shell.path") echo 'yes no' ;;
    *" shell.files") echo 'yes no' ;;
    *" shell.git") echo 'yes no' ;;
    *" shell.make") echo 'yes no' ;;
    *" shell.npm") echo 'yes no' ;;
    *" shell.ssh") echo 'yes no' ;;
    *" shell.cache") echo 'yes no' ;;
    *" preview.style") echo 'line title off' ;;
    *" preview.level-meter") echo 'yes no' ;;
    *" output.confirm") echo 'yes no' ;;
    *" output.punctuation") echo 'spoken off' ;;
    *" output.capitals") echo 'spoken off' ;;
    *" output.numbers") echo 'spoken digits off' ;;
    *" output.capitalize") echo 'yes no' ;;
    *" output.filter") : ;;
    *" output.newlines") echo 'space keep' ;;
    *" output.history") : ;;
    *) return 1 ;;
    esac
}

_utter() {
    local word=${COMP_WORDS[COMP_CWORD]} name=${COMP_WORDS[COMP_CWORD-1]} command='' i cut=''
    COMPREPLY=()
    # The shell cuts words at = and :, so that the value stands one or more words after its name, and what is
    # offered goes in behind the last cut.
    for ((i = 2; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} == = && ${COMP_WORDS[i-2]} == -o ]]; then
            name=${COMP_WORDS[i-1]}
            cut=$(printf %s "${COMP_WORDS[@]:i+1:COMP_CWORD-i-1}")
            break
        fi
    done
    if [[ $word == = || $word == : ]]; then
        [[ -n $cut || $word == : ]] && cut+=$word
        word=
    elif [[ $name == = ]]; then
        name=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        listen|transcribe|init|doctor|keys|devices|config|words|measure|history|help)
            command=${COMP_WORDS[i]}
            break ;;
        esac
    done
    local words options
    if ! words=$(_utter_values "${command:-listen}" "$name"); then
        case $command in
        listen)
            words=''
            options='--once --key --profile --held --below --context --rest-fd --config -o --json --log-level --log-file --color -h --help --version' ;;
        transcribe)
            words=''
            options='--live --raw --profile --history --directory --path --config -o --json --log-level --log-file --color -h --help --version' ;;
        init)
            words='bash zsh fish'
            options='--key --undo --config -o --log-level --log-file --color -h --help --version' ;;
        doctor)
            words=''
            options='--no-microphone --config -o --json --log-level --log-file --color -h --help --version' ;;
        keys)
            words=''
            options='--decode --protocol --config -o --json --log-level --log-file --color -h --help --version' ;;
        devices)
            words=''
            options='--probe --config -o --json --log-level --log-file --color -h --help --version' ;;
        config)
            words='path check show'
            options='--config -o --json --log-level --log-file --color -h --help --version' ;;
        words)
            words='list say add'
            options='--sounds-like --config -o --log-level --log-file --color -h --help --version' ;;
        measure)
            words=''
            options='--config -o --json --log-level --log-file --color -h --help --version' ;;
        history)
            words=''
            options='--last --config -o --json --log-level --log-file --color -h --help --version' ;;
        help)
            words='listen transcribe init doctor keys devices config words measure history'
            options='--config -o --log-level --log-file --color -h --help --version' ;;
        *)
            words='listen transcribe init doctor keys devices config words measure history help'
            options='--once --key --profile --held --below --context --rest-fd --config -o --json --log-level --log-file --color -h --help --version' ;;
        esac
        [[ $word == -* || -z $words ]] && words=$options
        [[ $word != -* && $command =~ ^(transcribe|measure)$ ]] && words=@files
    fi
    if [[ $words == @files || $words == @directories ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen "-${words:1:1}" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cut$word")
        COMPREPLY=("${COMPREPLY[@]#"$cut"}")
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    fi
    return 0
}

complete -F _utter utter
