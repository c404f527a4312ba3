import { techniquesOfOperation } from '@tripline/attack';
import { attributionFactor } from '../../attribute/attribute.js';
import { tokensOfPassage } from '../../attribute/cues.js';
import { isReadersCommand, mayAskReader } from '../../attribute/reader-cues.js';
import type { Plane } from '../../knowledge/behaviour.js';
import { operationsTold } from '../../knowledge/cues.js';
import type { CloudOperation, Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { hasWord } from '../../text/characters.js';
import { behaviourAt } from '../behaviour-at.js';
import { commandedOperations } from '../cloud-commands.js';
import { namedAndDescribed } from '../named-and-described.js';
import { isAbout, planeMentions, tellsOfWindows, toldOf } from '../planes.js';
import { awsNames } from './aws-names.js';
import { azureNames } from './azure-names.js';
import { gcpNames } from './gcp-names.js';
import type { NamedOperation } from './named-operation.js';
import { parametersNear } from './parameters.js';

type Cloud = CloudOperation['cloud'];

const CLOUDS: readonly Cloud[] = ['aws', 'azure', 'gcp'];
const PHRASE_CERTAINTY = 0.7;
const COMMAND_CERTAINTY = 0.9;
/** In a document that names AWS less often, a name that another system has too may mean that system. */
const MENTIONS_OF_AWS = 5;

/** Finds operations of AWS, Azure and Google Cloud: by name, by the command that calls them, and by phrase where the document is about the cloud. */
export function findCloudOperations(passages: readonly Passage[], text: string): readonly CloudOperation[] {
  const mentions = planeMentions(text);
  const about = CLOUDS.filter((cloud) => isAbout(cloud, mentions, text.length));
  const isSeldom = mentions.aws < MENTIONS_OF_AWS;
  const onWindows = about.includes('aws') && tellsOfWindows(text);
  const trust = onWindows && isSeldom ? 'beside' : onWindows || isSeldom ? 'own-names' : 'all';
  const others = CLOUDS.filter((cloud) => !about.includes(cloud)).map((cloud) => {
    const told = toldOf(cloud, { text }, (passage) => operationsTold(cloud, passage));
    return (passage: Passage) => told(passage).map((hit) => operationTold(passage, cloud, hit));
  });
  return namedAndDescribed(
    passages.map((passage) => ({
      passage,
      named: [
        ...awsNames(passage, about.includes('aws'), trust).map((hit) => operationAt(passage, 'aws', hit)),
        ...azureNames(passage).map((hit) => operationAt(passage, 'azure', hit)),
        ...gcpNames(passage, about.includes('gcp')).map((hit) => operationAt(passage, 'gcp', hit)),
        ...commanded(passage),
      ].filter(({ start, end }) => !isOfReaders(passage, { start: start - passage.start, end: end - passage.start })),
      told:
        passage.block.type === 'code'
          ? []
          : [
              ...cloudsMeant(about, mentions, passage.text).flatMap((cloud) => toldOperations(passage, cloud)),
              ...others.flatMap((toldIn) => toldIn(passage)),
            ],
    })),
  );
}

/** Whether the sentence of a call asks its reader to make it: "to rotate the keys, run `aws iam update-access-key`". */
function isOfReaders(passage: Passage, at: Span): boolean {
  const { text, block } = passage;
  if (block.type === 'code' || !mayAskReader(tokensOfPassage(passage))) return false;
  const sentence = sentenceAround(text, at.start, at.end);
  return isReadersCommand(text.slice(sentence.start, sentence.end));
}

/**
 * The clouds that a passage's phrases may mean. Clouds share words ("shared the snapshot"). A cloud that the document names far less often
 * than another must be named in the passage itself; in a passage about a cluster every cloud must.
 */
function cloudsMeant(
  about: readonly Cloud[],
  mentions: Readonly<Record<Plane, number>>,
  text: string,
): readonly Cloud[] {
  if (about.length === 0) return [];
  const most = Math.max(...CLOUDS.map((cloud) => mentions[cloud]));
  const here = planeMentions(text);
  const mostHere = Math.max(1, ...CLOUDS.map((cloud) => here[cloud]));
  const cluster = here.kubernetes > 0 || hasWord(text.toLowerCase(), 'cluster');
  return about.filter(
    (cloud) => (here[cloud] > 0 || !cluster) && (mentions[cloud] * 2 >= most || here[cloud] >= mostHere),
  );
}

function toldOperations(passage: Passage, cloud: Cloud): readonly CloudOperation[] {
  return operationsTold(cloud, passage).map((hit) => operationTold(passage, cloud, hit));
}

function operationTold(
  passage: Passage,
  cloud: Cloud,
  { key, start, end }: Span & { readonly key: string },
): CloudOperation {
  const certainty = PHRASE_CERTAINTY * attributionFactor(passage, start, end);
  return operationAt(passage, cloud, { ...namedBy(cloud, key), start, end, certainty });
}

/** An operation by its key in `knowledge/operations`; keys of AWS begin with the source. */
function namedBy(cloud: Cloud, key: string): Pick<NamedOperation, 'source' | 'name'> {
  if (cloud !== 'aws') return { name: key };
  const slash = key.indexOf('/');
  return { source: key.slice(0, slash), name: key.slice(slash + 1) };
}

function commanded(passage: Passage): readonly CloudOperation[] {
  return commandedOperations(passage).flatMap(({ log, operation, start, end }) => {
    const cloud = CLOUDS.find((each) => each === log);
    if (cloud === undefined) return [];
    const certainty = COMMAND_CERTAINTY * attributionFactor(passage, start, end);
    return [operationAt(passage, cloud, { ...namedBy(cloud, operation), start, end, certainty })];
  });
}

function operationAt(
  passage: Passage,
  cloud: Cloud,
  { source, name, certainty, ...at }: NamedOperation,
): CloudOperation {
  const value = source === undefined ? name : `${source}/${name}`;
  return behaviourAt(passage, at, certainty, {
    kind: 'cloud-operation',
    cloud,
    name,
    ...(source === undefined ? {} : { source }),
    value,
    parameters: parametersNear(passage, cloud, value, at),
    platforms: [cloud],
    techniques: techniquesOfOperation(cloud, name, source).map(({ id }) => id),
  });
}
