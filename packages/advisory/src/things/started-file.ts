import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { isVerb, isVerbOf } from '../deeds/verbs.js';
import { isActorsFile } from '../kinds/indicator/file-names.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Indicator, Span } from '../model.js';
import { passageAt, sentenceAround } from '../segment/passage.js';
import { lowerEnding } from '../text/ends.js';
import type { Page } from './page.js';

const SHORTEST = 8;
/** How many words may stand between a verb and the name: "executes the batch file named …". */
const WORDS_BETWEEN = 6;
const STARTED = ['executed', 'started'] as const;
const CLOSED = new Set('"”’\'`)');

/**
 * Finds scripts that the text says were run. Their interpreter's command line names them, which is not the log that shows them written.
 */
export function findStartedFiles({ doc, indicators }: Page): readonly FoundThing[] {
  if (hostSystem(doc.text) !== 'windows') return [];
  return indicators.flatMap((indicator): readonly FoundThing[] => {
    const { type, value, spans } = indicator;
    if (type !== 'file-name' || value.length < SHORTEST || !wordSet('script-endings').has(lowerEnding(value)))
      return [];
    const started = spans.filter(
      (span) =>
        (isStarted(doc.text, span) || isActing(doc.text, span)) && passageAt(doc, span.start)?.block.type !== 'code',
    );
    if (started.length === 0 || !isActorsFile(doc, indicator) || isOfSite(value, indicators)) return [];
    return [{ thing: 'file-name', value, deed: 'executed', spans: started }];
  });
}

/** Whether the words behind a script say what it does itself: "fen.bat that terminates services", "fen.bat, which deletes backups". */
function isActing(text: string, span: Span): boolean {
  const [that, does] = tokensOf(text.slice(span.end, sentenceAround(text, span.start, span.end).end));
  return (
    that !== undefined && wordSet('relatives').has(that.text) && does?.text.endsWith('s') === true && isVerb(does.text)
  );
}

/** Whether a script is served by a site: browsers run those of pages, and no command line names them. */
function isOfSite(name: string, indicators: readonly Indicator[]): boolean {
  return (
    lowerEnding(name) === 'js' && indicators.some(({ type, value }) => type === 'url' && value.endsWith(`/${name}`))
  );
}

/** Whether the sentence around a name or path says that it was run. */
export function isStarted(text: string, span: Span): boolean {
  const { start, end } = sentenceAround(text, span.start, span.end);
  return isObject(text.slice(start, span.start)) || isSubject(text.slice(span.end, end));
}

/** Whether the verb nearest before a name says that it was run. A verb right behind an article only describes: "the dropped script". */
function isObject(before: string): boolean {
  const words = tokensOf(before.slice(before.lastIndexOf(';') + 1)).slice(-WORDS_BETWEEN);
  const verb = words.findLast(({ text }, at) => isVerb(text) && !wordSet('articles').has(words[at - 1]?.text ?? ''));
  return verb !== undefined && isStart(verb.text);
}

/** Whether a name is followed by words that say that it was run: "x.vbs is then executed", "the x.vbs script is run". */
function isSubject(after: string): boolean {
  const rest = CLOSED.has(after.charAt(0)) ? after.slice(1) : after;
  const told = tokensOf(rest).slice(0, 5);
  if ((told[0]?.start ?? 0) > 1) return false;
  const [be, ...words] = isScript(told[0]?.text) ? told.slice(1) : told;
  if (be === undefined || !wordSet('forms-of-be').has(be.text)) return false;
  const verb = words.find(({ text }) => isVerb(text));
  return verb !== undefined && isStart(verb.text);
}

const isScript = (word = ''): boolean =>
  wordSet('nouns-of-files').has(word) || word === 'vbscript' || word === 'javascript';

/** How many words behind the folder of a file may tell of its start. */
const WORDS_AFTER = 7;
const THE_FILE = new Set(['it', 'them', 'from', 'there', 'this']);

/** Whether the words behind what a sentence tells of a file say that it was then run: "… and launched it from there", "… and is executed". */
export function isStartedThen(after: string): boolean {
  const tokens = tokensOf(after).slice(0, WORDS_AFTER);
  const at = tokens.findIndex(({ text }) => isStart(text));
  if (at < 1) return false;
  const next = tokens[at + 1]?.text;
  return next === undefined || THE_FILE.has(next) || wordSet('forms-of-be').has(tokens[at - 1]?.text ?? '');
}

function isStart(word: string): boolean {
  return isVerbOf(STARTED, word);
}
