import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const PAGE = fileURLToPath(new URL('../../web/src/', import.meta.url));
/** Classes that libraries give their elements by themselves. */
const LIBRARIES = /^(active|react-aria-.*)$/;

const filesOf = (ending: RegExp): string[] =>
  readdirSync(PAGE, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(PAGE, name));
const named = (file: string): string => relative(PAGE, file);
/** As `localsConvention` in vite.config.ts names a class. */
const camel = (name: string): string => name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());

interface Sheet {
  readonly file: string;
  readonly isGlobal: boolean;
  /** Each of its selectors, with the classes that are its own and those of the whole page. */
  readonly selectors: readonly {
    readonly text: string;
    readonly own: readonly string[];
    readonly global: readonly string[];
  }[];
}

function readSheet(file: string): Sheet {
  const text = readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const isGlobal = !file.endsWith('.module.css');
  const selectors = [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, head = '']) => head.trim())
    .filter((head) => !head.startsWith('@'))
    .flatMap((head) => head.split(/,(?![^(]*\))/))
    .map((selector) => {
      const bare = selector.replace(/\[[^\]]*\]/g, '');
      const classes = (of: string): string[] => [...of.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name);
      const outside = bare.replace(/:global\([^)]*\)/g, '');
      const inside = [...bare.matchAll(/:global\(([^)]*)\)/g)].flatMap(([, of = '']) => classes(of));
      return isGlobal
        ? { text: selector.trim(), own: [], global: [...classes(outside), ...inside] }
        : { text: selector.trim(), own: classes(outside), global: inside };
    });
  return { file, isGlobal, selectors };
}

const sheets = filesOf(/\.css$/).map(readSheet);
const globalSheets = sheets.filter(({ isGlobal }) => isGlobal);
const modules = new Map(sheets.filter(({ isGlobal }) => !isGlobal).map((sheet) => [sheet.file, sheet]));
const globalClasses = new Set(globalSheets.flatMap(({ selectors }) => selectors.flatMap(({ global }) => global)));

/** What the parser gives, as far as it is looked at. */
interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

function walk(node: Node, visit: (node: Node) => boolean | undefined): void {
  if (visit(node) === false) return;
  for (const value of Object.values(node))
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) walk(inner, visit);
}

/** The words of a class name that are written as text; what decides between them is left out. */
function wordsOf(expression: Node): string[] {
  const words: string[] = [];
  walk(expression, (node) => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') words.push(...node['value'].split(/\s+/));
    if (node.type === 'TemplateElement') words.push(...(node['value'] as { cooked: string }).cooked.split(/\s+/));
    if (node.type === 'ConditionalExpression') {
      words.push(...wordsOf(node['consequent'] as Node), ...wordsOf(node['alternate'] as Node));
      return false;
    }
    return node.type === 'BinaryExpression' || node.type === 'MemberExpression' || node.type === 'Property'
      ? false
      : undefined;
  });
  return words.filter((word) => word !== '');
}

/** What a component says about classes that its sheets do not say. */
function faultsOf(file: string): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  const faults: string[] = [];
  const imported = new Map<string, Sheet>();
  for (const node of program.body as unknown as Node[]) {
    if (node.type !== 'ImportDeclaration') continue;
    const source = (node['source'] as { value: string }).value;
    if (!source.endsWith('.css')) continue;
    const target = resolve(dirname(file), source);
    const sheet = modules.get(target);
    const [local] = node['specifiers'] as { local: { name: string } }[];
    if (!existsSync(target)) faults.push(`imports ${source}, which is not there`);
    else if (sheet === undefined && named(file) !== 'main.tsx')
      faults.push(`imports ${source}, which holds for the whole page`);
    else if (sheet !== undefined && local !== undefined) imported.set(local.local.name, sheet);
  }
  const check = (expression: Node): void => {
    for (const word of wordsOf(expression))
      if (!globalClasses.has(word)) faults.push(`writes the class "${word}", which no sheet of the whole page has`);
  };
  walk(program as unknown as Node, (node) => {
    const name = (node['name'] as { name?: string } | undefined)?.name ?? '';
    if (node.type === 'JSXAttribute' && /^(class|className|\w+Class(Name)?)$/.test(name) && isNode(node['value']))
      check(node['value']);
    const declared = (node['id'] as { name?: string } | undefined)?.name ?? '';
    if (
      node.type === 'VariableDeclarator' &&
      /^(class|className|\w+Class(Name)?)$/.test(declared) &&
      isNode(node['init'])
    )
      check(node['init']);
    if (node.type !== 'MemberExpression') return undefined;
    const sheet = imported.get((node['object'] as { name?: string }).name ?? '');
    if (sheet === undefined) return undefined;
    const asked = (node['property'] as { name?: string }).name ?? '';
    if (node['computed'] === true) faults.push(`asks ${named(sheet.file)} for a class that is put together; list them`);
    else if (!sheet.selectors.some(({ own }) => own.some((one) => camel(one) === asked)))
      faults.push(`uses ${asked} of ${named(sheet.file)}, which has no such class`);
    return undefined;
  });
  return faults.map((fault) => `${named(file)} ${fault}`);
}

test('no component uses a class that no sheet of its own has', () => {
  const components = filesOf(/\.tsx?$/);
  expect(components.length).toBeGreaterThan(0);
  expect(components.flatMap(faultsOf)).toEqual([]);
});

test('only the sheets in styles/ hold for the whole page, and no two of them define the same class', () => {
  expect(globalSheets.map(({ file }) => named(file)).filter((name) => !name.startsWith('styles/'))).toEqual([]);
  const definedIn = new Map<string, Set<string>>();
  for (const { file, selectors } of globalSheets)
    for (const { global } of selectors)
      for (const name of global) definedIn.set(name, (definedIn.get(name) ?? new Set()).add(named(file)));
  expect([...definedIn].filter(([, files]) => files.size > 1).map(([name]) => name)).toEqual([]);
});

test('a rule of a component’s sheet is about that component', () => {
  const faults = [...modules.values()].flatMap(({ file, selectors }) =>
    selectors
      .filter(
        ({ own, global }) =>
          own.length === 0 || global.some((name) => !globalClasses.has(name) && !LIBRARIES.test(name)),
      )
      .map(({ text }) => `${named(file)}: ${text}`),
  );
  expect(faults).toEqual([]);
});
