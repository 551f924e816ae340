# Puts the program consider.exe into %LOCALAPPDATA%\Programs\consider and that folder on the user's PATH; -Uninstall takes
# both out again. The download is checked against the release's checksums, and these against the owner's signature if releases
# are signed, before anything of it is run.
#
#   irm ADDRESS/install.ps1 | iex
#   & ([scriptblock]::Create((irm ADDRESS/install.ps1))) [-To FOLDER] [-Version X.Y.Z] [-Uninstall]
#
# Run as text, because Windows refuses to run script files until it is told otherwise. CONSIDER_DOWNLOADS is where releases
# are, for a mirror.
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
$signer = '@SIGNER@'
$program = Join-Path $To 'consider.exe'

# Whether what is there calls itself consider.
function Test-Ours {
  $ErrorActionPreference = 'Continue' # Windows PowerShell would else stop at what another program says on stderr
  try { (Test-Path $program -PathType Leaf) -and [bool]((& $program version 2>$null) -like 'consider *') } catch { $false }
}

# Read and written without expanding: entries such as %USERPROFILE%\bin stay as they are.
function Set-UserPath([scriptblock]$change) {
  $key = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('Environment', $true)
  try {
    $was = $key.GetValue('Path', '', [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames)
    $parts = @($was -split ';' | Where-Object { $_ })
    $new = @(& $change $parts) -join ';'
    if ($new -eq ($parts -join ';')) { return }
    $key.SetValue('Path', $new, [Microsoft.Win32.RegistryValueKind]::ExpandString)
  } finally {
    $key.Close()
  }
  # New terminals see it only once Windows tells its programs, which it does when a variable is set this way.
  [Environment]::SetEnvironmentVariable('CONSIDER_INSTALLER', 'x', 'User')
  [Environment]::SetEnvironmentVariable('CONSIDER_INSTALLER', [NullString]::Value, 'User')
}

function Get-Download([string]$url, [string]$to) {
  try { Invoke-WebRequest $url -OutFile $to -UseBasicParsing } catch { throw "cannot fetch ${url}: $_" }
}

if ($Uninstall) {
  if (-not (Test-Path $program)) { throw "$program not found" }
  if (-not (Test-Ours)) { throw "$program is not consider; it was not removed" }
  Remove-Item $program
  Remove-Item "$program.*.old" -ErrorAction SilentlyContinue
  if (-not (Get-ChildItem $To -Force)) { Remove-Item $To }
  Set-UserPath { param($parts) $parts | Where-Object { $_ -ne $To } }
  Write-Output "removed $program. Files that setup added to your projects remain. To remove them, reinstall and run 'consider uninstall' in each project."
  # Without the key in it, a later install asks anew which stores were made here.
  $settings = Join-Path $env:APPDATA 'consider'
  if (Test-Path $settings) { Write-Output "to delete your settings and keys too: Remove-Item -Recurse '$settings'" }
  return
}
if ((Test-Path $program) -and -not (Test-Ours)) { throw "$program is a different program; choose another folder with -To" }

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
  Get-Download "$from/checksums.txt" $sums
  if ($signer -notlike 'ssh-*') {
    Write-Output 'this release is unsigned: only its checksum is verified'
  } else {
    Get-Download "$from/checksums.txt.sig" "$sums.sig"
    if (Get-Command ssh-keygen -ErrorAction SilentlyContinue) {
      Set-Content (Join-Path $work 'signer') "consider $signer" -Encoding ascii
      # PowerShell cannot redirect a file's bytes to a program's input; cmd can.
      cmd /c "ssh-keygen -Y verify -f ""$(Join-Path $work 'signer')"" -I consider -n consider -s ""$sums.sig"" < ""$sums"" >nul 2>nul"
      if ($LASTEXITCODE -ne 0) { throw "the signature of the release is not the owner's; nothing was installed" }
    } else {
      Write-Output 'the signature of the release was not verified, because ssh-keygen was not found; its checksum was'
    }
  }
  $line = Get-Content $sums | Where-Object { $_ -like "*_windows_$arch.zip" } | Select-Object -First 1
  if (-not $line) { throw "the release has no build for windows $arch" }
  $sum, $file = $line -split '\s+', 2
  $zip = Join-Path $work $file
  Get-Download "$from/$file" $zip
  if ((Get-FileHash $zip -Algorithm SHA256).Hash -ne $sum) { throw "checksum mismatch for $file; nothing was installed" }
  Expand-Archive $zip (Join-Path $work 'out')
  New-Item -ItemType Directory $To -Force | Out-Null
  # A program that runs cannot be written over or removed, but it can be renamed; a later install removes it.
  Remove-Item "$program.*.old" -ErrorAction SilentlyContinue
  $old = "$program.$([IO.Path]::GetRandomFileName()).old"
  if (Test-Path $program) { Move-Item $program $old }
  try {
    Move-Item (Join-Path $work 'out\consider.exe') $program
  } catch {
    if (Test-Path $old) { Move-Item $old $program }
    throw
  }
  Remove-Item "$program.*.old" -ErrorAction SilentlyContinue
} finally {
  Remove-Item $work -Recurse -Force
}
Set-UserPath { param($parts) if ($parts -contains $To) { $parts } else { $parts + $To } }
if (($env:Path -split ';') -notcontains $To) { $env:Path += ";$To" }
Write-Output "installed $(& $program version) as $program; it is on your PATH in this terminal and new ones"
Write-Output "next: run 'consider setup' in a project"
}
