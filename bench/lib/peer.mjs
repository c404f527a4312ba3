import { spawnSync } from 'node:child_process';

/** Takes `--peer COMMAND` off a command line. Gives the command, undefined where no peer is given. */
export function takePeer(args) {
  const at = args.indexOf('--peer');
  return at < 0 ? undefined : args.splice(at, 2)[1];
}

/**
 * Wall-clock seconds of a peer's command over the same input, whose paths are put after it: `sigma convert -t splunk --without-pipeline`. Its
 * output is read and dropped. Throws where the command fails.
 */
export function peerSeconds(command, ...paths) {
  const started = process.hrtime.bigint();
  const run = spawnSync('/bin/sh', ['-c', `${command} "$@"`, 'peer', ...paths], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  if (run.status !== 0) throw new Error(`the peer "${command}" failed: ${run.stderr.slice(-500)}`);
  return seconds;
}
