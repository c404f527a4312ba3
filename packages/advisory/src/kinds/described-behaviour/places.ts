import { isAboutMac } from '../../attribute/host-system.js';
import type { KnownBehaviour, Place } from '../../knowledge/behaviour.js';
import { wordRows, wordSet, words } from '../../knowledge/load.js';
import { once, onceEach } from '../../once.js';
import { sentenceAround } from '../../segment/passage.js';
import { isWordCharacter } from '../../text/characters.js';
import { isAbout, mentionsOf, PLANES, planeMentions, tellsOfWindows } from '../planes.js';

/** The systems of hosts. */
const HOST_PLACES = ['windows', 'linux', 'macos'] as const;
type HostPlace = (typeof HOST_PLACES)[number];
const isHostPlace = (place: Place): place is HostPlace => HOST_PLACES.some((each) => each === place);

/** How often a document must name a system before its words mean that system. */
const MENTIONS_MIN: Readonly<Record<HostPlace, number>> = { windows: 3, linux: 1, macos: 1 };

/**
 * A function that says whether a sentence of a document can describe a behaviour: whether the document is about one of the behaviour's
 * systems, or the sentence names a thing that only such a system has. Without a sentence the document alone counts.
 */
export function placesOf(text: string): (behaviour: KnownBehaviour, sentence?: string) => boolean {
  const mentions = planeMentions(text);
  const about = onceEach(new Map<Place, boolean>(), (place) =>
    isHostPlace(place)
      ? isNamed(text, words(`place-${place}`), MENTIONS_MIN[place], place === 'windows' ? undefined : isAmongSystems) &&
        !(place === 'linux' && isAboutMac(text))
      : isAbout(place, mentions, text.length),
  );
  // In a report on hosts, a bucket or a key pair is as likely something of theirs.
  const isOfNoPlane = once(() => ![...PLANES, ...HOST_PLACES].some(about) && !isNamed(text, words('place-others'), 1));
  // What a report tells of hosts without saying of which is told of Windows.
  const isOfHosts = once(() => isOfNoPlane() && OTHER_PLANES.every((name) => mentionsOf(name, text) === 0));
  // A cloud that nothing names is not meant in a report that tells of Windows at all.
  const tellsOfHosts = once(() => tellsOfWindows(text));
  const isOf = (where: readonly Place[], sentence: string): boolean =>
    where.some(
      speaksOf(sentence, (place) => isOfNoPlane() && (isHostPlace(place) || !(tellsOfHosts() || isOfOther(sentence)))),
    ) ||
    (where.includes('windows') &&
      isOfHosts() &&
      !isNamed(sentence, words('place-products'), 1) &&
      !OTHER_PLACES.some(speaksOf(sentence, isOfNoPlane)));
  const isOfOther = (sentence: string): boolean => OTHER_PLANES.some((name) => mentionsOf(name, sentence) > 0);
  return ({ where, unless, seen }, sentence) =>
    (where === undefined || where.some(about) || (sentence !== undefined && isOf(where, sentence))) &&
    unless?.some(about) !== true &&
    (sentence === undefined ||
      !(
        (where !== undefined && isOfOtherCloud(where, sentence)) ||
        isOfOtherHost(where ?? [seen.logsource.product], sentence)
      ));
}

/** Whether a sentence names another system of hosts than a behaviour's, and not its own: a report on several builds tells of each in its own sentences. */
function isOfOtherHost(where: readonly (string | undefined)[], sentence: string): boolean {
  if (!where.every((place) => HOST_PLACES.some((host) => host === place))) return false;
  const named = HOST_PLACES.filter((host) => isNamed(sentence, words(`place-${host}`), 1));
  return named.length > 0 && !named.some((host) => where.includes(host));
}

/** What has logs of its own, beside the planes. */
const OTHER_PLANES = ['github', 'google-workspace', 'm365'] as const;
const OTHER_PLACES: readonly Place[] = [...PLANES, 'linux', 'macos'];

const CLOUDS = ['aws', 'azure', 'gcp'] as const;

/** Whether a sentence names a cloud, and none that a behaviour is of: a report on several tells of each in its own sentences. */
function isOfOtherCloud(where: readonly Place[], sentence: string): boolean {
  if (where.length === 0 || !where.every((place) => CLOUDS.some((cloud) => cloud === place))) return false;
  const mentions = planeMentions(sentence);
  const named = CLOUDS.filter((cloud) => mentions[cloud] > 0);
  return (
    named.length > 0 && !named.some((cloud) => where.includes(cloud)) && !where.some(speaksOf(sentence, () => false))
  );
}

/**
 * Whether a sentence names a system, or a thing that only this system has; where `mayShare` allows it, also a thing that the system shares with
 * another.
 */
function speaksOf(sentence: string, mayShare: (place: Place) => boolean): (place: Place) => boolean {
  const lower = sentence.toLowerCase();
  return (place) =>
    namesOwn(lower, place) ||
    (mayShare(place) &&
      [...wordRows('nouns-shared')].some(([noun, places]) => places?.has(place) === true && hasNoun(lower, noun)) &&
      (isHostPlace(place) || !HOST_PLACES.some((other) => namesOwn(lower, other))));
}

/** Whether a lower-case sentence names what only one system has. The secrets of a domain controller are none of a cloud. */
function namesOwn(sentence: string, place: Place): boolean {
  return [...wordSet(`nouns-${place}`)].some((noun) => hasNoun(sentence, noun));
}

/** Whether a lower-case text has a noun as whole words; a star at its end stands for the rest of a word. */
function hasNoun(text: string, noun: string): boolean {
  const isStart = noun.endsWith('*');
  const name = isStart ? noun.slice(0, -1) : noun;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const end = isStart || isWord(text[at + name.length], name.at(-1)) || isPlural(text, at + name.length);
    if (isWord(text[at - 1], name[0]) && end) return true;
  }
  return false;
}

function isPlural(text: string, end: number): boolean {
  return text[end] === 's' && !isWordCharacter(text[end + 1]);
}

/** Whether a place lies in a sentence that names Windows too: where a family runs at all says nothing of what is told of it. */
function isAmongSystems(text: string, start: number): boolean {
  const sentence = sentenceAround(text, start, start + 1);
  return text.slice(sentence.start, sentence.end).includes('Windows');
}

/** Whether a text contains names of a list, as written and as whole words, at least `least` times, those places aside that `isLeft` leaves out. */
function isNamed(
  text: string,
  names: readonly string[],
  least: number,
  isLeft?: (text: string, start: number) => boolean,
): boolean {
  let count = 0;
  for (const name of names) {
    for (let at = text.indexOf(name); at >= 0 && count < least; at = text.indexOf(name, at + name.length)) {
      if (isWord(text[at - 1], name[0]) && isWord(text[at + name.length], name.at(-1)) && isLeft?.(text, at) !== true)
        count += 1;
    }
  }
  return count >= least;
}

/** Whether a word ends between two characters. A name that begins with a mark (`.exe`) may follow any character. */
function isWord(outer: string | undefined, inner: string | undefined): boolean {
  return !isWordCharacter(inner) || !isWordCharacter(outer);
}
