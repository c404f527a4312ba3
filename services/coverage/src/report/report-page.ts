import { technique } from '@tripline/attack';
import { storableText } from '@tripline/service';
import type { TechniqueCoverage } from '../counting/compute-coverage.js';
import type { SnapshotSummary } from '../counting/snapshot-model.js';
import { isUnknown } from '../counting/unknown-techniques.js';
import type { TechniqueChange } from '../coverage/coverage-resources.js';
import type { Gap } from '../coverage/gaps.js';
import { type Html, html } from './html.js';
import type { Evidence } from './report-store.js';

/** What a report is made from. */
export interface ReportFacts {
  readonly account: { readonly name: string; readonly externalAccountId: string };
  readonly snapshot: SnapshotSummary;
  readonly techniques: readonly TechniqueCoverage[];
  readonly gaps: readonly Gap[];
  readonly evidence: readonly Evidence[];
  /** The difference to an earlier snapshot, and why the two cannot be compared; null where there is none. */
  readonly change: {
    readonly from: SnapshotSummary;
    readonly gained: readonly TechniqueChange[];
    readonly lost: readonly TechniqueChange[];
    readonly notComparable: string | null;
  } | null;
  readonly madeAt: Date;
}

/**
 * What an account that meets the CIS AWS Foundations Benchmark covers by its alarms alone, measured on the layout of our tests
 * (`docs/detections.md`).
 */
const CIS_PERCENT = 8.7;
const MOST_GAPS = 10;

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #ccc;overflow-wrap:anywhere}
th{font-weight:600}.n{text-align:right;white-space:nowrap}.dim{color:#555}h2{margin-top:2rem}
@media print{body{margin:0;max-width:none;font-size:11pt}h2{break-after:avoid}tr{break-inside:avoid}thead{display:table-header-group}}`;

/** A report of an account's coverage as one page that needs nothing else. Every value is escaped. */
export function reportPage(facts: ReportFacts): string {
  const { account, madeAt, snapshot } = facts;
  const title = `Coverage of ${storableText(account.name, 200)}`;
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${STYLE}</style></head>
<body>
<h1>${title}</h1>
<p>Account ${account.externalAccountId}, as of ${time(snapshot.createdAt)}${source(snapshot)}. Made ${time(madeAt)}. ATT&amp;CK ${snapshot.attackVersion}, counted by method ${snapshot.counting}.</p>
${standing(snapshot)}${changed(facts.change)}${gapList(facts.gaps)}${unread(facts)}${proof(facts)}
</body>
</html>
`.text;
}

const time = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const source = ({ scanId }: SnapshotSummary): string => (scanId === null ? '' : `, by scan ${scanId}`);
const named = (id: string): string => `${id} ${technique(id)?.name ?? ''}`.trim();

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): Html {
  const head = heads.map((one) => html`<th>${one}</th>`);
  const body = rows.map((cells) => {
    const shown = cells.map((cell) =>
      typeof cell === 'number' ? html`<td class="n">${cell}</td>` : html`<td>${cell}</td>`,
    );
    return html`<tr>${shown}</tr>\n`;
  });
  return html`<table><thead><tr>${head}</tr></thead><tbody>\n${body}</tbody></table>\n`;
}

function standing({ byTactic, covered, coveragePercent, partial, total, uncovered, unknown }: SnapshotSummary): Html {
  const rows = byTactic.map((one) => [one.name, one.total, one.covered, one.partial, one.uncovered]);
  return html`<h2>Where we stand</h2>
<p>${coveragePercent} %: of ${total} techniques ${covered} are covered, ${partial} in part, ${uncovered - unknown} not, and of ${unknown} it is unknown. An account that only meets the alarms of the CIS benchmark usually has ${CIS_PERCENT} %.</p>
${table(['Tactic', 'Techniques', 'Covered', 'In part', 'Not or unknown'], rows)}`;
}

function changed(change: ReportFacts['change']): Html {
  if (change === null) return html`<h2>What changed</h2><p>There is no earlier snapshot to compare with.</p>`;
  const { from, gained, lost, notComparable } = change;
  const rows = [...lost, ...gained].map((one) => [named(one.technique_id), one.from ?? '', one.to ?? '']);
  return html`<h2>What changed since ${time(from.createdAt)}</h2>
<p>${from.coveragePercent} % then.${notComparable === null ? '' : ` ${notComparable} The account itself need not have changed.`}</p>
${rows.length === 0 ? html`<p>No technique is covered more or less.</p>` : table(['Technique', 'Was', 'Is'], rows)}`;
}

function gapList(gaps: readonly Gap[]): Html {
  const rows = gaps
    .filter((gap) => !isUnknown(gap.technique))
    .slice(0, MOST_GAPS)
    .map(({ facts, technique: one }) => [
      named(one.techniqueId),
      facts.priority,
      [...facts.reasons, ...one.reasons].join(' '),
    ]);
  if (rows.length === 0) return html`<h2>The gaps that matter most</h2><p>None is known.</p>`;
  return html`<h2>The gaps that matter most</h2>\n${table(['Technique', 'Priority', 'Why'], rows)}`;
}

function unread({ snapshot, techniques }: ReportFacts): Html {
  const rows = techniques.filter(({ isUnverified }) => isUnverified);
  const list = rows.map((one) => [named(one.techniqueId), one.status, one.scopesUnknown.join(', ')]);
  const cells = `${snapshot.unknownCells} of the services in regions could not be read.`;
  const read = snapshot.scopes.map(({ readAt, scope }) => `${scope} (${time(new Date(readAt))})`).join(', ');
  return html`<h2>What was not read</h2><p>${cells} Read: ${read === '' ? 'nothing yet' : read}.</p>
${list.length === 0 ? html`<p>No technique depends on it.</p>` : table(['Technique', 'Known so far', 'Unknown in'], list)}`;
}

function proof({ evidence }: ReportFacts): Html {
  const rows = evidence.map((one) => [
    named(one.techniqueId),
    one.name,
    one.type,
    one.region ?? 'everywhere',
    one.status,
    time(one.discoveredAt),
    one.seenByScan ?? 'declared',
  ]);
  if (rows.length === 0) return html`<h2>Evidence</h2><p>No detection shows a technique.</p>`;
  const heads = ['Technique', 'Detection', 'Kind', 'Region', 'State today', 'First seen', 'Last seen by scan'];
  return html`<h2>Evidence</h2><p class="dim">The detections that the figures rest on, the best first.</p>\n${table(heads, rows)}`;
}
