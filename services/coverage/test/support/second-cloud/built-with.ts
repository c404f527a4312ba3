import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const SERVICE = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = fileURLToPath(new URL('./', import.meta.url));
/** The one line of another cloud, beside the service's own list. */
const LIST = `import { PROVIDERS as own } from './own-list.js';
import { madeup } from '../madeup/madeup-folder.js';
export const PROVIDERS = [...own, madeup];
`;

/** The service as it is built, with the folder of the made-up cloud and its line in the list of providers. */
export interface BuiltWithSecondCloud {
  /** The path of a program. */
  program(name: 'api' | 'worker'): string;
  remove(): Promise<void>;
}

/** Builds it: threads of a process have the folder too, as they have those of the service itself. */
export async function buildWithSecondCloud(): Promise<BuiltWithSecondCloud> {
  // Beside `dist`, so that the packages and the data are found from there.
  const built = await mkdtemp(join(SERVICE, 'dist-with-second-cloud-'));
  await cp(join(SERVICE, 'dist'), built, { recursive: true });
  const providers = join(built, 'providers');
  await rename(join(providers, 'list.js'), join(providers, 'own-list.js'));
  await writeFile(join(providers, 'list.js'), LIST);
  await mkdir(join(built, 'madeup'));
  const files = (await readdir(FOLDER)).filter((file) => file.startsWith('madeup-'));
  await Promise.all(
    files.map(async (file) => {
      const { code } = await transform(await readFile(join(FOLDER, file), 'utf8'), {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
      });
      await writeFile(join(built, 'madeup', file.replace(/\.ts$/, '.js')), code);
    }),
  );
  return {
    program: (name) => join(built, `${name}.js`),
    remove: () => rm(built, { recursive: true, force: true }),
  };
}
