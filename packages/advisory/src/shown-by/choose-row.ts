import { type Log, logById, type Row, rowsFor } from '@tripline/telemetry';
import { hostSystem } from '../attribute/host-system.js';
import { isAbout, planeMentions } from '../kinds/planes.js';
import type { AdvisoryDocument, JudgedThing } from '../model.js';

/** The products of the table whose logs a document can be about, by the plane that says so. */
const PLANES = { aws: 'aws', azure: 'azure', gcp: 'gcp', okta: 'okta', kubernetes: 'kubernetes' } as const;
const SYSTEMS: ReadonlySet<string> = new Set(['windows', 'linux', 'macos']);

/** Says of a log whether the intrusion that a document tells would show in it. */
export function logsOf(doc: AdvisoryDocument): (log: Log) => boolean {
  const system = hostSystem(doc.text);
  const mentions = planeMentions(doc.text);
  return ({ logsource: { product } }) => {
    if (product === undefined) return true;
    if (SYSTEMS.has(product)) return product === system;
    const plane = PLANES[product as keyof typeof PLANES];
    return plane !== undefined && isAbout(plane, mentions, doc.text.length);
  };
}

/**
 * The one row that a thing is looked for by: of the log that its form names, else the best for its deed, else the usual one where the deed is
 * not known or no log shows it. Undefined where no log that `isSeen` admits shows the thing.
 */
export function rowOf(found: JudgedThing, isSeen: (log: Log) => boolean): Row | undefined {
  const { thing, deed, seenIn } = found;
  const admitted = (rows: readonly Row[]): readonly Row[] =>
    rows.filter(({ log }) => (seenIn === undefined ? isSeen(logById(log) as Log) : log === seenIn));
  const byDeed = deed === undefined ? [] : admitted(rowsFor(thing, deed));
  const open = admitted(rowsFor(thing));
  // The usual row wins where it shows the deed too: a thing has one log unless the text shows two.
  return byDeed.find((row) => open.includes(row)) ?? byDeed[0] ?? open[0];
}
