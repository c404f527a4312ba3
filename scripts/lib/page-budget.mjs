// What the dashboard's page may take, measured as a browser gets it: scripts and sheets in brotli, without typefaces. The figures are those of the design.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** What every page stands on, in kB. */
const FIRST_LOAD = 170;
/** What a page adds to it. Parts that it loads later, by an `import()` of their own, are not counted. */
const EACH_PAGE = 60;

/**
 * Compares a built page with its budget.
 *
 * @param built the folder that Vite built into, with its manifest
 * @param budget other figures, in kB
 * @returns a sentence for each thing that is too large
 */
export function overBudget(built, { firstLoad = FIRST_LOAD, eachPage = EACH_PAGE } = {}) {
  const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'));
  const sizes = new Map();
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, brotliCompressSync(readFileSync(join(built, file))).length / 1000);
    return sizes.get(file);
  };
  /** The files that come with a part before it runs. */
  const filesOf = (key, seen = new Set()) => {
    if (seen.has(key)) return [];
    seen.add(key);
    const { css = [], file, imports = [] } = manifest[key];
    return [file, ...css, ...imports.flatMap((one) => filesOf(one, seen))];
  };
  const sum = (files) => [...new Set(files)].reduce((total, file) => total + sizeOf(file), 0);
  const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry);
  // A sheet that is not split belongs to no part, and comes first all the same.
  const sheets = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.css') ? [file] : []));
  const first = new Set([...entries.flatMap((key) => filesOf(key)), ...sheets]);
  const faults = [];
  const say = (what, took, most) => {
    if (took > most) faults.push(`- ${what} takes ${took.toFixed(1)} kB compressed; the budget is ${most} kB.`);
  };
  say('The first load', sum(first), firstLoad);
  for (const [key, { isDynamicEntry, src }] of Object.entries(manifest)) {
    if (!isDynamicEntry || !/-page\.tsx$|-frame\.tsx$/.test(src ?? '')) continue;
    say(src, sum(filesOf(key).filter((file) => !first.has(file))), eachPage);
  }
  return faults;
}
