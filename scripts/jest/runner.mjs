// Runs a test file with jest-circus, and imports it as any program would, so that the modules it uses are loaded once for all files that a
// worker process runs (decision 51).
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const ADAPTER = require.resolve('jest-circus/runner');
const STATE = createRequire(ADAPTER).resolve('./jestAdapterInit');

register('./typescript.mjs', import.meta.url);

export default async function run(globalConfig, config, environment, runtime, ...rest) {
  // Every file has tests and hooks of its own. Circus keeps them in this module, which is loaded anew, and in this global.
  delete require.cache[STATE];
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  const native = Object.assign(Object.create(runtime), {
    requireInternalModule: require,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(pathToFileURL(path).href),
  });
  return require(ADAPTER).default(globalConfig, config, environment, native, ...rest);
}
