import { isWordCharacter } from '../../characters.js';
import type { MappedField } from '../../convert/maps.js';
import { anywhere, exactly } from '../../convert/text/patterns.js';
import type { ValueTest } from '../../model/condition.js';
import type { Pattern } from '../../model/pattern.js';
import { readRegex } from '../../regex/reader.js';
import { escapeTerm } from './escape.js';
import { neverSaid } from './keyword.js';
import { exists, type Place, type Term, unsaid } from './place.js';
import { requiredLiterals } from './regex-term.js';
import { LUCENE_SYNTAX } from './syntax.js';

/** Which characters an analyser keeps in a word, and which certainly end one. The others do either, depending on their neighbours. */
interface Analyser {
  readonly word: (character: string) => boolean;
  readonly breaks: (character: string) => boolean;
}

/** The standard analyser (Unicode word breaks): a full stop, an apostrophe and the like may join the characters around them. */
const STANDARD: Analyser = {
  word: isWordCharacter,
  breaks: (character) => '-/\\()[]{}<>=|&%$#@!?"+*~^`'.includes(character) || character.trim() === '',
};
/** Elastic's analyser of script block text: everything but word characters and hyphens splits. */
const isOfScript = (character: string): boolean => isWordCharacter(character) || character === '-';
const SCRIPT: Analyser = { word: isOfScript, breaks: (character) => !isOfScript(character) };

/** A run of word characters in a pattern; `from` and `to` say whether a word certainly begins and ends with it. */
interface Run {
  readonly text: string;
  readonly from: boolean;
  to: boolean;
  /** Whether no word can be between it and the run before. */
  readonly follows: boolean;
}

/** A test on a `text` field of the standard analyser, which compares words in any letter case. */
export function textTerm(test: ValueTest, name: string, _field: MappedField, place: Place): Term {
  return analysedTerm(test, name, place, STANDARD);
}

/** A test on script block text. */
export function scriptTerm(test: ValueTest, name: string, _field: MappedField, place: Place): Term {
  return analysedTerm(test, name, place, SCRIPT);
}

function analysedTerm(test: ValueTest, name: string, place: Place, analyser: Analyser): Term {
  switch (test.op) {
    case 'string':
      return stringValue(test.pattern, test.cased, name, place, analyser);
    case 'number':
    case 'boolean':
      return stringValue(exactly(String(test.value)), false, name, place, analyser);
    case 'cidr':
      return unsaid(name, place, 'test_dropped', 'The field is analysed text, which has no address ranges.');
    case 'placeholder':
      return { value: `"${place.placeholder(test.name)}"` };
    case 'regex':
      return regexValue(test.source, test.flags, name, place, analyser);
    case 'compare':
      return unsaid(name, place, 'test_dropped', 'The field is analysed text, which cannot be compared as a number.');
    default:
      return { clause: neverSaid(test, name, place) };
  }
}

const WORDS_ONLY =
  'The field is analysed text: words are compared in any letter case, in whole phrases where the value has them; the characters between them are not.';

function stringValue(pattern: Pattern, cased: boolean, name: string, place: Place, analyser: Analyser): Term {
  const runs = runsOf(pattern, analyser);
  // A value of only word characters, searched anywhere, is in the text exactly when it is in one of its words.
  const [first] = runs;
  const contained = pattern.shape === 'contains' && runs.length === 1 && first?.text === pattern.literal;
  if (contained && !cased) return { value: `*${escapeTerm(pattern.literal)}*` };
  if (place.tolerance === 'narrower') {
    place.note('test_dropped', WORDS_ONLY);
    return { clause: false };
  }
  place.note('widened_wildcard', WORDS_ONLY);
  return runs.length === 0 ? { clause: exists([name]) } : { value: valueOfRuns(runs) };
}

function regexValue(source: string, flags: string, name: string, place: Place, analyser: Analyser): Term {
  const message =
    'The field is analysed text, where an expression sees one word at a time: only the fixed words of it are asked for.';
  const tree = readRegex(source, flags);
  const runs =
    tree === undefined ? [] : requiredLiterals(tree).flatMap(({ text }) => runsOf(anywhere(exactly(text)), analyser));
  if (place.tolerance === 'narrower' || runs.length === 0) {
    return unsaid(name, place, 'widened_regex', message);
  }
  place.note('widened_regex', message);
  return { value: valueOfRuns(runs) };
}

/** The words of a pattern as the standard analyser splits them, for values that may be in fields of text; undefined for a single word. */
export function wordsOf(pattern: Pattern): string | undefined {
  const runs = runsOf(pattern, STANDARD);
  return runs.length < 2 ? undefined : valueOfRuns(runs);
}

/** The runs of word characters of a pattern's literals. */
function runsOf(pattern: Pattern, { word, breaks }: Analyser): readonly Run[] {
  const runs: Run[] = [];
  pattern.parts.forEach((part, position) => {
    if (typeof part !== 'string') return;
    // The ends of the value end words too; a wildcard beside the literal may continue one.
    let bounded = position === 0;
    let follows = false;
    let run: { -readonly [key in keyof Run]: Run[key] } | undefined;
    for (const character of part) {
      if (word(character)) {
        if (run === undefined) {
          run = { text: '', from: bounded, to: false, follows };
          runs.push(run);
          follows = true;
        }
        run.text += character;
        continue;
      }
      bounded = breaks(character);
      if (!bounded && character > '\x7f') follows = false;
      if (run !== undefined) run.to = bounded;
      run = undefined;
    }
    if (run !== undefined) run.to = position === pattern.parts.length - 1;
  });
  return runs;
}

/** Whole words in sequence become a phrase; words that may be longer in the event get wildcards. */
function valueOfRuns(runs: readonly Run[]): string {
  const values: string[] = [];
  let phrase: string[] = [];
  const endPhrase = () => {
    if (phrase.length === 1) values.push(escapeTerm(phrase[0] as string));
    else if (phrase.length > 1) values.push(`"${phrase.join(' ')}"`);
    phrase = [];
  };
  for (const { text, from, to, follows } of runs) {
    if (!follows) endPhrase();
    if (from && to) {
      phrase.push(text);
      continue;
    }
    endPhrase();
    values.push(`${from ? '' : '*'}${escapeTerm(text)}${to ? '' : '*'}`);
  }
  endPhrase();
  const distinct = [...new Set(values)];
  return distinct.length === 1 ? (distinct[0] as string) : `(${distinct.join(LUCENE_SYNTAX.and)})`;
}
