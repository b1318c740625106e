@echo off
rem Runs Espalier from an unpacked release, like bin/espalier on Linux and macOS. It never writes to the release.
setlocal EnableExtensions DisableDelayedExpansion
for %%d in ("%~dp0..") do set "HOME_FOLDER=%%~fd"
rem The oldest version of Java, as in docs/guides/install.md.
set "OLDEST_JAVA=17"
rem How the user called this script, for the commands that the program suggests.
set "CALLED=%~0"
if not "%CALLED: =%"=="%CALLED%" set CALLED=\"%CALLED%\"
for %%e in (espalier.cmd) do if /i "%%~$PATH:e"=="%~f0" set "CALLED=espalier"

call :find_java || exit /b 1
set "NATIVE="
if %JAVA_VERSION% GEQ 22 set "NATIVE=--enable-native-access=ALL-UNNAMED"
call :choose_collector
"%JAVA%" -Xshare:auto "-Despalier.command=%CALLED%" "-Despalier.home=%HOME_FOLDER%" %NATIVE% %COLLECTOR% %ESPALIER_JAVA_OPTS% -cp "%HOME_FOLDER%\lib\*" org.espalier.cli.Espalier %*
exit /b %ERRORLEVEL%

rem Selects the parallel collector, unless ESPALIER_JAVA_OPTS names one: -XX:+Use followed by GC.
:choose_collector
set "COLLECTOR=-XX:+UseParallelGC"
if not defined ESPALIER_JAVA_OPTS exit /b 0
set "NAMED=%ESPALIER_JAVA_OPTS:*+Use=%"
if not defined NAMED exit /b 0
if "%NAMED%"=="%ESPALIER_JAVA_OPTS%" exit /b 0
if not "%NAMED:GC=%"=="%NAMED%" set "COLLECTOR="
exit /b 0

:find_java
set "FOUND="
call :probe "%JAVA_HOME%\bin\java.exe"
if %JAVA_VERSION% GEQ %OLDEST_JAVA% exit /b 0
if not "%JAVA_VERSION%"=="0" set FOUND="%JAVA%" is version %JAVA_VERSION%
for %%j in (java.exe) do call :probe "%%~$PATH:j"
if %JAVA_VERSION% GEQ %OLDEST_JAVA% exit /b 0
if not "%JAVA_VERSION%"=="0" set FOUND="%JAVA%" is version %JAVA_VERSION%
if not defined FOUND set "FOUND=found none"
>&2 echo espalier: needs Java %OLDEST_JAVA% or later in JAVA_HOME or on the PATH; %FOUND%. Install it, for example with "winget install EclipseAdoptium.Temurin.21.JRE", or from https://adoptium.net; or set JAVA_HOME if it is installed already.
exit /b 1

rem Sets JAVA and JAVA_VERSION. Reading the release file of a JRE is faster than starting Java.
:probe
set "JAVA=%~1"
set "JAVA_VERSION=0"
if not exist "%JAVA%" exit /b 0
for %%d in ("%JAVA%\..\..") do set "FOLDER=%%~fd"
if not exist "%FOLDER%\release" goto ask_java
for /f "usebackq tokens=1,2 delims==." %%a in ("%FOLDER%\release") do if "%%a"=="JAVA_VERSION" set JAVA_VERSION=%%b
set JAVA_VERSION=%JAVA_VERSION:"=%
exit /b 0

:ask_java
for /f "tokens=3" %%v in ('call "%JAVA%" -XshowSettings:properties -version 2^>^&1 ^| findstr /c:"java.specification.version ="') do set "JAVA_VERSION=%%v"
exit /b 0
