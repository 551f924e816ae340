# Puts the program consider.exe into %LOCALAPPDATA%\Programs\consider and that folder on the user's PATH; -Uninstall takes
# both out again. The download is checked against the release's checksums before anything of it is run.
#
#   .\install.ps1 [-To FOLDER] [-Version X.Y.Z] [-Uninstall]
param(
  [string]$To = (Join-Path $env:LOCALAPPDATA 'Programs\consider'),
  [string]$Version = '',
  [switch]$Uninstall
)
# A scope of its own: what `iex` runs would else change the terminal that it was typed into.
& {
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue' # drawing it makes downloads slow in Windows PowerShell
$downloads = if ($env:CONSIDER_DOWNLOADS) { $env:CONSIDER_DOWNLOADS } else { '@DOWNLOADS@' }
$program = Join-Path $To 'consider.exe'

function Test-Ours { (Test-Path $program -PathType Leaf) -and ((& $program version 2>$null) -like 'consider *') }

function Set-UserPath([scriptblock]$change) {
  $parts = @([Environment]::GetEnvironmentVariable('Path', 'User') -split ';' | Where-Object { $_ })
  $new = (& $change $parts) -join ';'
  if ($new -ne ($parts -join ';')) { [Environment]::SetEnvironmentVariable('Path', $new, 'User') }
}

if ($Uninstall) {
  if (-not (Test-Path $program)) { throw "$program is not there" }
  if (-not (Test-Ours)) { throw "$program is not consider; it was left alone" }
  Remove-Item $program
  Set-UserPath { param($parts) $parts | Where-Object { $_ -ne $To } }
  Write-Output "removed $program; what setup wrote into projects is taken out by 'consider uninstall' there, before this"
  # Without the key in it, a later install asks anew which stores were made here.
  $settings = Join-Path $env:APPDATA 'consider'
  if (Test-Path $settings) { Write-Output "if you do not come back: Remove-Item -Recurse '$settings'" }
  return
}
if ((Test-Path $program) -and -not (Test-Ours)) { throw "$program is another program; choose a folder with -To" }

# A 32-bit PowerShell is told the machine's own by the second name.
$machine = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
$arch = switch ($machine) {
  'AMD64' { 'amd64' }
  'ARM64' { 'arm64' }
  default { throw "no build for $machine" }
}
$from = if ($Version) { "$downloads/download/v$Version" } else { "$downloads/latest/download" }
$work = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
New-Item -ItemType Directory $work | Out-Null
try {
  $sums = Join-Path $work 'checksums.txt'
  Invoke-WebRequest "$from/checksums.txt" -OutFile $sums -UseBasicParsing
  $line = Get-Content $sums | Where-Object { $_ -like "*_windows_$arch.zip" } | Select-Object -First 1
  if (-not $line) { throw "the release has no build for windows $arch" }
  $sum, $file = $line -split '\s+', 2
  $zip = Join-Path $work $file
  Invoke-WebRequest "$from/$file" -OutFile $zip -UseBasicParsing
  if ((Get-FileHash $zip -Algorithm SHA256).Hash -ne $sum) { throw "$file is not what the release's checksums say; nothing was installed" }
  Expand-Archive $zip (Join-Path $work 'out')
  New-Item -ItemType Directory $To -Force | Out-Null
  # A program that runs cannot be written over, but it can be renamed.
  if (Test-Path $program) { Move-Item $program "$program.old" -Force }
  Move-Item (Join-Path $work 'out\consider.exe') $program
  Remove-Item "$program.old" -ErrorAction SilentlyContinue
} finally {
  Remove-Item $work -Recurse -Force
}
Set-UserPath { param($parts) if ($parts -contains $To) { $parts } else { $parts + $To } }
Write-Output "installed $(& $program version) as $program; open a new terminal to have it on your PATH"
Write-Output 'next: cd into a project, and type: consider setup'
}
