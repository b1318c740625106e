@echo off
rem Runs Espalier from its source tree, like ./espalier on Linux and macOS: builds it if a source is newer than the last
rem build, then starts Java.
setlocal EnableExtensions DisableDelayedExpansion
set "ROOT=%~dp0"
rem The module espalier-spark is built for calls of spark only.
set "MODULE=espalier-cli"
if "%~1"=="spark" set "MODULE=espalier-spark"
set "APP=%ROOT%espalier-cli\target\quick"
set "OUT=%ROOT%%MODULE%\target\quick"
set "JAR=%OUT%\%MODULE%.jar"
set "STAMP=%OUT%\built"
set "WAITING="
rem The range of Java versions, as in pom.xml and CONTRIBUTING.md.
set "OLDEST_JAVA=17"
set "NEWEST_JAVA=25"
rem How the user called this script, for the commands that the program suggests.
set "CALLED=%~0"
if not "%CALLED: =%"=="%CALLED%" set CALLED=\"%CALLED%\"

call :find_java || exit /b 1
call :ensure_built || exit /b 1

set "NATIVE="
if %JAVA_VERSION% GEQ 22 set "NATIVE=--enable-native-access=ALL-UNNAMED"
call :choose_collector
if %MODULE%==espalier-spark goto run_spark
"%JAVA%" -Xshare:auto "-Despalier.command=%CALLED%" %NATIVE% %COLLECTOR% %ESPALIER_JAVA_OPTS% -jar "%JAR%" %*
exit /b %ERRORLEVEL%

rem Opens the packages that Spark needs in Java 17 and later. Spark sets the same options for its executors.
:run_spark
set "OPENS=-XX:+IgnoreUnrecognizedVMOptions --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -Dio.netty.tryReflectionSetAccessible=true"
for %%p in (java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent java.util.concurrent.atomic jdk.internal.ref sun.nio.ch sun.nio.cs sun.util.calendar) do call set "OPENS=%%OPENS%% --add-opens=java.base/%%p=ALL-UNNAMED"
set "OPENS=%OPENS% --add-opens=java.security.jgss/sun.security.krb5=ALL-UNNAMED"
if %JAVA_VERSION% LSS 24 set "OPENS=%OPENS% --add-opens=java.base/sun.security.action=ALL-UNNAMED"
"%JAVA%" -Xshare:auto "-Despalier.command=%CALLED%" %OPENS% %NATIVE% %COLLECTOR% %ESPALIER_JAVA_OPTS% -cp "%JAR%;%APP%\espalier-cli.jar;%OUT%\lib\*" org.espalier.spark.command.EspalierSpark %*
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
if %JAVA_VERSION% GEQ %OLDEST_JAVA% if %JAVA_VERSION% LEQ %NEWEST_JAVA% exit /b 0
if not "%JAVA_VERSION%"=="0" set FOUND="%JAVA%" is version %JAVA_VERSION%
for %%j in (java.exe) do call :probe "%%~$PATH:j"
if %JAVA_VERSION% GEQ %OLDEST_JAVA% if %JAVA_VERSION% LEQ %NEWEST_JAVA% exit /b 0
if not "%JAVA_VERSION%"=="0" set FOUND="%JAVA%" is version %JAVA_VERSION%
if not defined FOUND set "FOUND=found none"
>&2 echo espalier: needs a JDK from %OLDEST_JAVA% to %NEWEST_JAVA% in JAVA_HOME or on the PATH; %FOUND%. Install one, for example:
>&2 echo   winget install EclipseAdoptium.Temurin.21.JDK
>&2 echo   or see https://adoptium.net
>&2 echo or set JAVA_HOME if one is installed already.
exit /b 1

rem Sets JAVA, JAVA_HOME (for Maven) and JAVA_VERSION. Reading the release file of a JDK is faster than starting Java.
:probe
set "JAVA=%~1"
set "JAVA_VERSION=0"
if not exist "%JAVA%" exit /b 0
for %%d in ("%JAVA%\..\..") do set "JAVA_HOME=%%~fd"
if not exist "%JAVA_HOME%\release" goto ask_java
for /f "usebackq tokens=1,2 delims==." %%a in ("%JAVA_HOME%\release") do if "%%a"=="JAVA_VERSION" set JAVA_VERSION=%%b
set JAVA_VERSION=%JAVA_VERSION:"=%
exit /b 0

:ask_java
set "JAVA_HOME="
for /f "tokens=3" %%v in ('call "%JAVA%" -XshowSettings:properties -version 2^>^&1 ^| findstr /c:"java.specification.version ="') do set "JAVA_VERSION=%%v"
exit /b 0

rem Allows one build at a time: only one process can have the lock file open for writing, and Maven inherits it.
:ensure_built
call :is_stale || exit /b 0
if not exist "%APP%" mkdir "%APP%" 2>nul
if not exist "%OUT%" mkdir "%OUT%" 2>nul
set "LOCKED="
8>&2 2>nul (9>"%APP%\lock" (set "LOCKED=1" & 2>&8 call :build))
if defined LOCKED exit /b %BUILD_CODE%
rem If another process holds the lock, its file exists.
if not exist "%APP%\lock" goto not_writable
if not defined WAITING >&2 echo espalier: waiting for another build of this tree ...
set "WAITING=1"
>nul ping -n 2 127.0.0.1
goto ensure_built

:not_writable
>&2 echo espalier: cannot build: %APP% is not writable
exit /b 1

rem Succeeds if there is no build or a source is newer. A removed source makes its directory newer.
:is_stale
if not exist "%STAMP%" exit /b 0
if not exist "%JAR%" exit /b 0
if not exist "%APP%\espalier-cli.jar" exit /b 0
powershell -NoProfile -NonInteractive -Command "Set-Location -LiteralPath $env:ROOT; $built = (Get-Item -LiteralPath $env:STAMP).LastWriteTimeUtc; $modules = @('espalier-fst', 'espalier-model', 'espalier-run', 'espalier-lab', 'espalier-cli', $env:MODULE) | Select-Object -Unique; $sources = @(Get-Item pom.xml) + @($modules | ForEach-Object { Get-Item $_\pom.xml, $_\src\main; Get-ChildItem -Recurse $_\src\main }); if ($sources | Where-Object { $_.LastWriteTimeUtc -gt $built }) { exit 0 } else { exit 1 }"
exit /b %ERRORLEVEL%

:build
set "BUILD_CODE=0"
call :is_stale || exit /b 0
set "BUILD_CODE=1"
if defined JAVA_HOME if not exist "%JAVA_HOME%\bin\javac.exe" goto no_compiler
where /q mvn || (
  >&2 echo espalier: cannot build without Maven 3.8 or later: there is no mvn on the PATH. See https://maven.apache.org.
  exit /b 1
)
if exist "%STAMP%" (
  >&2 echo espalier: building ^(sources have changed^) ...
) else if %MODULE%==espalier-spark (
  >&2 echo espalier: building with Spark ^(first use; downloads about 300 MB once^) ...
) else (
  >&2 echo espalier: building ^(first use; about a minute^) ...
)
rem The stamp has the time when the build began, so a source saved during the build is newer.
type nul >"%STAMP%.new"
pushd "%ROOT%"
call mvn -q -B -Dstyle.color=never -Dquick -pl %MODULE% -am package <nul >"%OUT%\build.log" 2>&1
set "BUILD_CODE=%ERRORLEVEL%"
popd
if %BUILD_CODE% EQU 0 (
  if %MODULE%==espalier-spark >nul copy /y "%STAMP%.new" "%APP%\built"
  >nul move /y "%STAMP%.new" "%STAMP%"
  exit /b 0
)
>&2 findstr /b /c:"[ERROR]" "%OUT%\build.log"
>&2 echo espalier: the build failed; its output is in %OUT%\build.log
exit /b 1

:no_compiler
>&2 echo espalier: cannot build without a JDK: %JAVA_HOME% has no javac. Install a JDK, or set JAVA_HOME to one.
exit /b 1
