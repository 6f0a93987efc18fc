# In a clone: sh learn-parallel.sh traffic.ndjson, then options of parallel, such as --sshlogin :,host-1,host-2
# For other hosts, add: --workdir "$PWD" --return part-{#}.json --cleanup
set -eu
traffic=$1
shift
learn=${LEARN:-npm run --silent learn --}
parallel "$@" --pipepart --arg-file "$traffic" --block -1 \
  "cat >part-{#}.ndjson; $learn --state part-{#}.json part-{#}.ndjson; code=\$?; rm part-{#}.ndjson; exit \$code"
$learn part-*.json
