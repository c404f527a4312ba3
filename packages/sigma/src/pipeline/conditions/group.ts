import { Fault, type PathSegment, shown } from '../../parse/fault.js';
import { isMapping } from '../../parse/yaml.js';
import type { Check } from '../model.js';
import { Parameters } from '../parameters.js';
import { readExpression } from './expression.js';

/** Makes a check from a condition's parameters, for the conditions of one kind by their type. */
export type ConditionReaders<T> = Readonly<Record<string, (parameters: Parameters) => Check<T>>>;

/** Where conditions of one kind stand: `rule_conditions` with `rule_cond_op` and so on. */
export type ConditionKind = 'rule' | 'detection_item' | 'field_name';

const ALWAYS = (): boolean => true;

/** Reads the conditions of one kind of an entry, joined as the entry says. Without conditions the check always holds. */
export function readConditions<T>(entry: Parameters, kind: ConditionKind, readers: ConditionReaders<T>): Check<T> {
  const key = `${kind}_conditions`;
  const written = entry.raw(key);
  const operator = entry.has(`${kind}_cond_op`) ? entry.word(`${kind}_cond_op`, ['and', 'or']) : undefined;
  entry.optionalText(`${kind}_cond_op`);
  const negated = entry.boolean(`${kind}_cond_not`);
  const expression = entry.optionalText(`${kind}_cond_expr`);
  const named = conditionsOf(written).map(([name, value]): [string, Check<T>] => {
    const path = [...entry.path, key, name];
    if (!isMapping(value)) throw new Fault('InvalidPipeline', 'a condition is a map with a type', path);
    return [String(name), readCondition(new Parameters(value, path, 'the condition'), readers)];
  });
  if (expression !== undefined) {
    if (operator !== undefined) throw entry.fault(`${kind}_cond_op and ${kind}_cond_expr exclude each other`, key);
    if (!isMapping(written)) throw entry.fault(`${kind}_cond_expr needs ${key} as a map of names`, key);
    const check = entry.at(`${kind}_cond_expr`, () => readExpression(expression, new Map(named)));
    return negated ? (subject, run) => !check(subject, run) : check;
  }
  const checks = named.map(([, check]) => check);
  if (checks.length === 0) return ALWAYS;
  if (operator === 'or') return (subject, run) => checks.some((check) => check(subject, run)) !== negated;
  return (subject, run) => checks.every((check) => check(subject, run)) !== negated;
}

function conditionsOf(written: unknown): readonly (readonly [PathSegment, unknown])[] {
  if (written === undefined || written === null) return [];
  if (Array.isArray(written)) return [...written.entries()];
  if (isMapping(written)) return Object.entries(written);
  throw new Fault('InvalidPipeline', 'conditions are a list or a map');
}

function readCondition<T>(parameters: Parameters, readers: ConditionReaders<T>): Check<T> {
  const type = parameters.text('type');
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (read === undefined) {
    throw parameters.unsupported(
      `the condition type ${shown(type)} is not supported here; supported are ${Object.keys(readers).join(', ')}`,
      'type',
    );
  }
  const named = parameters.named(type);
  const check = read(named);
  named.end();
  return check;
}
