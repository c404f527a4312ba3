import type Joi from 'joi';

/** A setting, described for operators. */
export interface SettingDescription {
  readonly name: string;
  /** What it is, a sentence. */
  readonly description: string;
  /** What it takes: `a whole number from 1 to 500 (seconds)`. */
  readonly expects: string;
  /** The default as an operator would write it; undefined where there is none. */
  readonly default: string | undefined;
  readonly required: boolean;
  /** Whether it may also come from the file that `NAME_FILE` names, and is never shown. */
  readonly secret: boolean;
}

/** The parts of Joi's description of a schema that are used here. */
interface Described {
  readonly type?: string;
  readonly keys?: Readonly<Record<string, Described>>;
  readonly flags?: {
    readonly description?: string;
    readonly unit?: string;
    readonly presence?: string;
    readonly only?: boolean;
    readonly default?: unknown;
  };
  readonly allow?: readonly unknown[];
  readonly rules?: readonly { readonly name: string; readonly args?: Readonly<Record<string, unknown>> }[];
  readonly metas?: readonly { readonly secret?: boolean; readonly expects?: string; readonly default?: string }[];
}

/** The settings of a schema, in its order. */
export function describeSettings(schema: Joi.ObjectSchema): SettingDescription[] {
  const { keys = {} } = schema.describe() as Described;
  return Object.entries(keys).map(([name, described]) => {
    const meta = Object.assign({}, ...(described.metas ?? [])) as NonNullable<Described['metas']>[number];
    return {
      name,
      description: described.flags?.description ?? '',
      expects: meta.expects ?? expectationOf(described),
      default: meta.default ?? writtenDefault(described.flags?.default),
      required: described.flags?.presence === 'required',
      secret: meta.secret === true,
    };
  });
}

function writtenDefault(value: unknown): string | undefined {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  return String(value);
}

function expectationOf({ allow = [], flags = {}, rules = [], type }: Described): string {
  const argument = (rule: string, name: string) => rules.find((each) => each.name === rule)?.args?.[name];
  if (type === 'boolean') return 'true or false';
  if (flags.only === true) return `one of ${allow.join(', ')}`;
  const unit = flags.unit === undefined ? '' : ` (${flags.unit})`;
  if (type === 'number') return `a whole number from ${argument('min', 'limit')} to ${argument('max', 'limit')}${unit}`;
  const uri = argument('uri', 'options') as { scheme?: string | readonly string[] } | undefined;
  if (uri?.scheme !== undefined) {
    return `an address that begins with ${[uri.scheme]
      .flat()
      .map((scheme) => `${scheme}://`)
      .join(' or ')}`;
  }
  const least = argument('min', 'limit');
  return least === undefined ? 'a text' : `a text of at least ${least} characters`;
}
