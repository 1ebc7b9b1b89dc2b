# Completion of hearth for fish; written by 'hearth completion fish'.

# Succeeds where no verb is given yet.
function __hearth_no_verb
    set -l words (commandline -opc)
    test (count $words) -eq 1
end

# Succeeds where the command line is one of this verb.
function __hearth_verb
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test "$words[2]" = $argv[1]
end

# Offers folders, and files with one of these endings.
function __hearth_files
    for line in (__fish_complete_path (commandline -ct))
        set -l path (string split -f 1 \t -- $line)
        if string match -q -- '*/' $path
            echo $path
            continue
        end
        for ending in $argv
            string match -q -- "*$ending" $path; and echo $path
        end
    end
end

complete -c hearth -f
complete -c hearth -n __hearth_no_verb -s h -l help -d 'Print the help'
complete -c hearth -n __hearth_no_verb -l version -d 'Print the version'
@VERBS@
