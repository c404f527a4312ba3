import type { Condition, FieldTest, KeywordTest, RulePath, ValueTest } from '../model/condition.js';
import { Fault, type PathSegment, shown } from './fault.js';
import { LIMITS } from './limits.js';
import { type ModifierChain, NO_MODIFIERS, readChain } from './modifiers.js';
import type { Placeholders } from './placeholder.js';
import { joinConditions, negateCondition } from './tree.js';
import { readValue } from './value.js';
import { isMapping, type Mapping } from './yaml.js';

/** A parsed key of a selection. */
interface ItemKey {
  readonly field: string;
  readonly chain: ModifierChain;
}

/** Parsed keys by their text: rules share a few hundred. Emptied when full. */
const itemKeys = new Map<string, ItemKey>();
const ITEM_KEYS_MAX = 4096;

/** Shared while one text is parsed: the values of placeholders, and the number of detection values so far. */
export interface ReadBudget {
  readonly placeholders: Placeholders;
  values: number;
  regexes: number;
}

/** Parses the selections of one document. */
export class DetectionReader {
  constructor(
    private readonly budget: ReadBudget,
    /** The key of the document that holds the selections: `detection` or `filter`. */
    private readonly section: string,
  ) {}

  /**
   * Parses one selection: a map is the AND of its items, a list of maps their OR, texts are a keyword search. Throws a `Fault` with its
   * path.
   */
  readSelection(name: string, definition: unknown): Condition {
    if (Array.isArray(definition)) return this.readList(name, definition);
    if (isMapping(definition)) return this.readMap(name, definition, undefined);
    if (definition === null || definition === undefined) {
      throw this.fault('InvalidDetection', `selection ${shown(name)} is empty`, [name]);
    }
    return this.readItem(name, '', NO_MODIFIERS, definition, { selection: name, item: '' }, [name]);
  }

  private readList(name: string, list: readonly unknown[]): Condition {
    if (list.length === 0) throw this.fault('InvalidDetection', `selection ${shown(name)} is empty`, [name]);
    if (!list.some(isMapping)) {
      return this.readItem(name, '', NO_MODIFIERS, list, { selection: name, item: '' }, [name]);
    }
    const parts: Condition[] = [];
    for (const [index, entry] of list.entries()) {
      parts.push(
        isMapping(entry)
          ? this.readMap(name, entry, index)
          : this.readItem(name, '', NO_MODIFIERS, entry, { selection: name, item: String(index) }, [name, index]),
      );
    }
    return joinConditions('or', parts);
  }

  private readMap(name: string, map: Mapping, index: number | undefined): Condition {
    const parts: Condition[] = [];
    for (const key of Object.keys(map)) {
      const path: RulePath = { selection: name, item: index === undefined ? key : `${index}.${key}` };
      const segments = index === undefined ? [name, key] : [name, index, key];
      const { field, chain } = this.readKey(key, segments);
      parts.push(this.readItem(name, field, chain, map[key], path, segments));
    }
    if (parts.length === 0) {
      throw this.fault(
        'InvalidDetection',
        `selection ${shown(name)} is empty`,
        index === undefined ? [name] : [name, index],
      );
    }
    return joinConditions('and', parts);
  }

  private readKey(key: string, segments: readonly PathSegment[]): ItemKey {
    const cached = itemKeys.get(key);
    if (cached !== undefined) return cached;
    if (key.length > LIMITS.fieldCharacters) {
      throw this.fault(
        'InvalidDetection',
        `a field name has ${key.length} characters; ${LIMITS.fieldCharacters} are allowed`,
        segments,
      );
    }
    const [field = '', ...modifiers] = key.split('|');
    let chain: ModifierChain;
    try {
      chain = modifiers.length === 0 ? NO_MODIFIERS : readChain(modifiers, field);
    } catch (error) {
      throw this.placed(error, segments);
    }
    const read = { field, chain };
    if (itemKeys.size >= ITEM_KEYS_MAX) itemKeys.clear();
    itemKeys.set(key, read);
    return read;
  }

  private readItem(
    name: string,
    field: string,
    chain: ModifierChain,
    value: unknown,
    path: RulePath,
    segments: readonly PathSegment[],
  ): Condition {
    const isList = Array.isArray(value);
    const values: readonly unknown[] = isList ? value : [value];
    if (values.length === 0)
      throw this.fault('InvalidDetection', `${shown(path.item || name)} has an empty list of values`, segments);
    this.checkNumber(chain, values.length, segments);
    const flat: ValueTest[] = [];
    const alternatives: Condition[] = [];
    for (let index = 0; index < values.length; index++) {
      let tests: readonly ValueTest[];
      try {
        tests = readValue(values[index], chain, this.budget.placeholders);
        if (field === '') checkKeyword(tests);
      } catch (error) {
        throw this.placed(error, isList ? [...segments, index] : segments);
      }
      this.countTests(tests.length, segments);
      // Under `all`, the values must all match, while the spellings of one value remain alternatives.
      if (chain.all && tests.length > 1) alternatives.push(leaf(field, 'any', tests, path));
      else for (const test of tests) flat.push(test);
    }
    const parts =
      flat.length === 0 ? alternatives : [leaf(field, chain.all ? 'all' : 'any', flat, path), ...alternatives];
    const condition = joinConditions('and', parts);
    return chain.neq ? negateCondition(condition) : condition;
  }

  private countTests(tests: number, segments: readonly PathSegment[]): void {
    this.budget.values += tests;
    if (this.budget.values > LIMITS.values) {
      throw this.fault('TooLarge', `the text has more than ${LIMITS.values} detection values`, segments);
    }
  }

  /** Checks how many values there are, where the modifiers bound that. */
  private checkNumber(chain: ModifierChain, values: number, segments: readonly PathSegment[]): void {
    if (chain.match === 'exists' && values > 1) {
      throw this.fault('InvalidValue', '"exists" takes one value, true or false', segments);
    }
    if (chain.match !== 'regex') return;
    this.budget.regexes += values;
    if (this.budget.regexes > LIMITS.regexes) {
      throw this.fault('TooLarge', `the text has more than ${LIMITS.regexes} regular expressions`, segments);
    }
  }

  private placed(error: unknown, segments: readonly PathSegment[]): unknown {
    return error instanceof Fault ? this.fault(error.code, error.message, segments) : error;
  }

  private fault(code: Fault['code'], message: string, segments: readonly PathSegment[]): Fault {
    return new Fault(code, message, [this.section, ...segments]);
  }
}

function leaf(
  field: string,
  join: 'any' | 'all',
  tests: readonly ValueTest[],
  path: RulePath,
): FieldTest | KeywordTest {
  const joined = tests.length === 1 ? 'any' : join;
  return field === ''
    ? { kind: 'keyword', join: joined, tests, path }
    : { kind: 'field', field, join: joined, tests, path };
}

/** Checks a keyword test: an event as a whole can be searched for texts, numbers and expressions only. */
function checkKeyword(tests: readonly ValueTest[]): void {
  for (const { op } of tests) {
    if (op === 'null' || op === 'boolean') {
      throw new Fault('InvalidValue', 'a keyword must be a text or a number');
    }
  }
}
