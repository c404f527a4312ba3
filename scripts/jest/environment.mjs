// The environment of a test file is the worker process itself (decision 51). The process's variables are put back after each file.

const STACK_LINES = 25;
/**
 * Bytes of heap after a file, garbage included, from which garbage is collected. Jest replaces a worker that holds too much (workerIdleMemoryLimit), which
 * then loads everything again. Most of what it holds is garbage that nothing has asked for yet.
 */
const COLLECTED_FROM = 400_000_000;

export default class ProcessEnvironment {
  /** Where Jest puts `describe`, `expect` and the others. */
  global = {};
  /** Jest asks for one. The tests have no mocks of modules. */
  moduleMocker = { restoreAllMocks() {} };

  getVmContext() {
    return null;
  }

  async setup() {
    // Jest's own formatter of traces knows only what Jest has compiled.
    delete Error.prepareStackTrace;
    process.setSourceMapsEnabled(true);
    // Jest wants 100 lines, which every error of the product would collect too, most of them to be answered and never shown.
    Error.stackTraceLimit = STACK_LINES;
    this.env = process.env;
    this.before = { ...process.env };
  }

  handleTestEvent({ name, runtimeGlobals }) {
    if (name === 'setup') Object.assign(globalThis, runtimeGlobals);
  }

  async teardown() {
    const { env, before } = this;
    process.env = env;
    for (const variable of Object.keys(env)) if (!(variable in before)) delete env[variable];
    Object.assign(env, before);
    if (process.memoryUsage().heapUsed > COLLECTED_FROM) globalThis.gc?.();
  }
}
