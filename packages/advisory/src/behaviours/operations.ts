import {
  knownIdentityEvents,
  techniquesOfIdentityEvent,
  techniquesOfKubernetes,
  techniquesOfOperation,
} from '@tripline/attack';
import type { PlatformId } from '@tripline/sigma';
import { lazyData } from '../data-file.js';
import type { Behaviour, BehaviourKind } from '../model.js';
import { awsNames, azureNames, gcpNames, type NamedOperation } from './cloud-names.js';
import { kubectlOperations } from './kubectl.js';
import { confidenceAt, type Passage } from './passage.js';
import { compilePhrases, findPhrases, longestPhrases, type PhraseHit, type PhraseTable, tokensOf } from './phrases.js';
import { isAbout, planeMentions } from './planes.js';

type PhrasePlane = 'aws' | 'azure' | 'gcp' | 'kubernetes' | 'okta' | 'entra_audit' | 'entra_signin';

const phraseTables = lazyData(
  'operation-phrases.json',
  (raw: Readonly<Record<PhrasePlane, Readonly<Record<string, readonly string[]>>>>) => {
    const compiled = Object.entries(raw).map(([plane, table]) => [plane, compilePhrases(table)] as const);
    return new Map<string, PhraseTable>(compiled);
  },
);

const PHRASE_CERTAINTY = 0.7;
const OKTA_EVENT =
  /(?<![\w.@/-])(?:user|system|group|policy|application|app|device|security|zone|pam|event_hook|iam|oauth2|org|privilege|access|support|workflows)\.[a-z0-9_]+(?:\.[a-z0-9_]+){1,5}(?![\w-]|\.[a-z])/g;

/** Finds cloud, Kubernetes and identity operations: by name, by command-line form, and by phrase where the document is about the plane. */
export function findOperations(passages: readonly Passage[], text: string): readonly Behaviour[] {
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
  const found: Behaviour[] = [];
  for (const passage of passages) {
    for (const hit of awsNames(passage, about.aws, strictNames)) found.push(awsBehaviour(passage, hit));
    for (const hit of azureNames(passage)) found.push(azureBehaviour(passage, hit));
    for (const hit of gcpNames(passage, about.gcp)) found.push(gcpBehaviour(passage, hit));
    for (const hit of kubectlOperations(passage)) found.push(kubernetesBehaviour(passage, hit.value, hit, 0.95));
    if (about.okta) found.push(...oktaEvents(passage));
    if (about.entra) found.push(...entraEvents(passage));
    if (Object.values(about).some(Boolean)) found.push(...phraseBehaviours(passage, about));
  }
  return found;
}

function phraseBehaviours(
  passage: Passage,
  about: Readonly<Record<'aws' | 'azure' | 'gcp' | 'kubernetes' | 'okta' | 'entra', boolean>>,
): readonly Behaviour[] {
  const tokens = tokensOf(passage);
  const tables = phraseTables();
  const hits = (plane: PhrasePlane): readonly PhraseHit[] => {
    const table = tables.get(plane);
    return table === undefined ? [] : longestPhrases(findPhrases(tokens, table));
  };
  const found: Behaviour[] = [];
  if (about.aws) {
    for (const hit of hits('aws')) {
      const slash = hit.key.indexOf('/');
      const operation = { source: hit.key.slice(0, slash), name: hit.key.slice(slash + 1) };
      found.push(awsBehaviour(passage, { ...operation, start: hit.start, end: hit.end, certainty: PHRASE_CERTAINTY }));
    }
  }
  const named = (key: string, hit: { start: number; end: number }): NamedOperation => ({
    source: '',
    name: key,
    start: hit.start,
    end: hit.end,
    certainty: PHRASE_CERTAINTY,
  });
  if (about.azure) for (const hit of hits('azure')) found.push(azureBehaviour(passage, named(hit.key, hit)));
  if (about.gcp) for (const hit of hits('gcp')) found.push(gcpBehaviour(passage, named(hit.key, hit)));
  if (about.kubernetes) {
    for (const hit of hits('kubernetes')) found.push(kubernetesBehaviour(passage, hit.key, hit, PHRASE_CERTAINTY));
  }
  if (about.okta) {
    for (const hit of hits('okta'))
      found.push(identityBehaviour(passage, 'identity-1', hit.key, hit, PHRASE_CERTAINTY));
  }
  if (about.entra) {
    for (const hit of hits('entra_audit')) {
      found.push(identityBehaviour(passage, 'identity-2-audit', hit.key, hit, PHRASE_CERTAINTY));
    }
    for (const hit of hits('entra_signin')) {
      found.push(identityBehaviour(passage, 'identity-2-signin', hit.key, hit, PHRASE_CERTAINTY));
    }
  }
  return found;
}

function oktaEvents(passage: Passage): readonly Behaviour[] {
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
function entraEvents(passage: Passage): readonly Behaviour[] {
  const found: Behaviour[] = [];
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

function behaviour(
  passage: Passage,
  at: At,
  certainty: number,
  rest: {
    kind: BehaviourKind;
    value: string;
    platforms: readonly PlatformId[];
    details: Record<string, string>;
    techniques: readonly string[];
  },
): Behaviour {
  return {
    ...rest,
    start: passage.start + at.start,
    end: passage.start + at.end,
    confidence: confidenceAt(passage, at.start, at.end, certainty),
    role: passage.block.role,
  };
}

function awsBehaviour(passage: Passage, hit: NamedOperation): Behaviour {
  const hints = techniquesOfOperation('aws', hit.name, hit.source).map((hint) => hint.id);
  return behaviour(passage, hit, hit.certainty, {
    kind: 'cloud-operation',
    value: `${hit.source}/${hit.name}`,
    platforms: ['cloud-audit-1'],
    details: { eventSource: hit.source, eventName: hit.name },
    techniques: hints,
  });
}

function azureBehaviour(passage: Passage, hit: NamedOperation): Behaviour {
  return behaviour(passage, hit, hit.certainty, {
    kind: 'cloud-operation',
    value: hit.name,
    platforms: ['cloud-audit-3'],
    details: { operationName: hit.name },
    techniques: techniquesOfOperation('azure', hit.name).map((hint) => hint.id),
  });
}

function gcpBehaviour(passage: Passage, hit: NamedOperation): Behaviour {
  return behaviour(passage, hit, hit.certainty, {
    kind: 'cloud-operation',
    value: hit.name,
    platforms: ['cloud-audit-2'],
    details: { methodName: hit.name },
    techniques: techniquesOfOperation('gcp', hit.name).map((hint) => hint.id),
  });
}

function kubernetesBehaviour(passage: Passage, value: string, at: At, certainty: number): Behaviour {
  const [verb = '', target = ''] = value.split(' ');
  const [resource = '', subresource] = target.split('/');
  return behaviour(passage, at, certainty, {
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
  event: string,
  at: At,
  certainty: number,
): Behaviour {
  const plane = platform === 'identity-1' ? 'okta' : platform === 'identity-2-audit' ? 'entra_audit' : 'entra_signin';
  return behaviour(passage, at, certainty, {
    kind: 'identity-event',
    value: event,
    platforms: [platform],
    details: { event },
    techniques: techniquesOfIdentityEvent(plane, event).map((hint) => hint.id),
  });
}
