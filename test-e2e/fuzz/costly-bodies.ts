import type { Schema } from './document.js';

/** A body that takes much time or memory to parse. */
export interface CostlyBody {
  readonly name: string;
  readonly bytes: string;
  /** True if every operation must refuse it, with 400, or with 413 if it is also too large. */
  readonly refused: boolean;
}

const fields = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"f${at}":1`).join(',')}}`;
const items = (count: number): string => `[${'1,'.repeat(count - 1)}1]`;

/** A list in YAML, which is slow to parse. */
const YAML = '- a\\n'.repeat(12_000);

/** Bodies that are costly for every operation. */
const ANYWHERE: readonly CostlyBody[] = [
  { name: '250,000 unknown fields', bytes: fields(250_000), refused: true },
  { name: '600,000 fields', bytes: fields(600_000), refused: true },
  { name: '20,000 unknown fields', bytes: fields(20_000), refused: true },
  { name: '20,001 list items', bytes: `{"more":${items(20_001)}}`, refused: true },
  { name: '30,000 lists in each other', bytes: `${'['.repeat(30_000)}${']'.repeat(30_000)}`, refused: true },
  { name: '19,000 objects in each other', bytes: `${'{"a":'.repeat(19_000)}1${'}'.repeat(19_000)}`, refused: true },
  { name: '4,900,000 escaped quotes', bytes: `{"more":"${'\\"'.repeat(4_900_000)}"}`, refused: true },
  { name: '1,600,000 escapes', bytes: `{"more":"${'\\u00e9'.repeat(1_600_000)}"}`, refused: true },
];

/** The costly bodies of an operation: those for every operation, and bodies with a long list or long text in each of its fields. */
export function costlyBodies(schema: Schema): readonly CostlyBody[] {
  const names = Object.keys(propertiesOf(schema));
  return [
    ...ANYWHERE,
    ...names.flatMap((name) => [
      { name: `20,001 items in ${name}`, bytes: `{"${name}":${items(20_001)}}`, refused: true },
      { name: `19,000 texts in ${name}`, bytes: `{"${name}":[${'"x",'.repeat(18_999)}"x"]}`, refused: false },
      { name: `19,000 fields in ${name}`, bytes: `{"${name}":${fields(19_000)}}`, refused: false },
      { name: `60,000 characters in ${name}`, bytes: `{"${name}":"${'a'.repeat(60_000)}"}`, refused: false },
      {
        name: `30 texts of 60,000 characters in ${name}`,
        bytes: `{"${name}":[${`"${YAML}",`.repeat(29)}"${YAML}"]}`,
        refused: false,
      },
    ]),
  ];
}

function propertiesOf({ anyOf = [], oneOf = [], properties = {} }: Schema): Readonly<Record<string, Schema>> {
  return Object.assign({}, properties, ...[...oneOf, ...anyOf].map(propertiesOf));
}
