import Joi from 'joi';

/**
 * Where a server may listen: one port (0 lets the system choose a free one), the first free one of a range, both ends included, or one that the parent
 * process holds and hands over.
 */
export type PortChoice = number | PortRange | { readonly held: number };

/** Ports from `first` to `last`, both included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

const HIGHEST_PORT = 65_535;

/**
 * A setting for where a server listens: `4001`, `0` for any free port, `4001-4100` for the first free one of these, or `held:4001` for a socket that
 * listens there already in the Node.js process that started this one.
 */
export const portSetting = (fallback: number): Joi.Schema =>
  Joi.string()
    .custom((text: string, helpers) => {
      const held = /^held:([1-9]\d{0,4})$/.exec(text)?.[1];
      const choice = held === undefined ? readPortChoice(text) : { held: Number(held) };
      return choice ?? helpers.error('any.invalid');
    })
    .default(fallback)
    .meta({ expects: `a port up to ${HIGHEST_PORT}, 0 for any free one, or a range such as 4001-4100` });

/** Reads a port or a range as a person may give it, `4001` or `4001-4100`; undefined when the text is not of that form. */
export function readPortChoice(text: string): number | PortRange | undefined {
  const [, from, to] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  if (from === undefined) return undefined;
  const [first, last] = [Number(from), Number(to ?? from)];
  if (first > last || last > HIGHEST_PORT || (to !== undefined && first === 0)) return undefined;
  return to === undefined ? first : { first, last };
}

/** The ports of a choice, in the order they are tried. */
export function* portsOf(choice: number | PortRange): Generator<number> {
  if (typeof choice === 'number') yield choice;
  else for (let port = choice.first; port <= choice.last; port += 1) yield port;
}
