import type { Span } from '../model.js';
import { onceEach } from '../once.js';
import { isLetter } from '../text/characters.js';
import { startsWithAny, trimStartOf } from '../text/ends.js';
import { countOfLeading } from '../text/sorted.js';
import { leading } from '../text/stretches.js';

/** A text with its defanged indicators restored, and a mapping of offsets to the original. */
export interface RefangedText {
  readonly text: string;
  /** Whether anything was defanged on purpose. The author then means other links not as indicators. */
  readonly defangs: boolean;
  /** Whether a host was, and not only the scheme before one. The author then means bare hosts not as indicators. */
  readonly defangsHosts: boolean;
  /** The span in the original text of a span in the refanged one. */
  original(start: number, end: number): Span;
  /** How a part was written: `strong` for certain defanging, `weak` for what may be an accident of punctuation. */
  defanging(start: number, end: number): 'strong' | 'weak' | 'none';
}

interface Change {
  /** Place in the refanged text. */
  readonly start: number;
  readonly end: number;
  /** Place in the original text. */
  readonly from: number;
  readonly to: number;
  readonly strong: boolean;
}

// One alternative per way of defanging. Each is bounded and begins with a rare character, so the search is linear.
const DEFANGED = new RegExp(
  [
    // evil[.]com, evil(dot)com, evil [dot] com, evil{.}com, evil<.>com
    String.raw`(?<dot>(?<=[\w\p{L}-])\.? ?[[({<] ?(?:\.|dot|punto|punkt) ?[\])}>] ?(?=[\w\p{L}*]))`,
    // me[@]evil, me(at)evil, me [at] evil
    String.raw`(?<at>(?<=[\w.+-]) ?[[({] ?(?:@|at|arroba) ?[\])}] ?(?=\w))`,
    // hxxp[:]//, h**p://, http[:]//, meow://, hxxps[://], [http]://
    String.raw`(?<scheme>\[?\b(?:h(?:xx|tt|\*\*|tx|xt|__)p|f(?:t|x)p|meow)s?\]?(?:\[:\]\/\/|\[:\/\/\]|:\[\/\/\]|\[:\/?\]\/{0,2}|:\\\/\\\/|:\/\/|\[?:\]?\/\[\/\])(?=[\w[({\p{L}]))`,
    // 10.0.0.1[:]8080, evil[.]com[/]path, foo[-]bar.com
    String.raw`(?<mark>(?<=[\w\]])\[(?<inner>[:/-])\](?=\w))`,
    // www[.example.com, www.]example.com, www].example.com: half of the brackets lost
    String.raw`(?<half>(?<=\w)(?:\[\.|\.\[|\.\]|\]\.)(?=[a-z0-9]))`,
    // www\.evil\.com: taken from a regular expression
    String.raw`(?<escaped>(?<=[a-z0-9])\\\.(?=[a-z0-9]))`,
  ].join('|'),
  'giu',
);

const isOfScheme = (character: string): boolean => isLetter(character) || '*_'.includes(character);

interface Replacement {
  readonly text: string;
  readonly strong: boolean;
  readonly inHost: boolean;
}

function replacement(match: RegExpMatchArray): Replacement {
  const groups = match.groups ?? {};
  if (groups['dot'] !== undefined) return { text: '.', strong: true, inHost: true };
  if (groups['at'] !== undefined) return { text: '@', strong: true, inHost: true };
  if (groups['mark'] !== undefined) return { text: groups['inner'] ?? '', strong: true, inHost: true };
  const { scheme } = groups;
  if (scheme === undefined) return { text: '.', strong: false, inHost: true };
  const isFtp = startsWithAny(scheme.toLowerCase(), ['f', '[f']);
  const isSecure = leading(trimStartOf(scheme.toLowerCase(), '['), isOfScheme).endsWith('ps');
  return { text: `${isFtp ? 'ftp' : 'http'}${isSecure ? 's' : ''}://`, strong: true, inHost: false };
}

/** Restores every defanged address, and keeps the mapping to the original offsets. */
export function refang(source: string): RefangedText {
  const changes: Change[] = [];
  const parts: string[] = [];
  let at = 0;
  let length = 0;
  let defangs = false;
  let defangsHosts = false;
  for (const match of source.matchAll(DEFANGED)) {
    const { text, strong, inHost } = replacement(match);
    if (text === match[0]) continue;
    const plain = source.slice(at, match.index);
    const start = length + plain.length;
    const isStrong = strong && match[0].toLowerCase() !== text;
    parts.push(plain, text);
    changes.push({
      start,
      end: start + text.length,
      from: match.index,
      to: match.index + match[0].length,
      strong: isStrong,
    });
    if (isStrong) defangs = true;
    if (isStrong && inHost) defangsHosts = true;
    length = start + text.length;
    at = match.index + match[0].length;
  }
  parts.push(source.slice(at));
  return { text: parts.join(''), defangs, defangsHosts, ...placesOf(changes) };
}

/** A document's text with every defanged address restored. Made once a document, since several readers work on it. */
export const refangedOf = onceEach(new WeakMap<{ readonly text: string }, RefangedText>(), ({ text }) => refang(text));

/** Finds places of the refanged text in the original, by the changes in their order. */
function placesOf(changes: readonly Change[]): Pick<RefangedText, 'original' | 'defanging'> {
  /** The last change that begins at or before a place of the refanged text. */
  const lastBefore = (place: number): number => countOfLeading(changes, ({ start }) => start <= place) - 1;
  const toOriginal = (place: number, isEnd: boolean): number => {
    const change = changes[lastBefore(isEnd ? place - 1 : place)];
    if (change === undefined) return place;
    const inside = isEnd ? place <= change.end : place < change.end;
    if (inside) return isEnd ? change.to : change.from;
    return place - change.end + change.to;
  };
  return {
    original: (start, end) => ({ start: toOriginal(start, false), end: toOriginal(end, true) }),
    defanging(start, end) {
      let found: 'weak' | 'none' = 'none';
      for (let index = lastBefore(end - 1); index >= 0; index -= 1) {
        const change = changes[index];
        if (change === undefined || change.end <= start) break;
        if (change.strong) return 'strong';
        found = 'weak';
      }
      return found;
    },
  };
}
