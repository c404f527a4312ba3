import { matchesWildcard } from './wildcard.js';

/** A customer's regular expression that can be searched in linear time. */
export interface SearchRegex {
  readonly source: string;
  readonly matches: (value: string) => boolean;
}

/** One test on a field's value. Numbers and booleans are compared as they are written. */
export type ValueTest =
  | {
      readonly op: 'equals' | 'prefix' | 'suffix' | 'wildcard' | 'contains';
      readonly value: string;
      readonly ignoreCase: boolean;
    }
  | { readonly op: 'regex'; readonly regex: SearchRegex }
  | { readonly op: 'above' | 'below'; readonly value: number; readonly inclusive: boolean }
  | { readonly op: 'exists' }
  /** A test that is not evaluated, such as an address range: any value may pass. */
  | { readonly op: 'unread' };

/** A test for equality; letter case counts. */
export function equals(value: string): ValueTest {
  return { op: 'equals', value, ignoreCase: false };
}

/** A test with stars; one for equality where there is none. */
export function wildcard(value: string, ignoreCase = false): ValueTest {
  if (!value.includes('*')) return { op: 'equals', value, ignoreCase };
  return { op: 'wildcard', value, ignoreCase };
}

/** Whether a value passes a test; `undefined` where that was not evaluated. */
export function passes(test: ValueTest, value: string): boolean | undefined {
  switch (test.op) {
    case 'unread':
      return undefined;
    case 'exists':
      return true;
    case 'regex':
      return test.regex.matches(value);
    case 'above':
    case 'below':
      return passesNumber(test, Number(value));
    default: {
      const [wanted, given] = test.ignoreCase ? [test.value.toLowerCase(), value.toLowerCase()] : [test.value, value];
      return passesText(test.op, wanted, given);
    }
  }
}

function passesNumber(test: ValueTest & { readonly op: 'above' | 'below' }, value: number): boolean {
  if (test.inclusive && value === test.value) return true;
  return test.op === 'above' ? value > test.value : value < test.value;
}

function passesText(
  op: 'equals' | 'prefix' | 'suffix' | 'wildcard' | 'contains',
  wanted: string,
  value: string,
): boolean {
  switch (op) {
    case 'equals':
      return value === wanted;
    case 'prefix':
      return value.startsWith(wanted);
    case 'suffix':
      return value.endsWith(wanted);
    case 'contains':
      return value.includes(wanted);
    case 'wildcard':
      return matchesWildcard(wanted, value);
  }
}

const WORD = /[A-Za-z0-9_]/;

/** Whether `name` stands in `text` as a word of its own: no letter, digit or underscore next to it. */
export function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1];
    const after = text[at + name.length];
    if ((before === undefined || !WORD.test(before)) && (after === undefined || !WORD.test(after))) return true;
  }
  return false;
}

/** Whether a test that a value passes contains the whole value, rather than a part of it. */
export function spellsOut(test: ValueTest, value: string): boolean {
  switch (test.op) {
    case 'equals':
      return true;
    case 'contains':
      return hasWord(
        test.ignoreCase ? test.value.toLowerCase() : test.value,
        test.ignoreCase ? value.toLowerCase() : value,
      );
    case 'regex':
      return hasWord(test.regex.source, value);
    case 'prefix':
      return spellsAllButVersion(test.value, value);
    case 'wildcard':
      return test.value.endsWith('*') && spellsAllButVersion(test.value.slice(0, -1), value);
    default:
      return false;
  }
}

/** The API date at the end of Lambda's event names: `CreateFunction20150331`, `UpdateFunctionCode20150331v2`. */
const API_VERSION = /^(?:\d{8}(?:v\d{1,2})?)?$/;

function spellsAllButVersion(start: string, value: string): boolean {
  return value.toLowerCase().startsWith(start.toLowerCase()) && API_VERSION.test(value.slice(start.length));
}

/** An invented value of the same form: for `iam.amazonaws.com`, another service's name. */
function decoyOf(value: string): string {
  if (value.endsWith('.amazonaws.com')) return 'zyxwvu.amazonaws.com';
  return value.startsWith('aws.') ? 'aws.zyxwvu' : 'Zyxwvu';
}

/** Whether a test that a value passes narrows anything: `aws.*` passes every service, and so names none. */
export function narrows(test: ValueTest, value: string): boolean {
  if (test.op === 'unread' || test.op === 'exists') return false;
  return test.op === 'equals' || passes(test, decoyOf(value)) === false;
}

const SHOWN = 64;

/** A test as evidence shows it; long values are cut. */
export function describeTest(test: ValueTest): string {
  const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
  switch (test.op) {
    case 'equals':
    case 'wildcard':
      return cut(test.value);
    case 'prefix':
      return `${cut(test.value)}*`;
    case 'suffix':
      return `*${cut(test.value)}`;
    case 'contains':
      return `*${cut(test.value)}*`;
    case 'regex':
      return `/${cut(test.regex.source)}/`;
    case 'above':
      return `>${test.inclusive ? '=' : ''} ${test.value}`;
    case 'below':
      return `<${test.inclusive ? '=' : ''} ${test.value}`;
    case 'exists':
      return 'any value';
    case 'unread':
      return 'some values';
  }
}
