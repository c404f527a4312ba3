import { type Log, logById, type Row, rowsFor } from '@tripline/telemetry';
import { hostSystem } from '../attribute/host-system.js';
import { isAbout, planeMentions, standsBeside } from '../kinds/planes.js';
import type { AdvisoryDocument, JudgedThing } from '../model.js';
import { WEB_SHELL } from './taken.js';

/** The products of the table whose logs a document can be about, by the plane that says so. */
const PLANES = { aws: 'aws', azure: 'azure', gcp: 'gcp', okta: 'okta', kubernetes: 'kubernetes' } as const;
const SYSTEMS: ReadonlySet<string> = new Set(['windows', 'linux', 'macos']);

const WEB_SERVERS = 'network/webserver';

/** Things that hosts have as well: what an implant calls itself, or an account of Windows, is nothing to a cloud that the same text tells of. */
const OF_HOSTS_TOO: ReadonlySet<string> = new Set(['user-agent', 'account-name', 'acting-account']);

/**
 * How well a log fits a thing in what a document is about: 0 not at all, 1 as every network's, 2 as that of its hosts, 3 as that of a cloud it is
 * about.
 */
export type Fits = (log: Log, found: JudgedThing) => number;

/** Says of a log how well it fits the intrusion that a document tells; `onHosts` is whether any of it happened on hosts. */
export function logsOf(doc: AdvisoryDocument, onHosts: boolean): Fits {
  const system = hostSystem(doc.text);
  const mentions = planeMentions(doc.text);
  return ({ logsource: { product } }, { spans, thing, value }) => {
    if (product === undefined || product === 'zeek') return 1;
    // Hosts call no account by a mail address.
    const isOfCloud = thing === 'account-name' && value.includes('@');
    if (SYSTEMS.has(product)) return onHosts && product === system && !isOfCloud ? 2 : 0;
    const plane = PLANES[product as keyof typeof PLANES];
    if (plane === undefined || !isAbout(plane, mentions, doc.text.length)) return 0;
    return OF_HOSTS_TOO.has(thing) && !isOfCloud && onHosts && !standsBeside(plane, doc, spans) ? 0 : 3;
  };
}

/**
 * The one row that a thing is looked for by: of the log that its form names, else the best for its deed, else the usual one where the deed is
 * not known or no log shows it. Logs of what the text is about come first. Undefined where no log that fits shows the thing.
 */
export function rowOf(found: JudgedThing, fits: Fits): Row | undefined {
  const { thing, deed, seenIn, shows } = found;
  const rank = ({ log }: Row): number => {
    // No other file of the intruders is asked for of a web server.
    if (thing === 'file-name' && log === WEB_SERVERS && shows !== WEB_SHELL) return 0;
    const fit = fits(logById(log) as Log, found);
    // What connects to a host may be no host of a system that the text is about; other forms are a log's own.
    if (seenIn !== undefined) return log === seenIn && (thing !== 'domain' || fit > 0) ? 1 : 0;
    return fit;
  };
  const admitted = (rows: readonly Row[]): readonly Row[] =>
    rows.filter((row) => rank(row) > 0).toSorted((a, b) => rank(b) - rank(a));
  const byDeed = deed === undefined ? [] : admitted(rowsFor(thing, deed));
  const open = admitted(rowsFor(thing));
  const row = byDeed[0] ?? open[0] ?? ownRow(found);
  // Where no log shows what an account did, one shows that it signed in.
  return row === undefined && thing === 'acting-account'
    ? rowOf({ ...found, thing: 'account-name', deed: 'logged-on-as' }, fits)
    : row;
}

/** An event's row in the log that its form names, whatever was done. */
function ownRow({ thing, seenIn }: JudgedThing): Row | undefined {
  if (thing !== 'event-id' || seenIn === undefined) return undefined;
  return logById(seenIn)?.rows.find((row) => row.thing === thing);
}
