import type { Condition } from './condition.js';
import { howNamed } from './how-named.js';
import type { Signal } from './signal.js';
import { signalFile } from './signal-data.js';
import type { ValueTest } from './value-test.js';

/** The field of a CloudTrail record on a path, also inside an event of EventBridge. */
const recordField = (path: string): string => path.replace(/^detail\./, '');

/**
 * Whether a condition takes a part of a signal only that stands out of ordinary work: by its outcome, by missing MFA, by who calls, from
 * where or about what. Every alternative that takes the signal must do so.
 */
export function isNarrowed(condition: Condition, signal: Signal, context: ReadonlyMap<string, string>): boolean {
  const walk = (part: Condition, negated: boolean): boolean | undefined => {
    switch (part.kind) {
      case 'not':
        return walk(part.of, !negated);
      case 'all':
      case 'any': {
        const parts = part.of.map((one) => walk(one, negated));
        if ((part.kind === 'all') !== negated) return parts.includes(undefined) ? undefined : parts.includes(true);
        const taking = parts.filter((one) => one !== undefined);
        return taking.length === 0 ? undefined : taking.every(Boolean);
      }
      default: {
        const leaf: Condition = negated ? { kind: 'not', of: part } : part;
        if (howNamed(leaf, signal, context) === undefined) return undefined;
        return part.kind === 'field' && !takesAnything(part.test) && narrowsField(leaf, part.field, signal, context);
      }
    }
  };
  return walk(condition, false) === true;
}

/** Whether any value passes a test, as with `*`. */
function takesAnything(test: ValueTest): boolean {
  return test.op === 'exists' || ('value' in test && /^\**$/.test(String(test.value)));
}

function narrowsField(leaf: Condition, path: string, signal: Signal, context: ReadonlyMap<string, string>): boolean {
  const name = recordField(path);
  const { fields, ordinary } = signalFile().narrowing;
  if (!Object.hasOwn(ordinary, name)) return fields.some((field) => isField(name, field));
  const event = new Map([...signal.fields, [path, ordinary[name] ?? null]]);
  return howNamed(leaf, { ...signal, fields: event }, context) === undefined;
}

/** Whether a field is the listed one, or below it where the list says `.*`. */
function isField(name: string, listed: string): boolean {
  if (!listed.endsWith('.*')) return name === listed;
  const above = listed.slice(0, -1);
  return name.startsWith(above) && name.length > above.length;
}
