import { distinct, listed } from './draft/text.js';
import type { AdvisoryDocument, Block, Evidence, GenerationResult, PublishedDetectionOutcome } from './model.js';

/** What is known of a document that gave no rule. */
export interface Fruitless {
  readonly doc: AdvisoryDocument;
  readonly evidence: Evidence;
  readonly outcomes: readonly PublishedDetectionOutcome[];
  readonly skipped: GenerationResult['skipped'];
  readonly minConfidence: number;
  /** Whether rules for some platforms only were asked for. */
  readonly isNarrowed: boolean;
}

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' });

/** A shorter text may be the rest of a page whose content is elsewhere. */
const SHORT_CHARACTERS = 1500;
/** Of a page of pictures there are hardly more letters than in their captions. */
const LETTERS_PER_PICTURE = 200;

/** One sentence that says why a document gave no rule, and what its sender may do about it. The first that holds is told. */
export function whyNoRules(facts: Fruitless): string {
  for (const tell of REASONS) {
    const reason = tell(facts);
    if (reason !== undefined) return reason;
  }
  return 'Nothing in it is an artefact that a log would show (a command, file, registry value, address, operation or event): send the report that names them.';
}

const REASONS: readonly ((facts: Fruitless) => string | undefined)[] = [
  unreadAttachments,
  onlyPictures,
  wall,
  otherLanguage,
  unreadDetections,
  tooUnsure,
  onlyPlaceholders,
  elsewhere,
  onlyAdvice,
  onlyTechniques,
];

function unreadAttachments({ doc }: Fruitless): string | undefined {
  const [first, ...others] = doc.unread ?? [];
  if (first === undefined || doc.text.length > SHORT_CHARACTERS) return undefined;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `What is attached to it could not be read (${first}${more}): send its text.`;
}

function onlyPictures({ doc: { pictures = 0, text } }: Fruitless): string | undefined {
  if (pictures === 0 || text.length > Math.min(SHORT_CHARACTERS, pictures * LETTERS_PER_PICTURE)) return undefined;
  return `It holds nearly nothing but pictures (${pictures}), and what is written in pictures is not read: send it as text.`;
}

const WALLS: readonly (readonly [string, readonly string[]])[] = [
  [
    'The page shows a sign-in or a subscription in place of the article: open it in your browser and send its text.',
    [
      'subscribe to read',
      'subscribe to continue',
      'subscribers only',
      'already a subscriber',
      'sign in to continue',
      'sign in to read',
      'log in to continue',
      'log in to read',
      'login to continue',
      'members only',
      'register to read',
      'to continue reading',
      'to read the full',
      'to unlock this',
    ],
  ],
  [
    'The page shows a check of the browser or waits for scripts in place of the article: open it in your browser and send its text.',
    [
      'enable javascript',
      'javascript is disabled',
      'javascript to run',
      'checking your browser',
      'verify you are human',
      'verifying you are human',
      'complete the captcha',
      'access denied',
      'cookies to continue',
    ],
  ],
];

function wall({ doc: { text } }: Fruitless): string | undefined {
  if (text.length > SHORT_CHARACTERS * 2) return undefined;
  const lower = text.toLowerCase();
  return WALLS.find(([, words]) => words.some((word) => lower.includes(word)))?.[0];
}

function otherLanguage({ doc: { language } }: Fruitless): string | undefined {
  if (language === undefined || language === 'en') return undefined;
  return `It is written in ${LANGUAGES.of(language)}, and only English is read well: send an English version.`;
}

function unreadDetections({ outcomes }: Fruitless): string | undefined {
  const reason = outcomes.flatMap(({ reasons }) => reasons)[0];
  if (reason === undefined) return undefined;
  const what =
    outcomes.length === 1
      ? 'The detection that it publishes'
      : `None of the ${outcomes.length} detections that it publishes`;
  return `${what} ${outcomes.length === 1 ? 'did not become' : 'became'} a rule: ${reason}`;
}

function tooUnsure({ evidence: { behaviours }, minConfidence }: Fruitless): string | undefined {
  const best = Math.max(0, ...behaviours.map(({ confidence }) => confidence));
  if (best === 0 || best >= minConfidence) return undefined;
  return `What it describes is less sure than was asked for (${best.toFixed(2)} of ${minConfidence}): ask for ${best.toFixed(2)} or less.`;
}

function elsewhere({ evidence: { behaviours, indicators }, isNarrowed, skipped }: Fruitless): string | undefined {
  if (behaviours.length === 0 && indicators.length === 0) return undefined;
  if (isNarrowed)
    return 'What it describes shows in other logs than those that were asked for: try it with all log sources.';
  const why = skipped.find(
    ({ reason }) => !reason.startsWith('The document describes nothing that this log would show.'),
  );
  return behaviours.length === 0 || why === undefined
    ? undefined
    : `What it describes gives no rule of use: ${why.reason}`;
}

const PLACEHOLDERS = ['example.com', 'example.org', 'example.net', 'contoso.com', 'xxx.xxx'];

/** What stands for a value: `<YOUR-BUCKET>`, `%VALUE%` of a template, `example.com`. */
function placeholdersIn(text: string): readonly string[] {
  const bracketed = text.match(/<[A-Z][A-Za-z _-]{2,40}>|\[[A-Z][A-Z _-]{2,40}\]|\{\{?\w{2,40}\}?\}/g) ?? [];
  return distinct([...bracketed, ...PLACEHOLDERS.filter((name) => text.includes(name))]);
}

function onlyPlaceholders({ doc }: Fruitless): string | undefined {
  const code = doc.blocks.filter(({ type }) => type === 'code' || type === 'table-row');
  const texts = code.map(({ start, end }) => doc.text.slice(start, end));
  if (texts.length === 0 || !texts.every((text) => placeholdersIn(text).length > 0)) return undefined;
  const names = distinct(texts.flatMap(placeholdersIn));
  return `Every value in it is a placeholder (${listed(names, 3)}), which no log holds: send a text with the values that were seen.`;
}

function onlyAdvice({ doc: { blocks } }: Fruitless): string | undefined {
  const length = (some: readonly Block[]): number => some.reduce((sum, { start, end }) => sum + end - start, 0);
  const advice = blocks.filter(({ role }) => role === 'remediation' || role === 'detection');
  if (length(advice) < length(blocks) * 0.6) return undefined;
  return 'It says what defenders should do and hardly anything that intruders did: send the report that it rests on.';
}

function onlyTechniques({ evidence: { techniques }, minConfidence }: Fruitless): string | undefined {
  // What is less sure than that is not listed with the document either.
  const ids = techniques.filter(({ confidence }) => confidence >= minConfidence).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return `It tells of ${listed(ids, 3)} without a command, file, address or operation that a log would show: generate from the technique itself, or send a text with such details.`;
}
