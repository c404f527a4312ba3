import type { ValueTest } from '../../model/condition.js';
import type { NoteCode } from '../note.js';
import type { Rendered } from '../walk.js';
import { splitAtBackslash } from './patterns.js';

/** Writes tests on the two fields of an account that a product splits. */
export interface AccountWriter {
  /** A test on one half of the account. */
  on(half: 'domain' | 'name', test: ValueTest): Rendered;
  /** Whether the account has a domain. */
  domain(given: boolean): Rendered;
  join(join: 'any' | 'all', parts: readonly Rendered[]): Rendered;
  /** What remains of a test that cannot be said of the halves. */
  lost(code: NoteCode, message: string): Rendered;
}

const SPLIT = 'The product splits an account into domain and name, so the query compares them one by one.';

/** A test on an account `DOMAIN\name`, which is neither for its presence nor for its absence. */
export function accountTest(test: ValueTest, writer: AccountWriter): Rendered {
  /** Events whose account is only a name that passes the test. */
  const withoutDomain = (): Rendered => writer.join('all', [writer.on('name', test), writer.domain(false)]);
  if (test.op !== 'string') {
    if (test.op === 'number') return withoutDomain();
    if (test.op === 'placeholder') return writer.on('name', test);
    return writer.lost(test.op === 'regex' ? 'widened_regex' : 'test_dropped', SPLIT);
  }
  const { pattern } = test;
  const halves = splitAtBackslash(pattern);
  if (halves !== undefined && halves !== 'several') {
    const [before, behind] = halves;
    const inDomain = before.shape === 'any' ? writer.domain(true) : writer.on('domain', { ...test, pattern: before });
    if (behind.shape === 'any') return inDomain;
    return writer.join('all', [inDomain, writer.on('name', { ...test, pattern: behind })]);
  }
  if (halves === 'several' || pattern.shape === 'mixed') return writer.lost('widened_wildcard', SPLIT);
  switch (pattern.shape) {
    case 'endswith':
      return writer.on('name', test);
    case 'contains':
      return writer.join('any', [writer.on('domain', test), writer.on('name', test)]);
    case 'startswith':
      // The beginning of the account is the beginning of its domain; of its name only where it has no domain.
      return writer.join('any', [writer.on('domain', test), withoutDomain()]);
    default:
      return withoutDomain();
  }
}
