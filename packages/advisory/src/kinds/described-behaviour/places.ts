import { isAboutMac } from '../../attribute/host-system.js';
import type { KnownBehaviour, Place } from '../../knowledge/behaviour.js';
import { words } from '../../knowledge/load.js';
import { isAbout, planeMentions } from '../planes.js';

/** How often a document must name a system before its words mean that system. */
const MENTIONS_MIN: Readonly<Record<'windows' | 'linux', number>> = { windows: 3, linux: 1 };

/** A function that says whether a document can describe a behaviour: whether it is about one of the behaviour's systems. */
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

/** Whether a text contains names of a list, as written and as whole words, at least `least` times. */
function isNamed(text: string, names: readonly string[], least: number): boolean {
  let count = 0;
  for (const name of names) {
    for (let at = text.indexOf(name); at >= 0 && count < least; at = text.indexOf(name, at + name.length)) {
      if (isWord(text[at - 1], name[0]) && isWord(text[at + name.length], name.at(-1))) count += 1;
    }
  }
  return count >= least;
}

/** Whether a word ends between two characters. A name that begins with a mark (`.exe`) may follow any character. */
function isWord(outer: string | undefined, inner: string | undefined): boolean {
  return !/\w/.test(inner ?? '') || !/\w/.test(outer ?? '');
}
