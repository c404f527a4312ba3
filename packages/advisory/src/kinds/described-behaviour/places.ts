import { isAboutMac } from '../../attribute/host-system.js';
import type { KnownBehaviour, Place } from '../../knowledge/behaviour.js';
import { words } from '../../knowledge/load.js';
import { isAbout, planeMentions } from '../planes.js';

/** How often a system must be named before words mean it. */
const MENTIONS_MIN: Readonly<Record<'windows' | 'linux', number>> = { windows: 3, linux: 1 };

/** Tells of which behaviours a document can speak: those of the places that it is about. */
export function placesOf(text: string): (behaviour: KnownBehaviour) => boolean {
  const mentions = planeMentions(text);
  const known = new Map<Place, boolean>();
  const about = (place: Place): boolean => {
    const before = known.get(place);
    if (before !== undefined) return before;
    const found =
      place === 'windows' || place === 'linux'
        ? isNamed(text, words(`place-${place}`), MENTIONS_MIN[place]) && !(place === 'linux' && isAboutMac(text))
        : isAbout(place, mentions, text.length);
    known.set(place, found);
    return found;
  };
  return ({ where, unless }) => (where === undefined || where.some(about)) && unless?.some(about) !== true;
}

/** Whether a text has names of a list, as written and as words of their own, at least so often. */
function isNamed(text: string, names: readonly string[], least: number): boolean {
  let count = 0;
  for (const name of names) {
    for (let at = text.indexOf(name); at >= 0 && count < least; at = text.indexOf(name, at + name.length)) {
      if (isWord(text[at - 1], name[0]) && isWord(text[at + name.length], name.at(-1))) count += 1;
    }
  }
  return count >= least;
}

/** Whether a word ends between two characters; a name that begins with a mark (`.exe`) may stand behind anything. */
function isWord(outer: string | undefined, inner: string | undefined): boolean {
  return !/\w/.test(inner ?? '') || !/\w/.test(outer ?? '');
}
