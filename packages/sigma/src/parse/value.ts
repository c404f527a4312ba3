import type { ValueTest } from '../model/condition.js';
import type { Pattern } from '../model/pattern.js';
import { readBoolean } from './boolean.js';
import { formatNetwork, readNetwork } from './cidr.js';
import { encodeText } from './encode.js';
import { Fault, shown } from './fault.js';
import { LIMITS } from './limits.js';
import type { ModifierChain } from './modifiers.js';
import { patternOf, plainPattern, readPattern, widenPattern } from './pattern.js';
import { expandPlaceholders, type Placeholders } from './placeholder.js';
import { readRegex } from './regex.js';
import { readTimeTests } from './time-test.js';
import { dashVariants } from './windash.js';

/** Parses one value of an item into tests, of which one must hold. Throws a `Fault` that names the mistake. */
export function readValue(value: unknown, chain: ModifierChain, placeholders: Placeholders): readonly ValueTest[] {
  switch (chain.match) {
    case 'text':
      return readText(value, chain, placeholders);
    case 'regex':
      return [{ op: 'regex', ...readRegex(positionedRegex(textOf(value, 're'), chain), chain.flags) }];
    case 'cidr':
      return readCidr(value, chain, placeholders);
    case 'exists':
      return [{ op: 'exists', value: truthOf(value) }];
    case 'fieldref':
      return [{ op: 'fieldref', field: fieldName(value), match: chain.position, cased: chain.cased }] as const;
    case 'compare':
      return [{ op: 'compare', operator: chain.operator ?? 'gt', value: numberOf(value, chain.operator ?? 'gt') }];
    case 'time':
      return readTimeTests(chain.part ?? 'hour', chain.operator, numberOf(value, chain.part ?? 'hour'));
  }
}

function readText(value: unknown, chain: ModifierChain, placeholders: Placeholders): readonly ValueTest[] {
  const { position, cased } = chain;
  const transforms = chain.windash || chain.expand || chain.encodings.length > 0;
  const before = position === 'contains' || position === 'endswith';
  const after = position === 'contains' || position === 'startswith';
  if (typeof value === 'string') {
    if (!transforms) return [{ op: 'string', pattern: readPattern(value, before, after), cased }];
    return readTransformed(value, chain, placeholders, before, after);
  }
  if (transforms) throw new Fault('InvalidValue', `the modifiers take a text, not ${shown(value)}; put it in quotes`);
  if (typeof value === 'number' || typeof value === 'boolean') {
    if (before || after) return [{ op: 'string', pattern: plainPattern(String(value), before, after), cased }];
    return [typeof value === 'number' ? { op: 'number', value } : { op: 'boolean', value }];
  }
  if (value !== null) throw new Fault('InvalidValue', 'a value must be a text, a number, true, false or null');
  return readNull(chain);
}

function readNull({ position, cased }: ModifierChain): readonly ValueTest[] {
  if (position !== 'equals' || cased) throw new Fault('InvalidValue', 'null cannot be compared as a text');
  return [{ op: 'null' }];
}

function readTransformed(
  value: string,
  chain: ModifierChain,
  placeholders: Placeholders,
  before: boolean,
  after: boolean,
): ValueTest[] {
  const tests: ValueTest[] = [];
  const patternsOf = (pattern: Pattern) => transform(pattern, chain).map((each) => widenPattern(each, before, after));
  if (!chain.expand) {
    for (const pattern of patternsOf(readPattern(value))) tests.push({ op: 'string', pattern, cased: chain.cased });
    return tests;
  }
  for (const { pattern, unresolved } of expandPlaceholders(value, placeholders)) {
    if (unresolved !== undefined) {
      tests.push(placeholderTest(unresolved, widenPattern(pattern, before, after), value, chain));
    } else {
      for (const each of patternsOf(pattern)) tests.push({ op: 'string', pattern: each, cased: chain.cased });
    }
  }
  return tests;
}

function transform(pattern: Pattern, chain: ModifierChain): Pattern[] {
  const dashed = chain.windash ? dashPatterns(pattern) : [pattern];
  if (chain.encodings.length === 0) return dashed;
  return dashed.flatMap((each) => {
    if (each.shape !== 'exact') {
      throw new Fault(
        'InvalidValue',
        `wildcards cannot be encoded by ${chain.encodings.join('|')}; write \\* for a literal *`,
      );
    }
    return encodeText(each.literal, chain.encodings).map((text) => plainPattern(text));
  });
}

/** A wildcard is not a letter, so a dash after it begins a word as at the start of the value. */
function dashPatterns(pattern: Pattern): Pattern[] {
  let variants: Pattern['parts'][] = [[]];
  for (const part of pattern.parts) {
    const choices = typeof part === 'string' ? dashVariants(part) : [part];
    if (variants.length * choices.length > LIMITS.variants) {
      throw new Fault(
        'InvalidValue',
        `windash would turn the value into more than ${LIMITS.variants} spellings; split it`,
      );
    }
    variants = variants.flatMap((start) => choices.map((choice) => [...start, choice]));
  }
  return variants.map((parts) => patternOf(parts));
}

function readCidr(value: unknown, chain: ModifierChain, placeholders: Placeholders): ValueTest[] {
  if (typeof value !== 'string') throw new Fault('InvalidValue', `"cidr" takes a network as text, not ${shown(value)}`);
  if (!chain.expand) return [networkTest(value)];
  return expandPlaceholders(value, placeholders).map(({ pattern, unresolved }) =>
    unresolved === undefined ? networkTest(pattern.literal) : placeholderTest(unresolved, pattern, value, chain),
  );
}

function placeholderTest(name: string, pattern: Pattern, written: string, { modifiers }: ModifierChain): ValueTest {
  return { op: 'placeholder', name, pattern, written, modifiers };
}

function networkTest(text: string): ValueTest {
  const network = readNetwork(text);
  return { op: 'cidr', network: formatNetwork(network), version: network.version, prefix: network.prefix };
}

/** An expression is searched anywhere; `startswith` and `endswith` after `re` anchor it. */
function positionedRegex(source: string, chain: ModifierChain): string {
  if (chain.position === 'startswith') return `^(?:${source})`;
  return chain.position === 'endswith' ? `(?:${source})$` : source;
}

function textOf(value: unknown, modifier: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Fault('InvalidValue', `"${modifier}" takes a text, not ${shown(value)}`);
}

function fieldName(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= LIMITS.fieldCharacters) return value;
  throw new Fault('InvalidValue', `"fieldref" takes the name of a field, not ${shown(value)}`);
}

function truthOf(value: unknown): boolean {
  const flag = readBoolean(value);
  if (flag === undefined) throw new Fault('InvalidValue', `"exists" takes true or false, not ${shown(value)}`);
  return flag;
}

function numberOf(value: unknown, modifier: string): number {
  if (typeof value === 'number') return value;
  throw new Fault('InvalidValue', `"${modifier}" takes a number, not ${shown(value)}`);
}
