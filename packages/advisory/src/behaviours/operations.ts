import { techniquesOfKubernetes, techniquesOfOperation } from '@tripline/attack';
import { deedFactor } from '../attribute/attribute.js';
import { lazyData } from '../data-file.js';
import { behaviourAt } from '../kinds/behaviour-at.js';
import { namedAndTold } from '../kinds/named-and-told.js';
import {
  compilePhrases,
  findPhrases,
  longestPhrases,
  type PhraseHit,
  type PhraseTable,
  tokensOf,
} from '../knowledge/cues.js';
import type { UntypedBehaviour } from '../model.js';
import type { Passage } from '../segment/passage.js';
import { type CommandedOperation, commandedOperations } from './cloud-commands.js';
import { awsNames, azureNames, gcpNames, type NamedOperation } from './cloud-names.js';
import { kubectlOperations } from './kubectl.js';
import { isAbout, type Plane, planeMentions } from './planes.js';

type PhrasePlane = 'aws' | 'azure' | 'gcp' | 'kubernetes';

const phraseTables = lazyData(
  'operation-phrases.json',
  (raw: Readonly<Record<PhrasePlane, Readonly<Record<string, readonly string[]>>>>) => {
    const compiled = Object.entries(raw).map(([plane, table]) => [plane, compilePhrases(table)] as const);
    return new Map<string, PhraseTable>(compiled);
  },
);

const PHRASE_CERTAINTY = 0.7;
const COMMAND_CERTAINTY = 0.9;
/** Finds cloud and Kubernetes operations: by name, by command-line form, and by phrase where the document is about the plane. */
export function findOperations(passages: readonly Passage[], text: string): readonly UntypedBehaviour[] {
  const mentions = planeMentions(text);
  const about = {
    aws: isAbout('aws', mentions, text.length),
    azure: isAbout('azure', mentions, text.length),
    gcp: isAbout('gcp', mentions, text.length),
    kubernetes: isAbout('kubernetes', mentions, text.length),
  };
  const strictNames = mentions.aws < 5;
  return namedAndTold(
    passages.map((passage) => ({
      passage,
      named: [
        ...awsNames(passage, about.aws, strictNames).map((hit) => awsBehaviour(passage, hit)),
        ...azureNames(passage).map((hit) => azureBehaviour(passage, hit)),
        ...gcpNames(passage, about.gcp).map((hit) => gcpBehaviour(passage, hit)),
        ...commandedOperations(passage).flatMap((hit) => commandedBehaviour(passage, hit)),
        ...kubectlOperations(passage).map((hit) => kubernetesBehaviour(passage, hit.value, hit, 0.95)),
      ],
      told:
        passage.block.type === 'code' || !Object.values(about).some(Boolean)
          ? []
          : phraseBehaviours(passage, cloudsMeant(about, mentions, passage.text)),
    })),
  );
}

type About = Readonly<Record<Exclude<Plane, 'okta' | 'entra'>, boolean>>;

/**
 * The planes whose phrases a passage may mean: clouds share words ("shared the snapshot"), so one that the document speaks of far less than of
 * another must be named in the passage itself; so must any in a passage about a cluster.
 */
function cloudsMeant(about: About, mentions: Readonly<Record<Plane, number>>, text: string): About {
  const most = Math.max(mentions.aws, mentions.azure, mentions.gcp);
  const here = planeMentions(text);
  const mostHere = Math.max(1, here.aws, here.azure, here.gcp);
  const cluster = here.kubernetes > 0 || /\bcluster\b/i.test(text);
  const meant = (plane: 'aws' | 'azure' | 'gcp'): boolean =>
    about[plane] && (here[plane] > 0 || !cluster) && (mentions[plane] * 2 >= most || here[plane] >= mostHere);
  return { ...about, aws: meant('aws'), azure: meant('azure'), gcp: meant('gcp') };
}

function phraseBehaviours(passage: Passage, about: About): readonly UntypedBehaviour[] {
  const tokens = tokensOf(passage);
  const tables = phraseTables();
  const certainty = (hit: PhraseHit): number => PHRASE_CERTAINTY * deedFactor(passage, hit.start, hit.end);
  const hits = (plane: PhrasePlane): readonly PhraseHit[] => {
    const table = tables.get(plane);
    return table === undefined ? [] : longestPhrases(findPhrases(tokens, table), passage.text);
  };
  const found: UntypedBehaviour[] = [];
  if (about.aws) {
    for (const hit of hits('aws')) {
      const slash = hit.key.indexOf('/');
      const operation = { source: hit.key.slice(0, slash), name: hit.key.slice(slash + 1) };
      found.push(awsBehaviour(passage, { ...operation, start: hit.start, end: hit.end, certainty: certainty(hit) }));
    }
  }
  const named = (key: string, hit: PhraseHit): NamedOperation => ({
    source: '',
    name: key,
    start: hit.start,
    end: hit.end,
    certainty: certainty(hit),
  });
  if (about.azure) for (const hit of hits('azure')) found.push(azureBehaviour(passage, named(hit.key, hit)));
  if (about.gcp) for (const hit of hits('gcp')) found.push(gcpBehaviour(passage, named(hit.key, hit)));
  if (about.kubernetes) {
    for (const hit of hits('kubernetes')) found.push(kubernetesBehaviour(passage, hit.key, hit, certainty(hit)));
  }
  return found;
}

interface At {
  readonly start: number;
  readonly end: number;
}

function awsBehaviour(passage: Passage, hit: NamedOperation): UntypedBehaviour {
  const hints = techniquesOfOperation('aws', hit.name, hit.source).map((hint) => hint.id);
  return behaviourAt(passage, hit, hit.certainty, {
    kind: 'cloud-operation',
    value: `${hit.source}/${hit.name}`,
    platforms: ['cloud-audit-1'],
    details: { eventSource: hit.source, eventName: hit.name },
    techniques: hints,
  });
}

function azureBehaviour(passage: Passage, hit: NamedOperation): UntypedBehaviour {
  return behaviourAt(passage, hit, hit.certainty, {
    kind: 'cloud-operation',
    value: hit.name,
    platforms: ['cloud-audit-3'],
    details: { operationName: hit.name },
    techniques: techniquesOfOperation('azure', hit.name).map((hint) => hint.id),
  });
}

function gcpBehaviour(passage: Passage, hit: NamedOperation): UntypedBehaviour {
  return behaviourAt(passage, hit, hit.certainty, {
    kind: 'cloud-operation',
    value: hit.name,
    platforms: ['cloud-audit-2'],
    details: { methodName: hit.name },
    techniques: techniquesOfOperation('gcp', hit.name).map((hint) => hint.id),
  });
}

function commandedBehaviour(
  passage: Passage,
  { operation, plane, start, end }: CommandedOperation,
): readonly UntypedBehaviour[] {
  if (plane === 'entra_audit') return [];
  const certainty = COMMAND_CERTAINTY * deedFactor(passage, start, end);
  const named = { source: '', name: operation, start, end, certainty };
  return [plane === 'gcp' ? gcpBehaviour(passage, named) : azureBehaviour(passage, named)];
}

function kubernetesBehaviour(passage: Passage, value: string, at: At, certainty: number): UntypedBehaviour {
  const [verb = '', target = ''] = value.split(' ');
  const [resource = '', subresource] = target.split('/');
  return behaviourAt(passage, at, certainty, {
    kind: 'kubernetes-operation',
    value,
    platforms: ['container-audit'],
    details: { verb, resource, ...(subresource === undefined ? {} : { subresource }) },
    techniques: techniquesOfKubernetes(value).map((hint) => hint.id),
  });
}
