# Completion of remite for PowerShell: dot-source this file in your profile.
Register-ArgumentCompleter -Native -CommandName remite -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($wordToComplete -eq '') { $words += '""' }
    & remite __complete -- @words 2>$null | ForEach-Object {
        $value, $help = $_ -split "`t", 2
        if ($value -ne ':files') {
            if (-not $help) { $help = $value }
            $text = $value
            if ($value -match '[^\w./:@%+,=-]') { $text = "'" + $value.Replace("'", "''") + "'" }
            [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $help)
        }
    }
}
