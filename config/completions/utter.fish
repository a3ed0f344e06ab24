# Completion of utter for fish. Made from the option table of the program: utter generate fish.

function __utter_devices
    command utter devices --json 2>/dev/null | sed -n 's/^{"name": *"\([^"\\]*\)".*/\1/p'
end

# section.key=value
function __utter_settings
    switch (commandline --current-token)
        case 'gesture.hotkey=*'
            printf 'gesture.hotkey=%s\n' f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 ctrl+space ctrl+g alt+v alt+space
        case 'gesture.listen-key=*'
            printf 'gesture.listen-key=%s\n' f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 space ctrl+space right_control right_alt caps_lock menu pause scroll_lock
        case 'gesture.mode=*'
            printf 'gesture.mode=%s\n' auto hold toggle
        case 'gesture.on-focus-loss=*'
            printf 'gesture.on-focus-loss=%s\n' ask cancel deliver
        case 'gesture.tap=*'
            printf 'gesture.tap=%s\n' hint toggle
        case 'audio.device=*'
            printf 'audio.device=%s\n' (__utter_devices)
        case 'recognizer.profile=*'
            printf 'recognizer.profile=%s\n' prose shell
        case 'recognizer.acoustic-model=*'
            printf 'recognizer.acoustic-model=%s\n' (__fish_complete_path \
                (string replace 'recognizer.acoustic-model=' '' -- (commandline --current-token)))
        case 'recognizer.language-model=*'
            printf 'recognizer.language-model=%s\n' (__fish_complete_path \
                (string replace 'recognizer.language-model=' '' -- (commandline --current-token)))
        case 'recognizer.dictionary=*'
            printf 'recognizer.dictionary=%s\n' (__fish_complete_path \
                (string replace 'recognizer.dictionary=' '' -- (commandline --current-token)))
        case 'recognizer.remember-voice=*'
            printf 'recognizer.remember-voice=%s\n' yes no
        case 'recognizer.learn=*'
            printf 'recognizer.learn=%s\n' (__fish_complete_path \
                (string replace 'recognizer.learn=' '' -- (commandline --current-token)))
        case 'shell.history=*'
            printf 'shell.history=%s\n' yes no
        case 'shell.path=*'
            printf 'shell.path=%s\n' yes no
        case 'shell.files=*'
            printf 'shell.files=%s\n' yes no
        case 'shell.git=*'
            printf 'shell.git=%s\n' yes no
        case 'shell.make=*'
            printf 'shell.make=%s\n' yes no
        case 'shell.npm=*'
            printf 'shell.npm=%s\n' yes no
        case 'shell.ssh=*'
            printf 'shell.ssh=%s\n' yes no
        case 'shell.cache=*'
            printf 'shell.cache=%s\n' yes no
        case 'preview.style=*'
            printf 'preview.style=%s\n' line title off
        case 'preview.level-meter=*'
            printf 'preview.level-meter=%s\n' yes no
        case 'output.confirm=*'
            printf 'output.confirm=%s\n' yes no
        case 'output.punctuation=*'
            printf 'output.punctuation=%s\n' spoken off
        case 'output.capitals=*'
            printf 'output.capitals=%s\n' spoken off
        case 'output.numbers=*'
            printf 'output.numbers=%s\n' spoken digits off
        case 'output.capitalize=*'
            printf 'output.capitalize=%s\n' yes no
        case 'output.newlines=*'
            printf 'output.newlines=%s\n' space keep
        case '*'
            printf '%s\t%s\n' 'gesture.hotkey=' 'The key that the shell integration binds'
            printf '%s\t%s\n' 'gesture.listen-key=' 'The talk key of `utter listen`'
            printf '%s\t%s\n' 'gesture.mode=' 'How the talk key works'
            printf '%s\t%s\n' 'gesture.minimum-duration=' 'How long the key is held before recording starts'
            printf '%s\t%s\n' 'gesture.maximum-duration=' 'The longest recording'
            printf '%s\t%s\n' 'gesture.tail=' 'How long recording goes on after the release'
            printf '%s\t%s\n' 'gesture.minimum-clip=' 'The shortest recording that is used'
            printf '%s\t%s\n' 'gesture.on-focus-loss=' 'What happens when the window loses the focus while you speak'
            printf '%s\t%s\n' 'gesture.tap=' 'What a tap of the talk key does'
            printf '%s\t%s\n' 'audio.device=' 'The microphone'
            printf '%s\t%s\n' 'recognizer.profile=' 'The language you speak'
            printf '%s\t%s\n' 'recognizer.acoustic-model=' 'The folder of the acoustic model'
            printf '%s\t%s\n' 'recognizer.language-model=' 'The file of the language model for prose'
            printf '%s\t%s\n' 'recognizer.dictionary=' 'The file of the pronouncing dictionary'
            printf '%s\t%s\n' 'recognizer.remember-voice=' 'Keep 13 numbers about voice and microphone between runs'
            printf '%s\t%s\n' 'recognizer.refine=' 'A better recogniser for prose'
            printf '%s\t%s\n' 'recognizer.refine-deadline=' 'How long `refine` may take after the release'
            printf '%s\t%s\n' 'recognizer.learn=' 'Texts whose words and phrases are added to the language model for prose'
            printf '%s\t%s\n' 'shell.history=' 'Learn from the shell\'s history'
            printf '%s\t%s\n' 'shell.path=' 'Learn the names of the commands on PATH'
            printf '%s\t%s\n' 'shell.files=' 'Learn the names of files here and one level down'
            printf '%s\t%s\n' 'shell.git=' 'Learn branches, tags and remotes'
            printf '%s\t%s\n' 'shell.make=' 'Learn the targets of the makefile here'
            printf '%s\t%s\n' 'shell.npm=' 'Learn the scripts of the package.json here'
            printf '%s\t%s\n' 'shell.ssh=' 'Learn the hosts of the ssh configuration'
            printf '%s\t%s\n' 'shell.cache=' 'Keep what was learnt in a file'
            printf '%s\t%s\n' 'preview.style=' 'Where the words appear while you speak'
            printf '%s\t%s\n' 'preview.level-meter=' 'Show how loud it is'
            printf '%s\t%s\n' 'output.confirm=' 'Wait for a tap before the words are delivered'
            printf '%s\t%s\n' 'output.punctuation=' 'Whether "comma" writes a comma'
            printf '%s\t%s\n' 'output.capitals=' 'Whether "capital" and "all caps" change the next word'
            printf '%s\t%s\n' 'output.numbers=' 'Which numbers are written with digits'
            printf '%s\t%s\n' 'output.capitalize=' 'Write the first word of each sentence with a capital'
            printf '%s\t%s\n' 'output.filter=' 'A command that rewrites what you dictate'
            printf '%s\t%s\n' 'output.newlines=' 'What becomes of newlines inside a transcript on standard output'
            printf '%s\t%s\n' 'output.history=' 'How many transcripts are kept'
    end
end

complete -c utter -f
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -a listen -d 'Hold the key, speak, let go: each transcript is one line on standard output'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -a transcribe -d 'Turn recordings into text, one line for each'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -a init -d 'Print the shell integration: hold a key at the prompt and speak'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -a doctor -d 'Check terminal, microphone, model and dotfile, and say what to do'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -a keys -d 'Show keys as the terminal reports them, and what that means for holding one'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -a devices -d 'List the microphones by the names device = takes'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -a config -d 'The dotfile: where it is, what is wrong in it, what is in force'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -a words -d 'Your own words: how each is pronounced, and adding one'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -a measure -d 'Error rate, speed and waits on recordings with their texts'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -a history -d 'Show the last transcripts, if the dotfile keeps them'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -a help -d 'Show help'
complete -c utter -l config -r -F -d 'Read FILE instead of the dotfile'
complete -c utter -s o -x -a '(__utter_settings)' -d 'Set one option of the dotfile, for this run'
complete -c utter -l json -d 'Print one JSON object a line'
complete -c utter -l log-level -x -a 'error warning info debug' -d 'The least grave message that is logged'
complete -c utter -l log-file -r -F -d 'Append the log to FILE instead of showing it'
complete -c utter -l color -x -a 'auto always never' -d 'When to use colours'
complete -c utter -s h -l help -d 'Show help and exit'
complete -c utter -l version -d 'Show the version and exit'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -l once -d 'End after one utterance'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -l key -x -a 'f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 space ctrl+space right_control right_alt caps_lock menu pause scroll_lock' -d 'Talk with KEY, for example f9, right_control or ctrl+space'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -l profile -x -a 'prose shell' -d 'The language you speak'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -l held -d 'The key is down already, as when a shell\'s key binding starts this'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -l below -d 'Draw below the cursor\'s line and leave that as it is'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -l context -d 'Read on standard input what the line editor shows: prompt, left, right, each ended by NUL'
complete -c utter -n 'not __fish_seen_subcommand_from listen transcribe init doctor keys devices config words measure history help' -l rest-fd -x -d 'Write the keys typed meanwhile to descriptor N'
complete -c utter -n '__fish_seen_subcommand_from listen' -l once -d 'End after one utterance'
complete -c utter -n '__fish_seen_subcommand_from listen' -l key -x -a 'f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 space ctrl+space right_control right_alt caps_lock menu pause scroll_lock' -d 'Talk with KEY, for example f9, right_control or ctrl+space'
complete -c utter -n '__fish_seen_subcommand_from listen' -l profile -x -a 'prose shell' -d 'The language you speak'
complete -c utter -n '__fish_seen_subcommand_from listen' -l held -d 'The key is down already, as when a shell\'s key binding starts this'
complete -c utter -n '__fish_seen_subcommand_from listen' -l below -d 'Draw below the cursor\'s line and leave that as it is'
complete -c utter -n '__fish_seen_subcommand_from listen' -l context -d 'Read on standard input what the line editor shows: prompt, left, right, each ended by NUL'
complete -c utter -n '__fish_seen_subcommand_from listen' -l rest-fd -x -d 'Write the keys typed meanwhile to descriptor N'
complete -c utter -n '__fish_seen_subcommand_from transcribe' -l live -d 'Decode piece by piece, as while a key is held'
complete -c utter -n '__fish_seen_subcommand_from transcribe' -l raw -d 'Files have no header: s16le, 16000 Hz, mono'
complete -c utter -n '__fish_seen_subcommand_from transcribe' -l profile -x -a 'prose shell' -d 'The language spoken'
complete -c utter -n '__fish_seen_subcommand_from transcribe' -l history -r -F -d 'For the shell profile: learn from this history file'
complete -c utter -n '__fish_seen_subcommand_from transcribe' -l directory -x -a '(__fish_complete_directories)' -d 'For the shell profile: learn the names in DIR'
complete -c utter -n '__fish_seen_subcommand_from transcribe' -l path -x -a '(__fish_complete_directories)' -d 'For the shell profile: learn the commands in DIRS, separated by colons'
complete -c utter -n '__fish_seen_subcommand_from transcribe' -F
complete -c utter -n '__fish_seen_subcommand_from init' -l key -x -a 'f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 ctrl+space ctrl+g alt+v alt+space' -d 'Bind KEY instead of the dotfile\'s hotkey'
complete -c utter -n '__fish_seen_subcommand_from init' -l undo -d 'Print what takes the integration out again'
complete -c utter -n '__fish_seen_subcommand_from init' -a 'bash zsh fish'
complete -c utter -n '__fish_seen_subcommand_from doctor' -l no-microphone -d 'Leave out the check that opens the microphone'
complete -c utter -n '__fish_seen_subcommand_from keys' -l decode -d 'Read bytes on standard input, print JSON events'
complete -c utter -n '__fish_seen_subcommand_from keys' -l protocol -x -a 'terminal win32 linux-mediumraw' -d 'What the bytes for --decode are'
complete -c utter -n '__fish_seen_subcommand_from devices' -l probe -d 'Open each one for a moment to see if it works'
complete -c utter -n '__fish_seen_subcommand_from config' -a 'path check show'
complete -c utter -n '__fish_seen_subcommand_from words' -l sounds-like -x -d 'For add: how WORD sounds, in ordinary words'
complete -c utter -n '__fish_seen_subcommand_from words' -a 'list say add'
complete -c utter -n '__fish_seen_subcommand_from measure' -F
complete -c utter -n '__fish_seen_subcommand_from history' -l last -d 'Only the newest'
complete -c utter -n '__fish_seen_subcommand_from help' -a 'listen transcribe init doctor keys devices config words measure history'
