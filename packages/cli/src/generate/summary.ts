import { counted } from '../counted.js';
import type { GeneratedDocument } from './generated-document.js';

/** Most reasons that are told of a document. */
const REASONS_MAX = 5;
const HEADINGS = ['PLATFORM', 'LEVEL', 'TECHNIQUES', 'NOISE', 'TOLD OF', 'RULE', 'FILE'] as const;

/** The results for a person: a table per document, then why platforms have no rule. */
export function summaryOf(documents: readonly GeneratedDocument[], folder: string): string {
  const rules = documents.reduce((sum, document) => sum + document.rules.length, 0);
  const total = `${counted(rules, 'rule')} in ${folder}`;
  return `${[...documents.map(documentSummary), total].map(printable).join('\n')}\n`;
}

function documentSummary(document: GeneratedDocument): string {
  const { path, title, rules, reason, techniques: shown, skipped, stats } = document;
  const rows = rules.map(({ platform, log, level, techniques, noise, attribution, title: name, files }) => [
    platform ?? log ?? '',
    level,
    techniques.join(' '),
    noise === null ? '–' : `${noise.recordings}/${noise.of}`,
    attribution === null ? '–' : `${attribution.who}, ${attribution.whether}`,
    name,
    files.rule,
  ]);
  const lines = rows.length === 0 ? [] : table([[...HEADINGS], ...rows]);
  // The reasons are shown only where there are no rules.
  const reasons =
    reason === null ? [] : [`  no rules: ${reason}`, ...skipped.map((each) => `  ${each.platform}: ${each.reason}`)];
  const techniques = shown.length === 0 ? [] : [`  shows ${shown.map(techniqueText).join(', ')}`];
  return [
    `${path}: ${title === '' ? 'untitled' : title}`,
    ...lines.map((line) => `  ${line}`),
    ...coverLines(document),
    ...siemLines(document),
    ...reasons,
    ...techniques,
    ...notDrafted(document),
    ...limits(stats),
    '',
  ].join('\n');
}

/** What the rules that are there cover, and what was left out for it. */
function coverLines({ covered = [], rules }: GeneratedDocument): readonly string[] {
  const by = (files: (typeof covered)[number]['coveredBy']): string =>
    files.map(({ events, path, title }) => `${title} (${path}, ${events} events)`).join('; ');
  return [
    ...rules.flatMap(({ coveredBy = [], title }) =>
      coveredBy.length === 0 ? [] : [`  already covered: "${title}" by ${by(coveredBy)}`],
    ),
    ...covered.map(({ coveredBy, title }) => `  left out: "${title}" is covered by ${by(coveredBy)}`),
  ];
}

/** What the SIEMs have already, and whether it could fire there. */
const siemLines = ({ rules }: GeneratedDocument): readonly string[] =>
  rules.flatMap(({ inSiems = [], title }) =>
    inSiems.length === 0 ? [] : [`  in a SIEM already: "${title}" as ${inSiems.map(siemText).join('; ')}`],
  );

const FIRES: Readonly<Record<string, string>> = { yes: '', no: ', which never fires', unknown: ', not known to fire' };

const siemText = ({
  canFire,
  name,
  siem,
}: NonNullable<GeneratedDocument['rules'][number]['inSiems']>[number]): string =>
  `"${name}" (${siem}${FIRES[canFire] ?? ''})`;

/** How many values gave no rule, by the reason. */
function notDrafted({ notKept }: GeneratedDocument): readonly string[] {
  const counts = new Map<string, number>();
  for (const { reason } of notKept) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (counts.size === 0) return [];
  const reasons = [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${reason} (${count})`);
  return [`  ${counted(notKept.length, 'value')} without a rule: ${reasons.slice(0, REASONS_MAX).join(', ')}`];
}

/** Remarks on how much of the document was read. */
function limits({ language, caps, tlp }: GeneratedDocument['stats']): readonly string[] {
  return [
    ...(tlp === null ? [] : [`  marked TLP:${tlp.toUpperCase()}`]),
    ...(language === null || language === 'en' ? [] : [`  written in "${language}"; only English is read well`]),
    ...caps.map(({ what, bound, of }) => `  only ${bound} of ${of} ${what} were taken`),
  ];
}

/** A technique's id, with its possible sub-techniques in brackets. */
function techniqueText({ id, subtechniqueUnsure = [] }: GeneratedDocument['techniques'][number]): string {
  return subtechniqueUnsure.length === 0 ? id : `${id} (or ${subtechniqueUnsure.map((sub) => sub.id).join(', ')})`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Replaces control characters: an advisory may contain sequences that a terminal would obey. Line ends are ours. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '\uFFFD');
}
