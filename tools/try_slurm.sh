#!/usr/bin/env bash
# Run the examples for SLURM on a real one-node SLURM, which is started for it and stopped: sudo tools/try_slurm.sh
# It needs Debian's packages slurm-wlm and munge, and boaf with the extra `research` in the PATH.
set -euo pipefail
examples=$(cd "$(dirname "$0")/../examples/slurm" && pwd)
place=$(mktemp -d)
node=$(hostname -s)
export SLURM_CONF=$place/slurm.conf
mkdir -p "$place"/{state,spool,munge}
cat > "$SLURM_CONF" <<END
ClusterName=boaf
SlurmctldHost=$node(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$place/munge/socket
SlurmUser=root
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
SlurmctldLogFile=$place/slurmctld.log
SlurmdLogFile=$place/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END

cd "$place"
chmod 755 .
chown munge munge
stop() {
    kill "$slurmd" "$slurmctld" "$munged" 2> /dev/null || true
    wait
    rm -rf "$place"
}
trap stop EXIT
runuser -u munge -- munged --foreground --force --socket="$place/munge/socket" --pid-file="$place/munge/pid" \
    --log-file="$place/munge/log" --seed-file="$place/munge/seed" &> munge.log &
munged=$!
slurmctld=$munged slurmd=$munged
until [ -S "$place/munge/socket" ]; do sleep 0.1; done
slurmctld -D -c &> ctld.log &
slurmctld=$!
slurmd -D -N "$node" &> node.log &
slurmd=$!
until sinfo --noheader --format %t 2> /dev/null | grep -q idle; do sleep 0.5; done

boaf census 0 4000 --out here --reasons --chunk-size 500 --json > /dev/null
sbatch --wait --array=1-3 --output array-%a.log "$examples/census-array.sbatch" 0 4000 --out array --reasons --chunk-size 500
sbatch --wait --output dask.log "$examples/census-dask.sbatch" 0 4000 --out dask --reasons --chunk-size 500
for found in array dask; do
    diff -r here $found || { cat $found*.log; exit 1; }
done
echo "a job array and a Dask cluster have written the same files as this machine alone"
