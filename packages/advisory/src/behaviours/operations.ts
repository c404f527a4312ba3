import {
  knownIdentityEvents,
  techniquesOfIdentityEvent,
  techniquesOfKubernetes,
  techniquesOfOperation,
} from '@tripline/attack';
import { lazyData } from '../data-file.js';
import {
  compilePhrases,
  findPhrases,
  longestPhrases,
  type PhraseHit,
  type PhraseTable,
  tokensOf,
} from '../knowledge/cues.js';
import type { UntypedBehaviour } from '../model.js';
import { behaviourAt } from './behaviour-at.js';
import { type CommandedOperation, commandedOperations } from './cloud-commands.js';
import { awsNames, azureNames, gcpNames, type NamedOperation } from './cloud-names.js';
import { deedFactor } from './hypothetical.js';
import { kubectlOperations } from './kubectl.js';
import type { Passage } from './passage.js';
import { isAbout, type Plane, planeMentions } from './planes.js';

type PhrasePlane = 'aws' | 'azure' | 'gcp' | 'kubernetes' | 'okta' | 'entra_audit' | 'entra_signin';

const phraseTables = lazyData(
  'operation-phrases.json',
  (raw: Readonly<Record<PhrasePlane, Readonly<Record<string, readonly string[]>>>>) => {
    const compiled = Object.entries(raw).map(([plane, table]) => [plane, compilePhrases(table)] as const);
    return new Map<string, PhraseTable>(compiled);
  },
);

const PHRASE_CERTAINTY = 0.7;
const COMMAND_CERTAINTY = 0.9;
const OKTA_EVENT =
  /(?<![\w.@/-])(?:user|system|group|policy|application|app|device|security|zone|pam|event_hook|iam|oauth2|org|privilege|access|support|workflows)\.[a-z0-9_]+(?:\.[a-z0-9_]+){1,5}(?![\w-]|\.[a-z])/g;

/** Finds cloud, Kubernetes and identity operations: by name, by command-line form, and by phrase where the document is about the plane. */
export function findOperations(passages: readonly Passage[], text: string): readonly UntypedBehaviour[] {
  const mentions = planeMentions(text);
  const about = {
    aws: isAbout('aws', mentions, text.length),
    azure: isAbout('azure', mentions, text.length),
    gcp: isAbout('gcp', mentions, text.length),
    kubernetes: isAbout('kubernetes', mentions, text.length),
    okta: isAbout('okta', mentions, text.length),
    entra: isAbout('entra', mentions, text.length),
  };
  const strictNames = mentions.aws < 5;
  const found: UntypedBehaviour[] = [];
  const phrased: Phrased[] = [];
  for (const passage of passages) {
    const named = [
      ...awsNames(passage, about.aws, strictNames).map((hit) => awsBehaviour(passage, hit)),
      ...azureNames(passage).map((hit) => azureBehaviour(passage, hit)),
      ...gcpNames(passage, about.gcp).map((hit) => gcpBehaviour(passage, hit)),
      ...commandedOperations(passage).map((hit) => commandedBehaviour(passage, hit)),
      ...kubectlOperations(passage).map((hit) => kubernetesBehaviour(passage, hit.value, hit, 0.95)),
      ...(about.okta ? oktaEvents(passage) : []),
      ...(about.entra ? entraEvents(passage) : []),
    ];
    found.push(...named);
    if (passage.block.type === 'code' || !Object.values(about).some(Boolean)) continue;
    const told = phraseBehaviours(passage, cloudsMeant(about, mentions, passage.text));
    const heading = passage.block.type === 'heading';
    const near = byPlace(named);
    phrased.push(
      ...told
        .filter((phrase) => !isNamedBetter(passage, phrase, near(phrase), named))
        .map((phrase) => ({ phrase, heading })),
    );
  }
  return [...found, ...phrased.filter(isToldInBody(found)).map(({ phrase }) => phrase)];
}

type About = Readonly<Record<Plane, boolean>>;

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

/** A phrase and whether it stands in a heading, whose words are a topic: where the log's operations are named, they are what happened. */
interface Phrased {
  readonly phrase: UntypedBehaviour;
  readonly heading: boolean;
}

function isToldInBody(named: readonly UntypedBehaviour[]): (phrased: Phrased) => boolean {
  const planes = new Set(named.flatMap(({ platforms }) => platforms));
  return ({ phrase, heading }) => !heading || !phrase.platforms.some((platform) => planes.has(platform));
}

/**
 * Whether a name says better what a phrase tells: the line begins with the name and goes on to explain it, the name follows as the manner
 * ("disabled logging through PutEventSelectors"), or what to look for is named in the same passage of a detection section.
 */
function isNamedBetter(
  passage: Passage,
  phrase: UntypedBehaviour,
  near: readonly UntypedBehaviour[],
  named: readonly UntypedBehaviour[],
): boolean {
  const isOfLog = ({ platforms }: UntypedBehaviour): boolean =>
    platforms.some((platform) => phrase.platforms.includes(platform));
  if (phrase.role === 'detection' && named.some(isOfLog)) return true;
  return explains(passage, phrase, near) || near.some((name) => isOfLog(name) && isMannerOf(passage, phrase, name));
}

/** How far from a phrase a name can stand that says it better. */
const NEAR = 400;

/** Looks up the named operations near a phrase without going through all of a long passage's. */
function byPlace(named: readonly UntypedBehaviour[]): (phrase: UntypedBehaviour) => readonly UntypedBehaviour[] {
  const cells = new Map<number, UntypedBehaviour[]>();
  for (const name of named) {
    const cell = Math.floor(name.start / NEAR);
    const list = cells.get(cell);
    if (list === undefined) cells.set(cell, [name]);
    else list.push(name);
  }
  return ({ start }) => {
    const cell = Math.floor(start / NEAR);
    return [cell - 1, cell, cell + 1].flatMap((at) => cells.get(at) ?? []);
  };
}

function isMannerOf(passage: Passage, phrase: UntypedBehaviour, name: UntypedBehaviour): boolean {
  if (name.start < phrase.end - 24 || name.start > phrase.end + 60) return false;
  const between = passage.text.slice(phrase.end - passage.start, Math.max(phrase.end, name.start) - passage.start);
  return (
    !/\b(?:and|or|then)\b|[;.]\s|,\s(?!(?:through|via|using|by)\b)/.test(between) &&
    /\b(?:through|via|using|with|by|calling)\b|^\s*to\s*$|[(:]|^$/.test(between)
  );
}

/** A row or line that begins with an operation's name goes on to say what that operation does, in words that are no further deed. */
function explains(passage: Passage, phrase: UntypedBehaviour, named: readonly UntypedBehaviour[]): boolean {
  const line = passage.text.lastIndexOf('\n', phrase.start - passage.start - 1) + 1;
  return named.some(({ start, end }) => {
    const before = passage.text.slice(line, start - passage.start);
    const between = passage.text.slice(end - passage.start, phrase.start - passage.start);
    return (
      start - passage.start >= line &&
      end <= phrase.start &&
      /^[\s|*•"'`(-]*(?:[a-z0-9-]{2,24}[:.])?$/.test(before) &&
      /^["'`)]*\s*(?:[|:–—-]|\()/.test(between)
    );
  });
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
  if (about.okta) {
    for (const hit of hits('okta')) found.push(identityBehaviour(passage, 'identity-1', hit.key, hit, certainty(hit)));
  }
  if (about.entra) {
    for (const hit of hits('entra_audit')) {
      found.push(identityBehaviour(passage, 'identity-2-audit', hit.key, hit, certainty(hit)));
    }
    for (const hit of hits('entra_signin')) {
      found.push(identityBehaviour(passage, 'identity-2-signin', hit.key, hit, certainty(hit)));
    }
  }
  return found;
}

function oktaEvents(passage: Passage): readonly UntypedBehaviour[] {
  return [...passage.text.matchAll(OKTA_EVENT)].map((match) =>
    identityBehaviour(
      passage,
      'identity-1',
      match[0],
      { start: match.index, end: match.index + match[0].length },
      0.95,
    ),
  );
}

/** Entra audit activities written out: `Add member to role`, capital first as the log has them. */
function entraEvents(passage: Passage): readonly UntypedBehaviour[] {
  const found: UntypedBehaviour[] = [];
  const lower = passage.text.toLowerCase();
  for (const name of entraNames()) {
    let at = lower.indexOf(name);
    while (at >= 0) {
      const written = passage.text.slice(at, at + name.length);
      if (
        /^[A-Z]/.test(written) &&
        !/\w/.test(passage.text[at - 1] ?? ' ') &&
        !/\w/.test(passage.text[at + name.length] ?? ' ')
      ) {
        found.push(identityBehaviour(passage, 'identity-2-audit', written, { start: at, end: at + name.length }, 0.85));
      }
      at = lower.indexOf(name, at + name.length);
    }
  }
  return found;
}

const entraNames = (() => {
  let names: readonly string[] | undefined;
  return (): readonly string[] => {
    names ??= knownIdentityEvents('entra_audit').filter((name) => name.split(' ').length > 2 && !/[*/(]/.test(name));
    return names;
  };
})();

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

function commandedBehaviour(passage: Passage, { operation, plane, start, end }: CommandedOperation): UntypedBehaviour {
  const certainty = COMMAND_CERTAINTY * deedFactor(passage, start, end);
  if (plane === 'entra_audit') {
    return identityBehaviour(passage, 'identity-2-audit', operation, { start, end }, certainty);
  }
  const named = { source: '', name: operation, start, end, certainty };
  return plane === 'gcp' ? gcpBehaviour(passage, named) : azureBehaviour(passage, named);
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

function identityBehaviour(
  passage: Passage,
  platform: 'identity-1' | 'identity-2-audit' | 'identity-2-signin',
  told: string,
  at: At,
  certainty: number,
): UntypedBehaviour {
  // `event#outcome`: the same event means something else when it ends that way.
  const [event = told, outcome] = told.split('#');
  const plane = platform === 'identity-1' ? 'okta' : platform === 'identity-2-audit' ? 'entra_audit' : 'entra_signin';
  return behaviourAt(passage, at, certainty, {
    kind: 'identity-event',
    value: event,
    platforms: [platform],
    details: { event, ...(outcome === undefined ? {} : { outcome }) },
    techniques: outcome === 'fastpass' ? ['T1557'] : techniquesOfIdentityEvent(plane, event).map((hint) => hint.id),
  });
}
