#!/usr/bin/env bash
# Build the container without Docker or a registry of images, and try it: sudo tools/try_container.sh
# It needs Debian's packages buildah, curl and debootstrap, and port 8416. The base is a small Debian that trusts the
# certificates that this machine trusts; processes run in a chroot.
set -euo pipefail
tree=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
address=http://127.0.0.1:8416
image=(buildah --root "$place/store" --runroot "$place/run")
server=
logged() { "$@" > "$place/log" 2>&1 || { tail -20 "$place/log" && exit 1; }; }
field() {
    "${image[@]}" inspect --type image boaf |
        python3 -c "import json, sys; print(*json.load(sys.stdin)['Docker']['config']$1, sep='\n')"
}
stop() {
    [ -z "$server" ] || { kill "$server" && wait "$server"; } 2> /dev/null || true
    "${image[@]}" rm --all > /dev/null 2>&1 || true
    "${image[@]}" rmi --all --force > /dev/null 2>&1 || true
    rm -rf "$place"
}
trap stop EXIT

echo "make a base with debootstrap"
logged debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv bookworm "$place/base"
cp /etc/ssl/certs/ca-certificates.crt "$place/base/etc/ssl/certs/"
printf 'FROM scratch\nADD base /\nENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt\n' > "$place/Containerfile"
logged "${image[@]}" bud --isolation chroot --tag base "$place"
rm -rf "$place/base"

echo "build the container with buildah"
logged "${image[@]}" bud --isolation chroot --format docker --build-arg BASE=localhost/base --tag boaf "$tree"
inside=("${image[@]}" run --isolation chroot "$("${image[@]}" from boaf)" --)
"${inside[@]}" boaf solve 1
[ "$("${inside[@]}" id -u)" -ne 0 ]

mapfile -t command < <(field "['Entrypoint']" && field "['Cmd']")
mapfile -t health < <(field "['Healthcheck']['Test'][1:]")
echo "run ${command[*]}"
"${inside[@]}" "${command[@]}" > "$place/server" 2>&1 &
server=$!
for _ in $(seq 60); do
    curl --silent --fail "$address" > "$place/page" && break
    sleep 1
done
grep --quiet "Birds of a Feather" "$place/page"
curl --silent --fail --json '{"board": "7H 6C / -- 6H"}' "$address/api/solve" | tee "$place/answer"
grep --quiet '"solvable"' "$place/answer"
"${inside[@]}" "${health[@]}"
kill "$server"
wait "$server" || true
server=
if "${inside[@]}" "${health[@]}" > "$place/unhealthy" 2>&1; then exit 1; fi
grep --quiet "Connection refused" "$place/unhealthy"
printf '\nthe server answers, and the health check notices whether it does\n'
