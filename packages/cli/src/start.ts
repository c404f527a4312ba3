import { loadBundle } from './bundle.js';

/**
 * Runs the command line and gives the exit code: by the bundle, which starts in half the time, where there is a current one for the command;
 * else by the modules themselves.
 */
export async function start(argv: readonly string[]): Promise<number> {
  const bundle = loadBundle(argv[2]);
  if (bundle === undefined) {
    const { run } = await import('./index.js');
    return run(argv);
  }
  const exitCode = await bundle.run(argv);
  bundle.keepCode();
  return exitCode;
}
