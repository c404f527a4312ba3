import {
  type AwsEvent,
  type AwsReads,
  awsEvents,
  awsOperations,
  awsReads,
  isAwsDataEvent,
  isAwsReadEvent,
} from '@tripline/attack';
import type { Signal, SignalTechnique, SignalValue } from './signal.js';
import { signalFile, storedSignal } from './signal-data.js';

/** A CloudTrail event as a signal on the fields of its record. */
export interface CloudTrailSignal extends Signal {
  /** `iam.amazonaws.com`; null where other fields than the event's name identify it. */
  readonly eventSource: string | null;
  readonly eventName: string | null;
  /** Whether CloudTrail writes it only for trails that record data events. */
  readonly dataEvent: boolean;
}

/** Names of events that are also ordinary words (`Scan`) do not count inside a text. */
const TWO_WORDS = /[a-z][A-Z]/;

const SIGNIN = 'signin.amazonaws.com';
const EVENT_TYPES = ['AwsApiCall', 'AwsServiceEvent'];

/** What holds for most events, and the note for a detection that leaves those out. */
const SUCCESS = {
  otherwise: 'failed attempts only',
  fields: [
    ['errorCode', null],
    ['errorMessage', null],
  ],
} as const;
const NOT_ROOT = {
  otherwise: 'by the root user only',
  fields: [
    [
      'userIdentity.type',
      [
        ...[
          'IAMUser',
          'AssumedRole',
          'FederatedUser',
          'SAMLUser',
          'WebIdentityUser',
          'IdentityCenterUser',
          'AWSAccount',
        ],
        ...['Role', 'Directory', 'Unknown'],
      ],
    ],
  ],
} as const;

function eventSignal(
  event: AwsEvent,
  outcome: string,
  more: readonly (readonly [string, SignalValue])[],
  techniques: readonly SignalTechnique[],
): CloudTrailSignal {
  const data = isAwsDataEvent(event.source, event.name);
  const fields = new Map<string, SignalValue>([
    ['eventSource', event.source],
    ['eventName', event.name],
    ['eventCategory', data ? 'Data' : 'Management'],
    ['managementEvent', String(!data)],
    ['readOnly', String(isAwsReadEvent(event.source, event.name))],
    ['eventType', event.source === SIGNIN ? [...EVENT_TYPES, 'AwsConsoleSignIn'] : EVENT_TYPES],
    ...more,
  ]);
  const told = more.some(([name]) => name.startsWith('error'));
  return {
    label: `event ${event.name} of ${event.source}${outcome}`,
    fields,
    naming: new Map([
      ['eventSource', 'loose'],
      ['eventName', 'spelt'],
    ]),
    namedByExclusion: new Set(),
    words: new Map(
      [event.source, ...(TWO_WORDS.test(event.name) ? [event.name] : [])].map((word) => [word, 'loose'] as const),
    ),
    techniques,
    usual: (told ? [NOT_ROOT] : [SUCCESS, NOT_ROOT]).map((usual) => ({
      otherwise: usual.otherwise,
      fields: new Map<string, SignalValue>([...fields, ...usual.fields]),
    })),
    ...namesakeOf(event, fields),
    lacks: lacksOf(event.source, [event.name]),
    everyday: event.everyday,
    eventSource: event.source,
    eventName: event.name,
    dataEvent: data,
  };
}

/** A likelier service with an event of the same name: a filter on `DeletePolicy` alone means IAM's, not that of Organizations. */
function namesakeOf({ source, name }: AwsEvent, fields: ReadonlyMap<string, SignalValue>): Pick<Signal, 'namesake'> {
  const likeliest = awsOperations(name)[0]?.source;
  if (likeliest === undefined || likeliest === source) return {};
  return {
    namesake: {
      otherwise: `by a name that ${likeliest} has too`,
      fields: new Map([...fields, ['eventSource', likeliest]]),
    },
  };
}

/** Whether events of a service do not have a field, since it is a parameter of other requests. */
function lacksOf(source: string, names: readonly string[]): NonNullable<Signal['lacks']> {
  const foreign = signalFile()
    .requests.filter((request) => request.source !== source || !names.some((name) => request.events.includes(name)))
    .map(({ parameter }) => parameter);
  return (field) => foreign.some((parameter) => field === parameter || field.startsWith(`${parameter}.`));
}

/** One signal per event, or one per outcome where outcomes show different techniques. */
function eventSignals(event: AwsEvent): readonly CloudTrailSignal[] {
  const techniques = event.techniques.map((entry): SignalTechnique => ({ ...entry, category: 'detect' }));
  const outcomes = signalFile().outcomes.filter(({ source, name }) => source === event.source && name === event.name);
  if (outcomes.length === 0) return [eventSignal(event, '', [], techniques)];
  return outcomes.map(({ outcome, fields, techniques: shown }) =>
    eventSignal(
      event,
      ` (${outcome})`,
      Object.entries(fields),
      techniques.filter(({ techniqueId }) => shown.includes(techniqueId)),
    ),
  );
}

/** One signal for all calls of a service that list or describe and have no entry of their own. Only their names identify them. */
function readsSignal({ source, names, techniqueId }: AwsReads): CloudTrailSignal {
  return {
    label: `a call that lists or describes what ${source} has`,
    fields: new Map<string, SignalValue>([
      ['eventSource', source],
      ['eventName', names],
      ['eventCategory', 'Management'],
      ['managementEvent', 'true'],
      ['readOnly', 'true'],
      ['eventType', EVENT_TYPES],
    ]),
    naming: new Map([['eventName', 'spelt']]),
    namedByExclusion: new Set(),
    words: new Map(),
    lacks: lacksOf(source, names),
    techniques: [{ techniqueId, strength: 'partial', category: 'detect', source: 'inferred' }],
    everyday: true,
    eventSource: source,
    eventName: names[0] ?? null,
    dataEvent: false,
  };
}

let signals: readonly CloudTrailSignal[] | undefined;

/** All known signals of CloudTrail records: events by name, and those that other fields identify. */
export function cloudTrailSignals(): readonly CloudTrailSignal[] {
  signals ??= [
    ...awsEvents().flatMap(eventSignals),
    ...awsReads().map(readsSignal),
    ...signalFile().cloudtrail.map((stored) => ({
      ...storedSignal(stored),
      eventSource: null,
      eventName: null,
      dataEvent: false,
    })),
  ];
  return signals;
}

/** What a signal needs in order to occur, which is not checked here. */
export function dataEventNote({ dataEvent }: CloudTrailSignal): string | undefined {
  return dataEvent ? 'needs a trail that records data events' : undefined;
}
