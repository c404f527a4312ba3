import { type IdentityPlane, knownIdentityEvents, techniquesOfIdentityEvent } from '@tripline/attack';
import { attributionFactor } from '../../attribute/attribute.js';
import { tokensOf } from '../../attribute/cues.js';
import { operationsTold } from '../../knowledge/cues.js';
import { operationPhrases, startsOf, wordSet } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import type { IdentityEvent, Span } from '../../model.js';
import { once } from '../../once.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isWordCharacter } from '../../text/characters.js';
import { hasAny, startsWithCapital } from '../../text/shape.js';
import { behaviourAt } from '../behaviour-at.js';
import { namedNear } from '../call-names/named-near.js';
import { commandedOperations } from '../cloud-commands.js';
import type { Reading } from '../kind.js';
import { namedAndDescribed } from '../named-and-described.js';
import { isAbout, planeMentions, toldOf } from '../planes.js';
import { toldParameters, withOtherFields } from '../told-parameters.js';
import { quotedActivities, quotedOkta, quotedSignIns } from './quoted.js';

/** The logs of identity providers: the names of the platforms, with those in `packages/attack`. */
const LOGS = {
  okta: 'okta',
  'entra-audit': 'entra_audit',
  'entra-signin': 'entra_signin',
} as const;

type Log = keyof typeof LOGS;

/** The confidence by the way an event was found. */
const CERTAINTY = { name: 0.95, activity: 0.85, command: 0.9, phrase: 0.7 } as const;

/** Finds events of Okta and Entra ID: by name, by the command that makes them, and by phrase, where the document is about the provider. */
export function recogniseIdentityEvents({ doc, passages }: Reading): readonly IdentityEvent[] {
  const { text } = doc;
  const mentions = planeMentions(text);
  const okta = isAbout('okta', mentions, text.length);
  const entra = isAbout('entra', mentions, text.length);
  // A short alert's text may name no product: the type of its event does, where no other product is told.
  const isOfNone = Object.values(mentions).every((count) => count === 0);
  const ofOkta = toldOf('okta', doc, (passage) => told(passage, 'okta'));
  const ofEntra = toldOf('entra', doc, (passage) => [
    ...told(passage, 'entra-audit'),
    ...told(passage, 'entra-signin'),
  ]);
  return namedAndDescribed(
    passages.map((passage) => ({
      passage,
      named: [
        ...commanded(passage),
        ...(okta || (isOfNone && startsOf('names-event-type').test(passage.text)) ? oktaNames(passage) : []),
        ...quoted(passage),
        ...(entra ? entraActivities(passage) : []),
      ],
      told:
        passage.block.type === 'code'
          ? []
          : [...ofOkta(passage), ...ofEntra(passage)].map((hit) => eventTold(passage, hit)),
    })),
  );
}

interface ToldEvent extends Span {
  readonly key: string;
  readonly log: Log;
}

function told(passage: Passage, log: Log): readonly ToldEvent[] {
  return operationsTold(log, passage).flatMap((hit) => (isOfOther(passage, log, hit) ? [] : [{ ...hit, log }]));
}

function eventTold(passage: Passage, { key, log, start, end }: ToldEvent): IdentityEvent {
  const certainty = CERTAINTY.phrase * attributionFactor(passage, start, end);
  return eventAt(passage, log, key, { start, end }, certainty);
}

/** Whether the sentence of a place names the other provider and not the log's own. */
function isOfOther(passage: Passage, log: Log, { start, end }: Span): boolean {
  const sentence = sentenceAround(passage.text, start, end);
  const named = new Set(
    tokensOf(passage.text.slice(sentence.start, sentence.end)).flatMap(({ text }) =>
      PROVIDERS.filter((provider) => wordSet(`where-${provider}`).has(text)),
    ),
  );
  return named.size > 0 && !named.has(log === 'okta' ? 'okta' : 'entra');
}

const PROVIDERS = ['okta', 'entra'] as const;

function commanded(passage: Passage): readonly IdentityEvent[] {
  return commandedOperations(passage).flatMap(({ operation, log, start, end }) =>
    log === 'entra-audit'
      ? [
          eventAt(
            passage,
            'entra-audit',
            operation,
            { start, end },
            CERTAINTY.command * attributionFactor(passage, start, end),
          ),
        ]
      : [],
  );
}

/** Names in the form of Okta's events, known to us or not: `system.api_token.create`. */
const OKTA_NAME = listPattern(
  String.raw`(?<![\w.@/-]){okta-event-families}\.[a-z0-9_]+(?:\.[a-zA-Z0-9_]+){0,5}(?![\w-]|\.[a-z])`,
  'g',
);

/** Whether a name has two parts only, as names of other things have, so that it must be a known one. */
const isShort = (name: string): boolean => name.split('.').length < 3;

function oktaNames(passage: Passage): readonly IdentityEvent[] {
  const quoted = new Set(quotedOkta(passage).map(({ start }) => start));
  return [...passage.text.matchAll(OKTA_NAME())].flatMap(({ 0: name, index }) =>
    quoted.has(index) || (isShort(name) && !Object.hasOwn(operationPhrases('okta'), name))
      ? []
      : [eventAt(passage, 'okta', name, { start: index, end: index + name.length }, CERTAINTY.name)],
  );
}

/** Events that a passage quotes from the logs of Okta and Entra ID. */
function quoted(passage: Passage): readonly IdentityEvent[] {
  return [
    ...quotedOkta(passage).map(({ name, ...at }) => eventAt(passage, 'okta', name, at, CERTAINTY.name)),
    ...quotedActivities(passage).map(({ name, ...at }) => eventAt(passage, 'entra-audit', name, at, CERTAINTY.name)),
    ...quotedSignIns(passage).map(({ name, ...at }) => eventAt(passage, 'entra-signin', name, at, CERTAINTY.name)),
  ];
}

const activities = once(() =>
  knownIdentityEvents('entra_audit').filter((name) => name.split(' ').length > 2 && !hasAny(name, '*/(')),
);

/** Activities of the audit log written out: `Add member to role`, with the log's capital first letter. */
function entraActivities(passage: Passage): readonly IdentityEvent[] {
  const found: IdentityEvent[] = [];
  const activitiesQuoted = quotedActivities(passage);
  const lower = passage.text.toLowerCase();
  for (const name of activities()) {
    for (let start = lower.indexOf(name); start >= 0; start = lower.indexOf(name, start + name.length)) {
      const end = start + name.length;
      const written = passage.text.slice(start, end);
      const whole = !isWordCharacter(passage.text[start - 1]) && !isWordCharacter(passage.text[end]);
      const isPart = activitiesQuoted.some((each) => each.start <= start && end <= each.end);
      if (whole && !isPart && startsWithCapital(written))
        found.push(eventAt(passage, 'entra-audit', written, { start, end }, CERTAINTY.activity));
    }
  }
  return found;
}

/** Techniques of events whose outcome changes their meaning. */
const OUTCOMES: Readonly<Record<string, readonly string[]>> = { fastpass: ['T1557'], denied: ['T1078.004'] };

/** An event at a place; `name#outcome` is the event with that outcome. */
function eventAt(passage: Passage, log: Log, name: string, at: Span, certainty: number): IdentityEvent {
  const [value = name, outcome] = name.split('#');
  const plane = LOGS[log];
  return behaviourAt(passage, at, certainty, {
    kind: 'identity-event',
    value,
    platforms: [log],
    parameters: withOtherFields(toldParameters(passage, log, value, at), namedNear(passage, log, value, at)),
    techniques: OUTCOMES[outcome ?? ''] ?? techniquesOf(plane, value),
    ...(outcome === undefined ? {} : { outcome }),
  });
}

function techniquesOf(plane: IdentityPlane, event: string): readonly string[] {
  return techniquesOfIdentityEvent(plane, event).map(({ id }) => id);
}
