import type { ValueTest } from '../../model/condition.js';
import { SigmaError } from '../../model/error.js';
import { ANY, type Pattern, type PatternPart } from '../../model/pattern.js';
import { joinParts, patternOf, readPattern } from '../../parse/pattern.js';
import { readRegex } from '../../parse/regex.js';
import { compileExpression, readReplacement } from '../expression.js';
import { changeLeaves, withTests } from '../leaves.js';
import type { Transformation } from '../model.js';
import { PIPELINE_LIMITS } from '../run.js';
import type { Leaf } from '../subject.js';
import { keyOf, textOfTest } from '../value-text.js';
import type { TransformationReaders } from './readers.js';

type StringTest = Extract<ValueTest, { op: 'string' }>;

/** Transformations of the values of detection items. */
export const VALUE_TRANSFORMATIONS: TransformationReaders = {
  replace_string(parameters) {
    const pattern = compileExpression(parameters, 'regex');
    const written = parameters.text('replacement');
    const skipSpecial = parameters.boolean('skip_special');
    const interpretSpecial = parameters.boolean('interpret_special');
    const replacement = readReplacement(written, (character) =>
      character === '*' || character === '?' ? (LITERALS[character] as string) : character,
    );
    parameters.at('replacement', () => pattern.check(replacement));
    const replaced = (text: string): string => bounded(pattern.replaced(text, replacement.fill));
    return onTests((test, leaf) => {
      if (test.op === 'number') return [stringTest(read(replaced(String(test.value))), false)];
      if (test.op !== 'string') return [test];
      if (!skipSpecial) {
        const text = masked(test.pattern);
        const made = replaced(text);
        return made === text ? [test] : [stringTest(read(made), test.cased)];
      }
      const parts = test.pattern.parts.map((part): readonly PatternPart[] => {
        if (typeof part !== 'string') return [part];
        const made = replaced(part);
        return interpretSpecial ? read(made).parts : literal(unmasked(made));
      });
      return leaf.tests.length === 0 ? [] : [stringTest(patternOf(joinParts(parts)), test.cased)];
    });
  },

  map_string(parameters) {
    const mapping = new Map(
      [...parameters.mappingOfTexts('mapping')].map(([text, values]) => [
        keyOf(readPattern(text)),
        values.map((value) => readPattern(value)),
      ]),
    );
    return onStrings((test) => mapping.get(keyOf(test.pattern))?.map((pattern) => ({ ...test, pattern })) ?? [test]);
  },

  set_value(parameters) {
    const value = parameters.scalar('value');
    const type = parameters.has('force_type') ? parameters.word('force_type', ['str', 'num']) : undefined;
    parameters.optionalText('force_type');
    let test: ValueTest;
    if (type === 'num' || (type === undefined && typeof value === 'number')) {
      const number = numberOf(value);
      if (number === undefined) throw parameters.fault(`the value ${value} is no number`, 'value');
      test = { op: 'number', value: number };
    } else if (type === 'str' && (value === null || typeof value === 'boolean')) {
      throw parameters.fault('force_type is for texts and numbers', 'force_type');
    } else if (value === null) test = { op: 'null' };
    else test = typeof value === 'boolean' ? { op: 'boolean', value } : stringTest(readPattern(String(value)), false);
    return (subject, step) => changeLeaves(subject, step, (leaf) => withTests(leaf, [test]));
  },

  convert_type(parameters) {
    const type = parameters.word('target_type', ['str', 'num']);
    return onTests((test) => {
      if (type === 'str') {
        return test.op === 'number' || test.op === 'boolean'
          ? [stringTest(readPattern(String(test.value)), false)]
          : [test];
      }
      if (test.op !== 'string') return [test];
      const number = test.pattern.shape === 'exact' ? numberOf(test.pattern.literal) : undefined;
      if (number === undefined) {
        throw new SigmaError('RefusedByPipeline', `the value ${textOfTest(test)} cannot be converted to a number`);
      }
      return [{ op: 'number', value: number }];
    });
  },

  case(parameters) {
    const method = parameters.word('method', ['lower', 'upper', 'snake_case']);
    return onStrings((test) => {
      const parts = test.pattern.parts.map((part) => (typeof part === 'string' ? CASES[method](part) : part));
      return [{ ...test, pattern: patternOf(parts) }];
    });
  },

  regex(parameters) {
    const method = parameters.word('method', ['ignore_case_brackets', 'ignore_case_flag', 'plain']);
    return onStrings((test) => {
      if (test.pattern.parts.length === 0) return [test];
      const source = anchored(test.pattern, method === 'ignore_case_brackets');
      return [{ op: 'regex', ...readRegex(source, method === 'ignore_case_flag' ? 'is' : 's') }];
    });
  },
};

const CASES = {
  lower: (text: string): string => text.toLowerCase(),
  upper: (text: string): string => text.toUpperCase(),
  snake_case: (text: string): string => text.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase(),
} as const;

/** Changes each value of the detection items that the entry is for; no values drop the item. */
export function onTests(change: (test: ValueTest, leaf: Leaf) => readonly ValueTest[]): Transformation {
  return (subject, step) =>
    changeLeaves(subject, step, (leaf) => {
      const tests = leaf.tests.flatMap((test) => change(test, leaf));
      return tests.length === leaf.tests.length && tests.every((test, at) => test === leaf.tests[at])
        ? leaf
        : withTests(leaf, tests);
    });
}

function onStrings(change: (test: StringTest) => readonly ValueTest[]): Transformation {
  return onTests((test) => (test.op === 'string' ? change(test) : [test]));
}

function stringTest(pattern: Pattern, cased: boolean): StringTest {
  return { op: 'string', pattern, cased };
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Stand for a literal `*` and `?` in the text that an expression is applied to, where the characters themselves are wildcards. */
const LITERALS: Readonly<Record<string, string>> = { '*': '\u{f0000}', '?': '\u{f0001}' };

const mask = (text: string): string =>
  text.replaceAll('*', LITERALS['*'] as string).replaceAll('?', LITERALS['?'] as string);

function masked({ parts }: Pattern): string {
  return parts.map((part) => (typeof part === 'string' ? mask(part) : part === ANY ? '*' : '?')).join('');
}

function unmasked(text: string): string {
  return text.replaceAll(LITERALS['*'] as string, '*').replaceAll(LITERALS['?'] as string, '?');
}

/** The pattern of a text in which every `*` and `?` is a wildcard and a backslash stands for itself. */
function read(text: string): Pattern {
  const { parts } = readPattern(text.replaceAll('\\', '\\\\'));
  return patternOf(parts.map((part) => (typeof part === 'string' ? unmasked(part) : part)));
}

function literal(text: string): readonly PatternPart[] {
  return text === '' ? [] : [text];
}

function bounded(text: string): string {
  if (text.length <= PIPELINE_LIMITS.valueCharacters) return text;
  throw new SigmaError(
    'TooLarge',
    `a pipeline makes a value of more than ${PIPELINE_LIMITS.valueCharacters} characters`,
  );
}

/** An expression that matches what the pattern matches. Sigma's expressions are searched for anywhere, so the ends are anchored. */
function anchored({ parts }: Pattern, brackets: boolean): string {
  const first = parts[0] === ANY ? 1 : 0;
  const last = parts.length - (parts.length > first && parts.at(-1) === ANY ? 1 : 0);
  const body = parts
    .slice(first, last)
    .map((part) => (typeof part === 'string' ? escapedText(part, brackets) : part === ANY ? '.*' : '.'))
    .join('');
  return `${first === 0 ? '^' : ''}${body}${last === parts.length ? '$' : ''}`;
}

function escapedText(text: string, brackets: boolean): string {
  return [...text]
    .map((character) => {
      const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
      if (brackets && lower !== upper && lower.length === character.length && upper.length === character.length) {
        return `[${lower}${upper}]`;
      }
      return '\\^$.*+?()[]{}|/-'.includes(character) ? `\\${character}` : character;
    })
    .join('');
}
