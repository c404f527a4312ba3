import { isExcluded } from '../../attribute/attribute.js';
import { tokensOf } from '../../attribute/cues.js';
import { wordSet } from '../../knowledge/load.js';
import { isListed, listPattern } from '../../knowledge/word-pattern.js';
import type { ScheduledTask } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isStockProgram } from '../../segment/programs.js';
import { isWordCharacter, placesOf } from '../../text/characters.js';
import { BLANKS, QUOTES, trimEndOf, withoutEnding } from '../../text/ends.js';
import { hasHump, isMadeOf, stretchesWithout } from '../../text/shape.js';
import { leading } from '../../text/stretches.js';
import { behaviourAt } from '../behaviour-at.js';
import { type IntroducedName, introducedNames, isNamedInWords, isOwnName } from '../introduced-names.js';
import type { Reading } from '../kind.js';
import { withPartialNames } from '../partial-name.js';

const NAMED = listPattern(
  String.raw`\b(?:scheduled )?tasks?\b(?:\s+(?:named|called|titled|labell?ed|dubbed|name)(?:\s+(?:is|was))?\s*[:=]?|\s+with the name(?: of)?\s*[:=]?|(?=\s+["“]))\s*["“'‘\x60]?([A-Za-z\\][\w.\\$ -]{2,60}?)(?=["”'’\x60,;)]|\.(?!\w)|\s+{after-name}\b)`,
  'gi',
);
/** A name of two words joined right before the word: "the MarshUpdate and FenCleanup tasks". */
const BEFORE =
  /(?<![\w\\.-])((?=\w*[a-z][A-Z])[A-Z]\w{7,60})["”’]?(?=(?:\s+and\s+["“‘]?[A-Z]\w{7,60}["”’]?)?\s+(?:scheduled\s+)?tasks?\b)/g;
/** The folder and the name of a task behind the word: "the task was created as \\Microsoft\\Windows\\Marsh\\Cleanup". */
const AT_PATH = /\btasks?\b[^.;:\n]{1,40}?\s["“'‘`]?(\\(?:[\w -]{2,40}\\){1,5}[\w-]{3,40})(?![\w\\-])/gi;
/** A name told behind what the task does: "a task that runs each day under the name MarshUpd7". */
const UNDER_NAME = /\btasks?\b[^.;:\n]{1,60}?\s(?:under|by|with) the name(?: of)?\s+["“'‘`]?([A-Za-z][\w.-]{3,60})/gi;
/** What opens a list of names: "three scheduled tasks via COM: MarshUpdate, MarshCore and MarshUser". */
const LIST = /\btasks\b[^.;:(\n]{0,60}[:(]/gi;
const LIST_MAX = 300;
const NAMES_MIN = 2;
const BETWEEN_NAMES = `${BLANKS}${QUOTES},`;
const NOUNS: ReadonlySet<string> = new Set(['task', 'tasks']);
const CERTAINTY = 0.75;
/** How many words before the word may say that the task was made. */
const WORDS_BEFORE = 3;

/** Finds scheduled tasks by their names in the text. */
export function recogniseScheduledTasks(reading: Reading): readonly ScheduledTask[] {
  return reading.outsideCommands(
    reading.told.flatMap((passage) =>
      withPartialNames(passage, NOUNS, [
        ...introducedNames(passage, NAMED()),
        ...introducedNames(passage, AT_PATH),
        ...introducedNames(passage, UNDER_NAME),
        ...[...introducedNames(passage, BEFORE), ...listedNames(passage)].filter((told) => isScheduled(passage, told)),
        ...namesBehind(passage),
      ])
        .filter(
          (told) =>
            (told.isStart === true ||
              isOwnName(passage, told) ||
              (isNamedInWords(told) && saysScheduled(passage, told))) &&
            !isStock(told),
        )
        .map(({ name, start, end, isStart }) =>
          behaviourAt(passage, { start, end }, CERTAINTY, {
            kind: 'scheduled-task' as const,
            value: name,
            ...(isStart === true ? { isStart } : {}),
            platforms: ['endpoint-security'] as const,
            techniques: ['T1053.005'],
          }),
        ),
    ),
  );
}

function listedNames(passage: Passage): readonly IntroducedName[] {
  return [...passage.text.matchAll(LIST)].flatMap((match) => {
    const from = match.index + match[0].length;
    const ahead = passage.text.slice(from, from + LIST_MAX);
    const ends = [')', '. ', '\n'].map((mark) => ahead.indexOf(mark)).filter((end) => end >= 0);
    const all = stretchesWithout(ahead.slice(0, Math.min(LIST_MAX, ...ends)), BETWEEN_NAMES).map(
      ({ text, start }): IntroducedName => {
        const name = trimEndOf(text, '.');
        return { name, start: from + start, end: from + start + name.length };
      },
    );
    const isOf = ({ name }: IntroducedName): boolean => name === 'and' || (hasHump(name) && isMadeOf(name, '-_'));
    const last = all.findIndex((told) => !isOf(told));
    const names = all.slice(0, last < 0 ? undefined : last).filter(({ name }) => name !== 'and');
    const [first] = names;
    // A denial before a list is one of all that it names.
    return first === undefined || names.length < NAMES_MIN || isExcluded(passage, first) ? [] : names;
  });
}

const WORD = 'scheduled task ';
const NAME_MAX = 60;

/** Names that stand right behind the word, where the task was made or what it does follows: "created a scheduled task FenSync.exe". */
function namesBehind({ text }: Passage): readonly IntroducedName[] {
  return placesOf(text.toLowerCase(), WORD).flatMap((at): readonly IntroducedName[] => {
    const start = at + WORD.length;
    const written = leading(
      text.slice(start, start + NAME_MAX),
      (each) => isWordCharacter(each) || '.-'.includes(each),
    );
    const name = trimEndOf(written, '.-');
    const end = start + name.length;
    if (!hasHump(name) || isStockProgram(withoutEnding(name.toLowerCase(), '.exe'))) return [];
    const before = tokensOf(text.slice(sentenceAround(text, at, at).start, at)).slice(-WORDS_BEFORE);
    const [behind] = tokensOf(text.slice(end, end + NAME_MAX));
    const isMade = before.some((word) => wordSet('account-made').has(word.text));
    return isMade || ['that', 'which', 'to'].includes(behind?.text ?? '') ? [{ name, start, end }] : [];
  });
}

/** Whether Windows brings a task along: the intruder did not create it. */
function isStock({ name }: IntroducedName): boolean {
  return wordSet('stock-tasks').has(name.slice(name.lastIndexOf('\\') + 1).toLowerCase());
}

/** Whether the sentence of a name before "task" is about scheduled tasks, and the name is no product's. */
function isScheduled(passage: Passage, told: IntroducedName): boolean {
  return !isListed('product-names', told.name) && saysScheduled(passage, told);
}

/** Whether the sentence of a name says that tasks are scheduled: bots have tasks too. */
function saysScheduled({ text }: Passage, { start, end }: IntroducedName): boolean {
  const sentence = sentenceAround(text, start, end);
  const said = text.slice(sentence.start, sentence.end).toLowerCase();
  return SCHEDULES.some((word) => said.includes(word));
}

const SCHEDULES = ['schedul', 'schtasks', 'persist'];
