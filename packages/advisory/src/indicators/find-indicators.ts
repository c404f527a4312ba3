import type { AdvisoryDocument, Indicator } from '../model.js';
import { withoutBrokenHosts } from './broken-hosts.js';
import { withoutGluedNames } from './glued-names.js';
import { withValuesApart } from './glued-values.js';
import { findFileNames, findHostArtifacts } from './host-artifacts.js';
import { findIdentifiers } from './identifiers.js';
import { withoutKnownGood } from './known-good.js';
import { findNetworkIndicators } from './network.js';
import { withoutOthersHosts } from './others-hosts.js';
import { refangedOf } from './refang.js';
import { Scanner } from './scanner.js';
import { findUserAgents } from './user-agent.js';

/**
 * Finds every indicator of a document, refanged, each once with all its places, in the order of the text.
 *
 * Left out: hosts of the publisher and of links, well-known services, addresses of private and documentation ranges, versions, members of
 * classes, files that every machine has, files listed as part of an untouched system, ends of domains that a cell broke, names that a lost line end glued to a word, and hosts that the
 * text calls somebody else's.
 */
export function findIndicators(document: AdvisoryDocument): readonly Indicator[] {
  const scanner = new Scanner(document, withValuesApart(refangedOf(document)));
  findUserAgents(scanner);
  findIdentifiers(scanner);
  findNetworkIndicators(scanner);
  findHostArtifacts(scanner);
  findFileNames(scanner);
  const found = withoutKnownGood(document, withoutGluedNames(scanner.indicators()));
  return withoutOthersHosts(scanner, withoutBrokenHosts(document, found));
}
