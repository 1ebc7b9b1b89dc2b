# Completion of hearth for fish; printed by 'hearth completion fish'.
# The command itself is asked what can be typed next.

# Offers files that end with one of the arguments, and folders; without arguments, all files.
function __hearth_files
    for line in (__fish_complete_path (commandline -ct))
        set -l path (string split -f 1 \t -- $line)
        if test (count $argv) -eq 0; or string match -q -- '*/' $path
            echo $path
            continue
        end
        for ending in $argv
            string match -q -- "*$ending" $path; and echo $path
        end
    end
end

function __hearth_complete
    set -l words (commandline -opc)
    for line in (command $words[1] __complete $words[2..-1] (commandline -ct) 2>/dev/null)
        set -l parts (string split \t -- $line)
        switch $parts[1]
            case ':files'
                __hearth_files (string split -n ' ' -- $parts[2])
            case ':folders'
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end

complete -c hearth -f -a '(__hearth_complete)'
