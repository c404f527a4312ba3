import { actorsPassages } from './attribute/actors-passages.js';
import { advisedItems, sparedLists } from './attribute/context.js';
import { labSetupPassages } from './attribute/lab-setup.js';
import { isListing } from './attribute/typed-lines.js';
import { Caps } from './caps.js';
import { findCloudOperations } from './kinds/cloud-operation/recognise.js';
import { findClusterRequests } from './kinds/cluster-request/recognise.js';
import { recogniseCommands } from './kinds/command/recognise.js';
import { KINDS } from './kinds/index.js';
import type { Reading } from './kinds/kind.js';
import type { AdvisoryDocument, Behaviour, Span } from './model.js';
import { once } from './once.js';
import { passagesOf } from './segment/passage.js';
import { countOfLeading } from './text/sorted.js';

/**
 * Everything a document says that an actor did, in the order of the text. What is described twice gives two findings, which drafting joins.
 * What responders and readers type is left out; requests that they found in their logs are not. An artifact that is an argument of a
 * command found at the same place belongs to the command.
 */
export function findBehaviours(doc: AdvisoryDocument, caps = new Caps()): readonly Behaviour[] {
  const all = passagesOf(doc);
  const unmeant = [labSetupPassages(all), advisedItems(all), sparedLists(doc)];
  const passages = all.filter((passage) => !unmeant.some((each) => each.has(passage)) && !isListing(passage));
  const told = actorsPassages(passages, doc.title);
  const commands = recogniseCommands(told, doc.text);
  const reading = readingOf({ doc, passages, told, commands, caps });
  return KINDS.flatMap(({ recognise }) => recognise?.(reading) ?? []).sort(
    (a, b) => a.start - b.start || b.end - a.end || byText(a.value, b.value) || byText(a.kind, b.kind),
  );
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function readingOf(known: Omit<Reading, 'outsideCommands' | 'operations'>): Reading {
  const { doc, passages } = known;
  const within = coverage(known.commands);
  return {
    ...known,
    outsideCommands: (found) => found.filter((span) => !within(span)),
    operations: once(() =>
      withoutParts(findCloudOperations(passages, doc.text), findClusterRequests(passages, doc.text)),
    ),
  };
}

/** The operations of clouds and clusters without a cluster's whose words are a cloud's: the key of a service account is none of Kubernetes. */
function withoutParts<Cloud extends Span, Cluster extends Span>(
  cloud: readonly Cloud[],
  cluster: readonly Cluster[],
): readonly (Cloud | Cluster)[] {
  const within = coverage(cloud);
  return [...cloud, ...cluster.filter((span) => !within(span))];
}

/** A function that says whether a span lies within one of others. */
function coverage(others: readonly Span[]): (span: Span) => boolean {
  const sorted = [...others].sort((a, b) => a.start - b.start);
  return ({ start, end }) => {
    const before = sorted[countOfLeading(sorted, (other) => other.start <= start) - 1];
    return before !== undefined && before.start <= start && end <= before.end;
  };
}
