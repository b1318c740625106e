# Finds Java and starts it: what the launcher of a release and that of the source tree share. For bash 3.2 and later.
# shellcheck shell=bash

# Opens closed standard descriptors as /dev/null. Otherwise the next file that Java opens, its own classes, would get the
# number of standard input, and Java would crash.
{ true 3<&0; } 2>/dev/null || exec </dev/null
{ true 3>&1; } 2>/dev/null || exec >/dev/null
true 3>&2 || exec 2>/dev/null

say() { printf 'espalier: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# resolve FILE: sets resolved to the target of its symbolic links. (readlink -f is not available everywhere.)
resolve() {
  local link
  resolved=$1
  while [ -L "$resolved" ]; do
    link=$(readlink "$resolved")
    case $link in
      /*) resolved=$link ;;
      *) resolved=${resolved%/*}/$link ;;
    esac
  done
}

# probe JAVA: sets java_home and java_version from the release file of the JDK. Without one (a shim, Java 8) it runs Java,
# which takes longer.
probe() {
  local key value settings
  resolve "$1"
  java_home=${resolved%/bin/java}
  java_version=''
  if [ -r "$java_home/release" ]; then
    while IFS='=' read -r key value; do
      [ "$key" = JAVA_VERSION ] && java_version=${value//\"/}
    done <"$java_home/release"
  fi
  if [ -z "$java_version" ]; then
    settings=$("$1" -XshowSettings:properties -version 2>&1)
    java_home=$(printf '%s\n' "$settings" | sed -n 's/^ *java\.home = //p')
    java_version=$(printf '%s\n' "$settings" | sed -n 's/^ *java\.specification\.version = //p')
  fi
  java_version=${java_version#1.}
  java_version=${java_version%%[!0-9]*}
}

# find_java OLDEST NEWEST: sets java_home and java_version to a Java in this range, from JAVA_HOME or else from the PATH. If
# there is none it fails and describes in java_found what there is.
find_java() {
  local candidate
  java_found=''
  for candidate in "${JAVA_HOME:+$JAVA_HOME/bin/java}" "$(type -P java)"; do
    [ -x "$candidate" ] || continue
    probe "$candidate"
    [ "${java_version:-0}" -ge "$1" ] && [ "$java_version" -le "$2" ] && return
    java_found="$java_found; $candidate is version ${java_version:-unknown}"
  done
  java_found=${java_found:-; found none}
  return 1
}

# called: prints how the user called the launcher, for the commands that the program suggests.
called() {
  if [ "$(type -P espalier)" = "$0" ]; then
    printf 'espalier\n'
  else
    printf '%q\n' "$0"
  fi
}

# In the C locale, Java cannot decode non-ASCII arguments, nor Maven a non-ASCII path.
use_utf8() {
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
    C | POSIX) export LC_ALL=C.UTF-8 ;;
  esac
}

# java_options ARGUMENTS: sets options to those that Java gets for a call with these arguments, except the class path.
java_options() {
  local argument
  # The threads of libtorch spin while they wait for each other, which doubles the time of a step on a busy machine. They
  # sleep after a thousand iterations.
  export GOMP_SPINCOUNT=${GOMP_SPINCOUNT:-1000}
  options=(-Xshare:auto "-Despalier.command=$(called)")
  [ "$java_version" -lt 22 ] || options+=(--enable-native-access=ALL-UNNAMED)
  case ${ESPALIER_JAVA_OPTS-} in
    *-XX:+Use*GC*) ;;
    *) options+=(-XX:+UseParallelGC) ;;
  esac
  # A call about a single string ends before the second compiler pays.
  [ $# -gt 0 ] || options+=(-XX:TieredStopAtLevel=1)
  for argument in "$@"; do
    case $argument in
      --x | --x=* | -h | --help | --version)
        options+=(-XX:TieredStopAtLevel=1)
        break
        ;;
    esac
  done
  set -f
  # shellcheck disable=SC2206 # split at white space on purpose
  options+=(${ESPALIER_JAVA_OPTS-})
  set +f
}
