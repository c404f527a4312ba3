import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { checksumOf } from './checksum.js';
import { CodeCache } from './code-cache.js';

/** What `scripts/bundle.mjs` writes beside the bundle. */
interface BundleManifest {
  /** The commands that the bundle holds whole. The others need modules outside it. */
  readonly commands: readonly string[];
  /** Checksums of the compiler's build records, by their paths from here. A checkout has them, an installed package has not. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** A loaded bundle. */
export interface Bundle {
  run(argv: readonly string[]): Promise<number>;
  /** Keeps the code that V8 has compiled by now for the next run, unless it came from there. */
  keepCode(): void;
}

/** The function that the bundle's text is wrapped in. `urlOf` gives the address of a module by its package and its path in `dist`. */
type Wrapper = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  urlOf: (packageName: string, path: string) => string,
) => void;

/**
 * V8 is set for programs that live long; a command lives for a second or a few. The space for new objects begins at 1 MB, and most of a
 * rule survives in it and is copied: it grows to its whole size at once. Under Node.js 20 a third of the time would go into optimizing code
 * that has not settled yet: more code runs before V8 looks at what to optimize. Later versions lack that flag and would complain.
 */
const V8_FLAGS: readonly string[] = [
  '--semi-space-growth-factor=16',
  ...(process.versions.v8.startsWith('11.') ? ['--interrupt-budget=1000000'] : []),
];

/** Modules of Node.js that take a while to load and that few commands use, if any. Each is loaded when something of it is used. */
const RARELY_USED: ReadonlySet<string> = new Set(['node:child_process', 'node:crypto', 'node:zlib']);

const HERE = new URL('.', import.meta.url);

/** Loads the bundle when it has the command and is as new as the modules; else gives undefined. */
export function loadBundle(command: string | undefined): Bundle | undefined {
  const manifest = readManifest();
  if (manifest === undefined || !isCurrent(manifest)) return undefined;
  // Without a command the program prints its help, for which no other module is needed.
  const name = command === undefined || command.startsWith('-') ? 'help' : command;
  if (name !== 'help' && !manifest.commands.includes(name)) return undefined;
  for (const flag of V8_FLAGS) setFlagsFromString(flag);
  const path = fileURLToPath(new URL('tripline.cjs', HERE));
  const source = readFileSync(path, 'latin1');
  const cache = new CodeCache(name, checksumOf(source));
  const cachedData = cache.read();
  const script = new Script(`(function (require, module, urlOf) {${source}\n})`, {
    filename: path,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const require = createRequire(path);
  const module = { exports: {} as { run: Bundle['run'] } };
  const requireLate = (name: string) => (RARELY_USED.has(name) ? whenUsed(name, require) : require(name));
  (script.runInThisContext() as Wrapper)(requireLate, module, (packageName, inside) => {
    const root = packageName === '@tripline/cli' ? HERE : new URL('.', pathToFileURL(require.resolve(packageName)));
    return new URL(inside, root).href;
  });
  return {
    run: module.exports.run,
    keepCode() {
      if (cachedData === undefined || script.cachedDataRejected === true) cache.write(script.createCachedData());
    },
  };
}

/** Stands for a module until a member of it is asked for. */
function whenUsed(name: string, require: NodeJS.Require): unknown {
  return new Proxy({}, { get: (_, member) => Reflect.get(require(name), member) });
}

function readManifest(): BundleManifest | undefined {
  try {
    return JSON.parse(readFileSync(new URL('bundle.json', HERE), 'utf8')) as BundleManifest;
  } catch {
    return undefined;
  }
}

/** Whether nothing has been compiled since the bundle was made. */
function isCurrent({ inputs }: BundleManifest): boolean {
  return Object.entries(inputs).every(([path, checksum]) => {
    let record: Buffer;
    try {
      record = readFileSync(new URL(path, HERE));
    } catch {
      return true;
    }
    return checksumOf(record) === checksum;
  });
}
