import { firstOf } from '../../draft/cut.js';
import type { DraftCorrelation, DraftItem, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { groupBy, named, titleOf } from '../../draft/text.js';
import { wordSet } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import { isReconTool } from '../../segment/programs.js';
import { isBlank, isDigit, isWordCharacter } from '../../text/characters.js';
import { BLANKS, trimEndOf } from '../../text/ends.js';
import { firstWord, hasAnyPart, hasBlank } from '../../text/shape.js';
import { skip } from '../../text/stretches.js';
import type { ReadCommand } from './read-commands.js';

const RECON_MAX = 40;

/** Whether a command is only discovery; such commands share one rule. */
export function isDiscovery({ parts, meaning, kept }: ReadCommand): boolean {
  if (!isReconTool(parts.tool) || parts.shell) return false;
  return (
    meaning.level === 'low' &&
    !kept.some((argument) => argument.weight === 3 && argument.text.length > 8 && !hasBlank(argument.text))
  );
}

const DISCOVERY_BURST: DraftCorrelation = {
  type: 'value_count',
  field: 'CommandLine',
  groupBy: ['Computer', 'User'],
  timespan: '15m',
  threshold: 3,
};

/** Discovery commands that administrators seldom type. One or two of the others are no sign of an intrusion. */
const TELLING_DISCOVERY = listPattern(String.raw`{telling-discovery}|(?<!^ipconfig )\/all\b|\b(?:quser|view)\b`);

/** A discovery command as its process shows it: image and arguments separately, since the path before the arguments differs. */
interface Question {
  readonly tool: string;
  readonly image: DraftValue;
  /** Undefined for a program without arguments, which only counts beside others. */
  readonly asked?: {
    readonly arguments: DraftValue;
    /** As typed: the line that a shell or a script has. */
    readonly line: DraftValue;
  };
}

/**
 * Discovery commands in one rule, which counts them where there are enough. Alone each is an administrator's daily work; together they are
 * the advisory's sequence.
 */
export function discoveryRule(recon: readonly ReadCommand[]): RuleDraft | undefined {
  const asked = new Map<string, Question>();
  for (const command of recon) {
    const question = questionOf(command);
    const key =
      question === undefined ? '' : `${question.tool}${question.asked?.arguments.literal ?? ''}`.toLowerCase();
    if (question !== undefined && !asked.has(key)) asked.set(key, question);
  }
  const together = asked.size > DISCOVERY_BURST.threshold;
  // A program that is asked for something is everybody's without it.
  const narrowed = new Set([...asked.values()].flatMap((each) => (each.asked === undefined ? [] : each.tool)));
  const isNew = (each: Question): boolean => each.asked !== undefined || !narrowed.has(each.tool);
  const list = [...asked]
    .filter(
      ([key, question]) =>
        (together && isNew(question)) || (question.asked !== undefined && TELLING_DISCOVERY().test(key)),
    )
    .map(([, question]) => question);
  if (list.length === 0) return undefined;
  const { kept, cut } = firstOf(list, RECON_MAX, 'discovery commands');
  const techniques = [...new Set(recon.flatMap(({ meaning }) => meaning.techniques))];
  const tools = [...new Set(list.map(({ tool }) => tool))];
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'process:discovery',
    title: titleOf(
      together
        ? `Burst Of Host And Network Discovery Commands - ${named(tools)}`
        : `Host And Network Discovery Commands - ${named(tools)}`,
    ),
    description: together
      ? 'Detects several different discovery commands that the advisory reports, run by one user within minutes. Administrators run each of them; together they suggest an intruder who explores the network.'
      : 'Detects the discovery commands that the advisory reports. Administrators run them too: look at what started them.',
    level: together ? 'medium' : 'low',
    ...(together ? { correlation: DISCOVERY_BURST } : {}),
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          ...[...groupBy(kept, ({ tool }) => tool).values()].map(questionItems),
          [
            {
              field: 'CommandLine',
              modifiers: ['contains'],
              values: kept.flatMap((question) => question.asked?.line ?? []),
            },
          ],
        ],
      },
    ],
    cut,
    condition: 'selection',
    techniques,
    falsepositives: ['Administrators who examine a host', 'Inventory and monitoring software'],
    confidence: Math.max(...recon.map(({ behaviour }) => behaviour.confidence)),
  };
}

/** What stands before the name of a host that is asked for its shares. */
const SHARE = '\\\\';

/** Whether a program was started without arguments and tells something then. */
function isWhole(tool: string, text: string, head: string): boolean {
  return text === head && wordSet('discovery-without-arguments').has(tool);
}

/** Where the arguments of a command end: at a placeholder, a redirection, another program or the name of one of the victim's hosts. */
function argumentsEnd(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const isRedirected = isBlank(text[at]) && text[skip(text, at + 1, isDigit, 1)] === '>';
    if ('<[|&'.includes(text.charAt(at)) || isRedirected) return at;
    if (isBlank(text[at - 1]) && text.startsWith(SHARE, at) && isWordCharacter(text[at + SHARE.length]))
      return at + SHARE.length;
  }
  return text.length;
}

/** Undefined for a command with placeholders for arguments. */
function questionOf({ text, parts: { tool, span } }: ReadCommand): Question | undefined {
  const whole = trimEndOf(text.slice(0, argumentsEnd(text)), `"'”’${BLANKS}`);
  const head = firstWord(whole);
  const from = head.length;
  const written = whole.slice(from);
  const name = head.toLowerCase().lastIndexOf(tool);
  if (name < 0 || written.length > 120 || hasAnyPart(written.toLowerCase(), ['\n', 'redacted'])) return undefined;
  const place = { start: span.start + name, end: span.start + name + tool.length };
  const image: DraftValue = { literal: `\\${tool}.exe`, origin: place };
  if (written.trim().length < 2) return isWhole(tool, text, whole) ? { tool, image } : undefined;
  const typed = (text: string): string => withoutEscapes(text.replace(/(?<=\s)[–—](?=\w)/g, '-'));
  const end = span.start + whole.length;
  return {
    tool,
    image,
    asked: {
      line: { literal: typed(whole.slice(name)), origin: { start: span.start + name, end } },
      arguments: { literal: typed(written), origin: { start: span.start + from, end } },
    },
  };
}

/** A line whose every quotation mark a page or a script has escaped, as the shell got it. */
function withoutEscapes(text: string): string {
  const bare = text.replaceAll('\\"', '');
  return bare.length < text.length && !bare.includes('"') ? text.replaceAll('\\"', '"') : text;
}

function questionItems(questions: readonly Question[]): readonly DraftItem[] {
  const [{ tool, image }] = questions as readonly [Question, ...Question[]];
  // `net` starts `net1` with the same arguments.
  const other: DraftValue = { literal: '\\net1.exe', origin: { template: 'same-program-names' } };
  const images: DraftItem = {
    field: 'Image',
    modifiers: ['endswith'],
    values: tool === 'net' ? [image, other] : [image],
  };
  const values = questions.flatMap((question) => question.asked?.arguments ?? []);
  if (values.length === 0) return [images];
  return [images, { field: 'CommandLine', modifiers: ['contains'], values }];
}
