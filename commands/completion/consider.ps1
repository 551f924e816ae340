# Completion of consider for PowerShell: consider completion pwsh | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName consider -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -le $cursorPosition } | ForEach-Object { $_.ToString() })
    # An empty argument does not reach a program in every version; ":" stands for it.
    if ($wordToComplete -eq '') { $words += ':' }
    & $words[0] __complete @($words | Select-Object -Skip 1) 2>$null | Where-Object { $_ -ne ':files' } | ForEach-Object {
        $word, $about = $_ -split "`t", 2
        if ($word -like "$wordToComplete*") {
            if (-not $about) { $about = $word }
            [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
        }
    }
}
