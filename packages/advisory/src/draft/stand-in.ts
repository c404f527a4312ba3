import { alternativesOf } from '../knowledge/word-pattern.js';
import { splitPath } from '../text/shape.js';

const patterns = (() => {
  let made: { readonly compound: RegExp; readonly capitals: RegExp } | undefined;
  const make = () => ({
    compound: new RegExp(
      `^(?:your|my|the|some|victim|target)?[_ -]?(?:${alternativesOf('stand-in-owners')})[_ -]?(?:name|address)s?\\d?(?:\\.\\w{2,4})?$`,
      'i',
    ),
    capitals: new RegExp(`^(?:${alternativesOf('stand-in-capitals')})\\d?(?:\\.\\w{2,4})?$`),
  });
  return () => {
    made ??= make();
    return made;
  };
})();

const MARKED = /^(?:<.*>|\[.*\]|\{\w+\}|x(?:\.x){3}|c2 server|victim\w*|redacted.*)$/i;

/** A word in capitals between at signs, as templates of programs have them: `@RANDOM@`. */
const IN_SIGNS = /@[A-Z_]{3,}@/;

/**
 * Whether a name replaces one that the report's authors do not show: `DomainName.dll`, `SERVER`, `<user>`, `[REDACTED]`. Takes a file name,
 * one component of a path, or an argument.
 */
export function isStandIn(name: string): boolean {
  const bare = name.replace(/^[^\w<[{]+/, '');
  const { compound, capitals } = patterns();
  return compound.test(bare) || capitals.test(bare) || MARKED.test(bare) || IN_SIGNS.test(bare);
}

/** Whether any component of a path is a stand-in. Such a path never matches. */
export function hasStandIn(path: string): boolean {
  return splitPath(path).some((component) => component !== '' && isStandIn(component));
}
