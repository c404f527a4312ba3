import type { Deed } from '@tripline/telemetry';
import { tellsOfIntrusion } from '../attribute/intrusion.js';
import { deedOf } from '../deeds/deed-of.js';
import type { AdvisoryDocument, FoundThing, Indicator, JudgedThing, RoleFound, Span } from '../model.js';
import { roleOf } from '../roles/role-of.js';
import { passageAt } from '../segment/passage.js';
import { hasBlank, lastWord } from '../text/shape.js';
import { findAccounts } from './account.js';
import { findAlertNames } from './alert-name.js';
import { findBuildPaths } from './build-path.js';
import { findCertificates } from './certificate.js';
import { findComServers } from './com-server.js';
import { findCommandParts } from './command-part.js';
import { findConnectingPrograms } from './connecting-program.js';
import { findCookies } from './cookie.js';
import { findDirectories } from './directory.js';
import { findDrivers } from './driver.js';
import { findEventIds } from './event-id.js';
import { findExclusions } from './exclusion.js';
import { findFileExtensions } from './file-extension.js';
import { findFileNames } from './file-name.js';
import { findFileTraces } from './file-trace.js';
import { findGroups } from './group.js';
import { findHashes } from './hash.js';
import { findHeaders } from './header.js';
import { findHollowedPrograms } from './hollowed-program.js';
import { findHostsWithPorts } from './host-and-port.js';
import { findHttpRequests } from './http-request.js';
import { findListedNames } from './listed-names.js';
import { findListeners } from './listener.js';
import { findMailAddresses } from './mail-address.js';
import { findMailLabels } from './mail-labels.js';
import { findMailSources } from './mail-source.js';
import { findMailSubjects } from './mail-subject.js';
import { findMaskedFolders } from './masked-folder.js';
import { findMutexes } from './mutex.js';
import { findNameStarts } from './name-start.js';
import { findNamedFolders } from './named-folder.js';
import { findNoteNames } from './note-name.js';
import { findOddlyNamedFiles } from './odd-named-file.js';
import { findOriginalNames } from './original-name.js';
import { findOwnArguments } from './own-arguments.js';
import { findOwnOptions } from './own-option.js';
import { type Page, pageOf } from './page.js';
import { findPatternedNames } from './patterned-name.js';
import { findPlacedFiles } from './placed-file.js';
import { findPorts } from './port.js';
import { findQueriedCommands } from './queried-command.js';
import { findServiceStates } from './service-state.js';
import { findSpacedNames } from './spaced-name.js';
import { findStartedFiles } from './started-file.js';
import { findStartedFolders } from './started-folder.js';
import { findStartedPaths } from './started-path.js';
import { findStartedWindowsPaths } from './started-windows-path.js';
import { findThreatNames } from './threat-name.js';
import { findToldCommands } from './told-command.js';
import { findToldFetches } from './told-fetch.js';
import { BROKEN_DOTS, findUrls } from './url.js';
import { findUrlPaths } from './url-path.js';
import { findClients } from './user-agent.js';
import { findWebShells } from './web-shell.js';
import { findWindowsJobs } from './windows-job.js';
import { findWorkstations } from './workstation.js';

/** A recogniser of one kind of thing. It depends on the page alone, so the order of recognisers does not matter. */
type Recogniser = (page: Page) => readonly FoundThing[];

const RECOGNISERS: readonly Recogniser[] = [
  findUrls,
  findUrlPaths,
  findHttpRequests,
  findHostsWithPorts,
  findPorts,
  findWebShells,
  findListeners,
  findCommandParts,
  findQueriedCommands,
  findClients,
  findEventIds,
  findWorkstations,
  findFileNames,
  findOddlyNamedFiles,
  findDirectories,
  findStartedFiles,
  findDrivers,
  findPlacedFiles,
  findOwnOptions,
  findOriginalNames,
  findStartedPaths,
  findFileExtensions,
  findAccounts,
  findGroups,
  findServiceStates,
  findMailAddresses,
  findMailSources,
  findMailSubjects,
  findCertificates,
  findNoteNames,
  findHashes,
  findThreatNames,
  findAlertNames,
  findCookies,
  findHeaders,
  findMutexes,
  findBuildPaths,
];

/** Those of deeds that administrators and guides tell in the same words: only a text on an intrusion means the intruder's. */
const OF_INTRUSIONS: readonly Recogniser[] = [
  findStartedWindowsPaths,
  findStartedFolders,
  findComServers,
  findExclusions,
  findConnectingPrograms,
  findFileTraces,
  findHollowedPrograms,
  findOwnArguments,
  findToldCommands,
  findToldFetches,
  findWindowsJobs,
  findListedNames,
  findMailLabels,
  findMaskedFolders,
  findNamedFolders,
  findNameStarts,
  findPatternedNames,
  findSpacedNames,
];

/** Everything of the recognised kinds that a document names, each thing once with all its places, its deed and its role. */
export function findThings(
  doc: AdvisoryDocument,
  indicators: readonly Indicator[],
  published: readonly Span[],
): readonly JudgedThing[] {
  const page = pageOf(doc, indicators);
  const isDefanged = defangedAt(indicators, doc.text);
  const recognisers = tellsOfIntrusion(doc) ? [...RECOGNISERS, ...OF_INTRUSIONS] : RECOGNISERS;
  return mostTelling(recognisers.flatMap((recognise) => recognise(page)))
    .map((found): FoundThing => (found.spans.every(isCutIn(doc.text)) ? { ...found, isCut: true } : found))
    .map((found): JudgedThing => {
      const deed = deedOf(doc, found);
      const role = withoutDeed(found, deed, roleOf(found, { doc, published, isDefanged }));
      return {
        ...found,
        ...role,
        ...(deed === undefined ? {} : { deed }),
        isListed: found.spans.every(isListedAt(doc)),
      };
    })
    .sort((a, b) => (a.spans[0]?.start ?? 0) - (b.spans[0]?.start ?? 0) || (a.value < b.value ? -1 : 1));
}

/** Things without those that another recogniser knows more of: a ransom note is also a file that somebody dropped. */
function mostTelling(found: readonly FoundThing[]): readonly FoundThing[] {
  const keyOf = ({ thing, value }: FoundThing): string => `${thing} ${value.toLowerCase()}`;
  const telling = new Set(found.filter(({ shows }) => shows !== undefined).map(keyOf));
  const placed = new Set(found.filter(isPlaced).map(keyOf));
  const isEnd = endOfLonger(found);
  return found.filter((each) => {
    const isLessTold =
      each.deed === 'dropped' && !isPlaced(each) && each.shows === undefined && placed.has(keyOf(each));
    return !isEnd(each) && !isLessTold && (each.shows !== undefined || isPlaced(each) || !telling.has(keyOf(each)));
  });
}

/** Whether a file is told with the folder that it was put into. */
function isPlaced({ thing, beside }: FoundThing): boolean {
  return thing === 'file-name' && beside?.some((each) => each.thing === 'directory') === true;
}

/** Says of a file's name whether it is the last word of a name with blanks: `form.docx` of `Fen levy form.docx`. */
function endOfLonger(found: readonly FoundThing[]): (found: FoundThing) => boolean {
  const isLonger = ({ thing, value }: FoundThing): boolean => thing === 'file-name' && hasBlank(value);
  const longer = found.filter(isLonger);
  const ends = new Set(longer.flatMap(({ spans }) => spans.map(({ end }) => end)));
  const lastWords = new Set(longer.map(({ value }) => lastWord(value).toLowerCase()));
  return (each) =>
    each.thing === 'file-name' &&
    !isLonger(each) &&
    (lastWords.has(each.value.toLowerCase()) || each.spans.every(({ end }) => ends.has(end)));
}

const OF_MANY_REASONS: ReadonlySet<string> = new Set(['account-name', 'group-name']);

/** Accounts and their groups are named for many reasons; only one to which something was done is looked for. One of readers stays theirs. */
function withoutDeed({ thing }: FoundThing, deed: Deed | undefined, role: RoleFound): RoleFound {
  if (!OF_MANY_REASONS.has(thing) || deed !== undefined || role.role === 'readers') return role;
  return { role: 'mentioned', because: 'nothing says what was done with it' };
}

/** Whether dots right before or behind a place say that a part of its value was left out. */
function isCutIn(text: string): (span: Span) => boolean {
  return ({ start, end }) =>
    text[start - 1] === '…' ||
    text[end] === '…' ||
    text.slice(start - 3, start) === '...' ||
    text.startsWith('...', end);
}

/** Whether a place lies in an address that is not written as a browser would take it. */
function defangedAt(indicators: readonly Indicator[], text: string): (span: Span) => boolean {
  const network = new Set(['url', 'domain', 'ipv4', 'ipv6', 'email']);
  const starts = new Set<number>();
  for (const { type, value, spans } of indicators) {
    if (!network.has(type)) continue;
    for (const { start, end } of spans)
      if (text.slice(start, end).toLowerCase() !== value.toLowerCase()) starts.add(start);
  }
  // An address of a host that everybody uses is no indicator, and is broken on purpose all the same.
  return ({ start, end }) => starts.has(start) || isBrokenAddress(text.slice(start, end));
}

function isBrokenAddress(written: string): boolean {
  const host = written.split('/', 1)[0] ?? '';
  return host.length < written.length && BROKEN_DOTS.some((dot) => host.includes(dot));
}

/** Says of a place whether it is one of a list: among indicators, in a table or in a list. */
function isListedAt(doc: AdvisoryDocument): (span: Span) => boolean {
  return ({ start }) => {
    const block = passageAt(doc, start)?.block;
    return block?.role === 'indicators' || block?.type === 'table-row' || block?.type === 'list-item';
  };
}
