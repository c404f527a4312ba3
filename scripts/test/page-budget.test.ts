import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Budget {
  readonly firstLoad?: number;
  readonly eachPage?: number;
}

// By an address that the compiler does not follow: it is a script.
const { overBudget } = (await import(new URL('../lib/page-budget.mjs', import.meta.url).href)) as {
  overBudget: (built: string, budget?: Budget) => string[];
};

const MANIFEST = {
  'index.html': { file: 'assets/main.js', isEntry: true, imports: ['_vendor.js'], dynamicImports: ['a-page.tsx'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  'style.css': { file: 'assets/style.css' },
  '_shared.js': { file: 'assets/shared.js', imports: ['_vendor.js'] },
  'a-page.tsx': { file: 'assets/a.js', src: 'a-page.tsx', isDynamicEntry: true, imports: ['_shared.js', 'index.html'] },
  'later.ts': { file: 'assets/later.js', src: 'later.ts', isDynamicEntry: true },
  'geist.woff2': { file: 'assets/geist.woff2', src: 'geist.woff2' },
};

/** A built page whose files take so many kB, which nothing makes smaller. */
function built(kilobytes: Record<string, number>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tripline-budget-'));
  const put = (name: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  put('.vite/manifest.json', JSON.stringify(MANIFEST));
  for (const { file } of Object.values(MANIFEST)) put(file, randomBytes((kilobytes[file.slice(7)] ?? 1) * 1000));
  return folder;
}

const faultsOf = (kilobytes: Record<string, number>, budget?: Budget): string[] => {
  const folder = built(kilobytes);
  try {
    return overBudget(folder, budget);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('the budget of the dashboard’s page', () => {
  it('counts entry, what it imports and the sheet as the first load; typefaces and what comes later are not counted', () => {
    const sizes = { 'main.js': 20, 'vendor.js': 130, 'style.css': 15, 'geist.woff2': 400, 'later.js': 400 };
    expect(faultsOf(sizes)).toEqual([]);
    expect(faultsOf({ ...sizes, 'style.css': 25 })).toEqual([
      expect.stringMatching(/^- The first load takes 175\.\d kB compressed; the budget is 170 kB\.$/),
    ]);
  });

  it('counts what a page adds to the first load, with what it shares with others', () => {
    expect(faultsOf({ 'vendor.js': 100, 'a.js': 30, 'shared.js': 25 })).toEqual([]);
    expect(faultsOf({ 'a.js': 30, 'shared.js': 35 })).toEqual([
      expect.stringMatching(/^- a-page\.tsx takes 65\.\d kB compressed; the budget is 60 kB\.$/),
    ]);
    expect(faultsOf({ 'a.js': 30, 'shared.js': 35 }, { eachPage: 70 })).toEqual([]);
  });
});
