import Joi from 'joi';

/** Where a server may listen: one port (0 lets the system choose a free one), or the first free one of a range, both ends included. */
export type PortChoice = number | { readonly first: number; readonly last: number };

const HIGHEST_PORT = 65_535;

/** A setting for where a server listens: `4001`, `0` for any free port, or `4001-4100` for the first free one of these. */
export const portSetting = (fallback: number): Joi.Schema =>
  Joi.string()
    .custom((text: string, helpers) => {
      const choice = readPortChoice(text);
      return choice ?? helpers.error('any.invalid');
    })
    .default(fallback)
    .meta({ expects: `a port up to ${HIGHEST_PORT}, 0 for any free one, or a range such as 4001-4100` });

/** Reads what {@link portSetting} takes; undefined when the text is not of that form. */
function readPortChoice(text: string): PortChoice | undefined {
  const [, from, to] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  if (from === undefined) return undefined;
  const [first, last] = [Number(from), Number(to ?? from)];
  if (first > last || last > HIGHEST_PORT || (to !== undefined && first === 0)) return undefined;
  return to === undefined ? first : { first, last };
}

/** The ports of a choice, in the order they are tried. */
export function* portsOf(choice: PortChoice): Generator<number> {
  if (typeof choice === 'number') yield choice;
  else for (let port = choice.first; port <= choice.last; port += 1) yield port;
}
