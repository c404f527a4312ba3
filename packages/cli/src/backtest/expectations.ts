import { load } from 'js-yaml';
import { counted } from '../counted.js';
import { UsageError } from '../exit.js';
import { readBytes } from '../rule-files.js';

/** Bounds on how often a rule fires. */
export interface Expectation {
  readonly least: number;
  readonly most: number;
}

/** A rule as expectations name it. */
interface ExpectedRule {
  readonly path: string;
  readonly id?: string;
  readonly name?: string;
  readonly title: string;
}

/** The expectations of a file. */
export interface Expectations {
  /** What is expected of a rule: what names it by id, else name, title, path, folder, else the default. */
  of(rule: ExpectedRule): readonly Expectation[];
  /** The names in the file that no rule has had so far. */
  unused(): readonly string[];
}

const MUST_FIRE = 'must fire';
const MUST_STAY_SILENT = 'must stay silent';
const AT_MOST = /^at most (\d{1,15})$/;

/** Nothing is expected. */
export const NO_EXPECTATIONS: Expectations = { of: () => [], unused: () => [] };

/**
 * Reads a file of expectations: `default`, and `rules`, a map from a rule's id, name, title or path, or from a folder with a slash at its
 * end, to `must fire`, `must stay silent`, `at most N` or a list of these. Throws a `UsageError` that says what is wrong in it.
 */
export function readExpectations(path: string): Expectations {
  let content: unknown;
  try {
    content = load(readBytes(path).toString('utf8'));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} is no YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { default: usual, rules, ...others } = mapOf(content, path, 'the file');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new UsageError(`${path}: "${unknown}" is not known; write default and rules`);
  const byDefault = usual === undefined ? [] : readAll(usual, path, 'default');
  const named = new Map(
    Object.entries(rules === undefined ? {} : mapOf(rules, path, 'rules')).map(([name, value]) => [
      name,
      readAll(value, path, `rules: ${name}`),
    ]),
  );
  const used = new Set<string>();
  return {
    of(rule) {
      const name = nameIn(named, rule);
      if (name === undefined) return byDefault;
      used.add(name);
      return named.get(name) as readonly Expectation[];
    },
    unused: () => [...named.keys()].filter((name) => !used.has(name)),
  };
}

/** The words for an expectation, as they are read. */
export function wordsOf({ least, most }: Expectation): string {
  if (least > 0) return MUST_FIRE;
  return most === 0 ? MUST_STAY_SILENT : `at most ${most}`;
}

/** How a number of hits breaks an expectation, if it does. */
export function breachOf(expectation: Expectation, hits: number): string | undefined {
  if (hits >= expectation.least && hits <= expectation.most) return undefined;
  const fired = hits === 0 ? 'never fired' : `fired ${counted(hits, 'time')}`;
  return `${fired}, expected: ${wordsOf(expectation)}`;
}

function nameIn(named: ReadonlyMap<string, unknown>, { id, name, title, path }: ExpectedRule): string | undefined {
  const exact = [id, name, title].find((each) => each !== undefined && named.has(each));
  if (exact !== undefined) return exact;
  let best: string | undefined;
  for (const given of named.keys()) {
    const fits = given.endsWith('/') ? `/${path}`.includes(`/${given}`) : `/${path}`.endsWith(`/${given}`);
    if (fits && given.length > (best?.length ?? 0)) best = given;
  }
  return best;
}

function readAll(value: unknown, path: string, where: string): readonly Expectation[] {
  return (Array.isArray(value) ? value : [value]).map((each: unknown) => {
    if (each === MUST_FIRE) return { least: 1, most: Number.POSITIVE_INFINITY };
    if (each === MUST_STAY_SILENT) return { least: 0, most: 0 };
    const most = typeof each === 'string' ? AT_MOST.exec(each)?.[1] : undefined;
    if (most !== undefined) return { least: 0, most: Number(most) };
    throw new UsageError(
      `${path}: ${where}: "${String(each)}" is no expectation; write "${MUST_FIRE}", "${MUST_STAY_SILENT}" or "at most N"`,
    );
  });
}

function mapOf(value: unknown, path: string, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`${path}: ${what} must be a map`);
}
