import Joi, { type ObjectSchema } from 'joi';
import { BadRequestError } from '../errors.js';
import { validate } from '../validate.js';

const none = Joi.object<Record<string, never>>({});

/** Parameters by canonical name, per schema. Cached, since describing a schema takes longer than the rest of a small request. */
const parameters = new WeakMap<ObjectSchema, ReadonlyMap<string, string>>();

/** `Detection Type`, `detection_type` and `DETECTION+TYPE` are one parameter. */
const canonical = (name: string): string => name.trim().replaceAll(' ', '_').toLowerCase();

/**
 * The query parameters of a request target, validated. Names match in any letter case, with spaces as underscores.
 * @param schema the endpoint's parameters; none when absent
 * @throws BadRequestError for an unknown or repeated parameter, or a value out of range (the message has the bound)
 */
export function readQuery<T>(target: string, schema: ObjectSchema<T>): T {
  const mark = target.indexOf('?');
  const names = parametersOf(schema);
  const known = [...names.values()];
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1))) {
    const parameter = names.get(canonical(name));
    if (parameter === undefined) {
      throw new BadRequestError(`Unknown query parameter "${name.slice(0, 64)}". ${listKnown(known)}`, {
        details: [{ path: name.slice(0, 64), message: 'is not a known query parameter' }],
      });
    }
    if (given.has(parameter)) {
      throw new BadRequestError(`Query parameter "${parameter}" is given twice.`, {
        details: [{ path: parameter, message: 'is given twice' }],
      });
    }
    // No parameter may contain it, and Postgres stores it in no text.
    if (value.includes('\0')) {
      throw new BadRequestError(`Query parameter "${parameter}" holds a NUL character.`, {
        details: [{ path: parameter, message: 'holds a NUL character' }],
      });
    }
    given.set(parameter, value);
  }
  return validate(schema, Object.fromEntries(given), 'query');
}

/** Refuses every query parameter, for endpoints without any. */
export function refuseQuery(target: string): void {
  if (target.includes('?')) readQuery(target, none);
}

function parametersOf(schema: ObjectSchema): ReadonlyMap<string, string> {
  const present = parameters.get(schema);
  if (present !== undefined) return present;
  const known = Object.keys((schema.describe() as { keys?: Record<string, unknown> }).keys ?? {});
  const names = new Map(known.map((name) => [canonical(name), name]));
  parameters.set(schema, names);
  return names;
}

function listKnown(known: readonly string[]): string {
  return known.length === 0 ? 'This path takes none.' : `Known: ${known.join(', ')}.`;
}
