import { whereOf } from '../../attribute/where.js';
import { hasWordOf, isListed, listPattern } from '../../knowledge/word-pattern.js';
import type { Service } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { behaviourAt } from '../behaviour-at.js';
import { type IntroducedName, introducedNames, isNamedInWords, isOwnName } from '../introduced-names.js';
import type { Reading } from '../kind.js';
import { withPartialNames } from '../partial-name.js';

const NAMED = listPattern(
  String.raw`\bservices?\b(?:\s+(?:named|called|titled|labell?ed|dubbed|name|display name)|\s+with the (?:display )?name(?: of)?)(?:\s+(?:is|was))?\s*[:=]?\s*["“'‘\x60]?([A-Za-z][\w.$ -]{2,40}?)(?=["”'’\x60,;)]|\.(?!\w)|\s+{after-name}\b)`,
  'gi',
);
/** "created the service MarshSvc", "loaded as the service MarshSvc": the name right after the word, recognised by its capitals. */
const MADE =
  /\b(?:(?:creat|install|register)\w*\b[^.;\n]{0,40}?\b|as (?:an?|the) (?:\w{2,20} )?)service\s+["“'‘`]?((?=\w*[a-z]\w*[A-Z])[A-Z]\w{4,40})(?=["”'’`,.;)]|\s)/g;
const NOUNS: ReadonlySet<string> = new Set(['service', 'services']);
const CERTAINTY = 0.75;

/** Finds services that somebody installed, by their names in the text. */
export function recogniseServices(reading: Reading): readonly Service[] {
  return reading.outsideCommands(
    reading.told.flatMap((passage) =>
      withPartialNames(
        passage,
        NOUNS,
        [NAMED(), MADE].flatMap((pattern) => introducedNames(passage, pattern)),
      )
        .filter(
          (told) =>
            (told.isStart === true ||
              isOwnName(passage, told) ||
              (isNamedInWords(told) && isIntruders(passage, told))) &&
            (!isOthers(passage, told) || isMade(passage, told)),
        )
        .flatMap((told) => serviceAt(passage, told) ?? []),
    ),
  );
}

/** The service of a name in the log of its system; undefined on macOS, whose jobs are files. */
function serviceAt(passage: Passage, { name, start, end, isStart }: IntroducedName): Service | undefined {
  const { where } = whereOf(passage, sentenceAround(passage.text, start, start));
  if (where === 'macos') return undefined;
  const [platform, technique] =
    where === 'linux' ? (['endpoint-auditd', 'T1543.002'] as const) : (['endpoint-security', 'T1543.003'] as const);
  return behaviourAt(passage, { start, end }, CERTAINTY, {
    kind: 'service' as const,
    value: name,
    ...(isStart === true ? { isStart } : {}),
    platforms: [platform],
    techniques: [technique],
  });
}

/** How many characters before the name of a service may say that it was there before: "the native Windows service called". */
const NATIVE_WITHIN = 50;

/** Whether a service is one of Windows, or is said to have been there before: called so, or what was stopped ran as it. */
function isOthers({ text }: Passage, { name, start }: IntroducedName): boolean {
  const before = text.slice(sentenceAround(text, start, start).start, start);
  return (
    isListed('windows-services', name) ||
    hasWordOf('ticket-words', before) ||
    hasWordOf('called-native', text.slice(Math.max(0, start - NATIVE_WITHIN), start)) ||
    ENDED.some((list) => hasWordOf(list, before))
  );
}

/** What is said of a service that was there before. */
const ENDED = ['service-stopped', 'service-disabled'] as const;

/** Whether a service of ordinary words was made, or keeps an intruder's program. */
function isIntruders(passage: Passage, told: IntroducedName): boolean {
  const { start } = sentenceAround(passage.text, told.start, told.start);
  return isMade(passage, told) || passage.text.slice(start, told.start).toLowerCase().includes('persist');
}

/** Whether a service was made. Services of Windows are stopped or abused rather than made, unless the sentence says so. */
function isMade(passage: Passage, { start }: IntroducedName): boolean {
  const sentence = sentenceAround(passage.text, start, start);
  return hasWordOf('service-made', passage.text.slice(sentence.start, start));
}
