import type { AnySchema, Description } from 'joi';

const TEXT_EXAMPLES: Readonly<Record<string, string>> = {
  guid: '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77',
  isoDate: '2026-03-05T09:30:00.000Z',
  email: 'ada@example.com',
};

/**
 * An example for a schema: its own, where it has one, else assembled from those of its parts. Optional fields without an example are left
 * out; nullable ones are filled.
 * @throws Error for a text with a pattern and no example, since none can be invented
 */
export function exampleOf(schema: AnySchema): unknown {
  return exampleOfDescription(schema.describe(), undefined);
}

function exampleOfDescription(description: Description, presence: string | undefined): unknown {
  const { examples, flags, items, matches, metas: _metas, preferences, type } = description;
  const [given] = (examples as unknown[] | undefined) ?? [];
  if (given !== undefined) return given;
  if ((flags as { only?: boolean } | undefined)?.only === true) return allowedExample(description);
  const presenceBelow = (preferences as { presence?: string } | undefined)?.presence ?? presence;
  switch (type) {
    case 'object':
      return objectExample(description, presenceBelow);
    case 'array': {
      const item = (items as Description[] | undefined)?.[0];
      return item === undefined ? [] : [exampleOfDescription(item, presenceBelow)];
    }
    case 'alternatives': {
      const first = (matches as { schema: Description }[] | undefined)?.[0];
      return first === undefined ? null : exampleOfDescription(first.schema, presenceBelow);
    }
    case 'number':
      return ruleOf(description, 'min')?.args?.['limit'] ?? 1;
    case 'boolean':
      return false;
    case 'string':
      return textExample(description);
    default:
      return null;
  }
}

function objectExample(description: Description, presence: string | undefined): object {
  const fields = (description.keys as Readonly<Record<string, Description>> | undefined) ?? {};
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isThere(field, presence))
      .map(([name, field]) => [name, exampleOfDescription(field, presence)]),
  );
}

/** The first of the values that a schema is limited to; null where these are null and the empty text. */
function allowedExample(description: Description): unknown {
  const allowed = (description.allow as unknown[] | undefined) ?? [];
  return allowed.find((value) => value !== null && value !== '') ?? null;
}

interface Rule {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

const rulesOf = (description: Description): readonly Rule[] => (description.rules as Rule[] | undefined) ?? [];
const ruleOf = (description: Description, name: string): Rule | undefined =>
  rulesOf(description).find((rule) => rule.name === name);

/** Whether a field is in an example: it is required, or has an example. */
function isThere(field: Description, presence: string | undefined): boolean {
  const own = (field.flags as { presence?: string } | undefined)?.presence ?? presence;
  return own === 'required' || (field.examples as unknown[] | undefined) !== undefined;
}

function textExample(description: Description): string {
  if (ruleOf(description, 'pattern') !== undefined) {
    throw new Error(`a text with a pattern needs an example: ${JSON.stringify(description.rules)}`);
  }
  for (const { name } of rulesOf(description)) {
    const example = TEXT_EXAMPLES[name];
    if (example !== undefined) return example;
  }
  return 'text';
}
