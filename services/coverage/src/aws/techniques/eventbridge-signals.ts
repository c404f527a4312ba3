import { type ControlMapping, guardDutyFindings } from '@tripline/attack';
import { type CloudTrailSignal, cloudTrailSignals } from '../../mapping/cloudtrail-signals.js';
import type { NamingField, Signal, SignalValue, Variant } from '../../mapping/signal.js';
import { signalFile, storedSignal } from '../../mapping/signal-data.js';
import { AWS_SERVICES } from '../services/index.js';

const CALL = 'AWS API Call via CloudTrail';
const SERVICE_EVENT = 'AWS Service Event via CloudTrail';
const SIGN_IN = 'AWS Console Sign In via CloudTrail';

/** Fields of every event on a bus except `detail`, and the top level of a CloudTrail record. */
const ENVELOPE = new Set('version id detail-type source account time region resources'.split(' '));
const RECORD = new Set(
  (
    'eventVersion userIdentity eventTime eventSource eventName awsRegion sourceIPAddress userAgent errorCode errorMessage requestParameters ' +
    'responseElements additionalEventData requestID eventID readOnly resources eventType apiVersion managementEvent recipientAccountId ' +
    'serviceEventDetails sharedEventID vpcEndpointId vpcEndpointAccountId eventCategory addendum sessionCredentialFromConsole ' +
    'edgeDeviceDetails tlsDetails eventContext insightDetails'
  ).split(' '),
);

/** Fields that only CloudTrail records have. */
const RECORD_ONLY = new Set([
  'eventName',
  'eventSource',
  'userIdentity',
  'requestParameters',
  'responseElements',
  'awsRegion',
]);

/** The top-level field of `detail` on a path; undefined for paths outside it. */
function detailField(path: string): string | undefined {
  const [head, name] = path.split('.', 2);
  return head === 'detail' ? (name ?? '') : undefined;
}

/** Whether a field never occurs in events that services send themselves. */
function lacksRecord(name: string): boolean {
  const detail = detailField(name);
  return detail === undefined ? !ENVELOPE.has(name) : RECORD_ONLY.has(detail);
}

function within<T>(entries: Iterable<readonly [string, T]>): (readonly [string, T])[] {
  return [...entries].map(([name, value]) => [`detail.${name}`, value] as const);
}

/** The fields of a CloudTrail record, with those of the event that EventBridge wraps it in. */
function wrappedFields(record: ReadonlyMap<string, SignalValue>): ReadonlyMap<string, SignalValue> {
  const source = record.get('eventSource');
  const service = typeof source === 'string' && source.endsWith('.amazonaws.com') ? source.split('.')[0] : undefined;
  const signIn = service === undefined || service === 'signin' ? [CALL, SERVICE_EVENT, SIGN_IN] : [CALL, SERVICE_EVENT];
  const envelope: (readonly [string, SignalValue])[] = [
    ['detail-type', record.get('eventName') === 'ConsoleLogin' ? SIGN_IN : signIn],
  ];
  if (service !== undefined) envelope.push(['source', `aws.${service}`]);
  return new Map([...within(record), ...envelope]);
}

/** A CloudTrail record as EventBridge wraps it. */
function wrapped(signal: CloudTrailSignal): CloudTrailSignal {
  const naming = new Map<string, NamingField>(within(signal.naming));
  if (signal.eventSource !== null) naming.set('source', 'loose');
  if (signal.eventName === 'ConsoleLogin') naming.set('detail-type', 'spelt');
  const variant = (one: Variant): Variant => ({ otherwise: one.otherwise, fields: wrappedFields(one.fields) });
  return {
    ...signal,
    fields: wrappedFields(signal.fields),
    naming,
    namedByExclusion: new Set([...signal.namedByExclusion].map((name) => `detail.${name}`)),
    words: new Map(),
    lacks: (name) => {
      const detail = detailField(name);
      if (detail === undefined) return !ENVELOPE.has(name);
      return !RECORD.has(detail) || signal.lacks?.(name.slice('detail.'.length)) === true;
    },
    ...(signal.usual === undefined ? {} : { usual: signal.usual.map(variant) }),
    ...(signal.namesake === undefined ? {} : { namesake: variant(signal.namesake) }),
  };
}

/**
 * A finding of another service that EventBridge passes on. The finding itself is that service's detection, which is counted where the
 * service is on; a rule that passes it on responds.
 */
function passedOn(
  label: string,
  fields: Readonly<Record<string, SignalValue>>,
  mappings: readonly ControlMapping[],
): Signal {
  return {
    label,
    fields: new Map(Object.entries(fields)),
    naming: new Map(Object.keys(fields).map((name) => [name, 'broad'])),
    namedByExclusion: new Set(),
    words: new Map(),
    lacks: lacksRecord,
    techniques: mappings
      .filter(({ category }) => category === 'detect')
      .map(({ techniqueId, strength, source }) => ({ techniqueId, strength, source, category: 'respond' })),
  };
}

let own: readonly Signal[] | undefined;
let throughCloudTrail: readonly CloudTrailSignal[] | undefined;

/** Events that services send to EventBridge themselves: state changes, and findings passed on. */
export function serviceEventSignals(): readonly Signal[] {
  own ??= [
    ...signalFile().eventbridge.map((stored) => ({ ...storedSignal(stored), lacks: lacksRecord })),
    ...guardDutyFindings().map(({ type, mappings }) =>
      passedOn(
        `passes on GuardDuty finding ${type}`,
        { source: 'aws.guardduty', 'detail-type': 'GuardDuty Finding', 'detail.type': type },
        mappings,
      ),
    ),
    ...AWS_SERVICES.flatMap(({ sentFindings = [] }) => sentFindings).map(({ source, detailTypes, techniques }) =>
      passedOn(
        `passes on findings: ${detailTypes[0]}`,
        { ...(source === undefined ? {} : { source }), 'detail-type': detailTypes },
        techniques(),
      ),
    ),
  ];
  return own;
}

/** CloudTrail events as EventBridge wraps them. */
export function wrappedCloudTrailSignals(): readonly CloudTrailSignal[] {
  throughCloudTrail ??= cloudTrailSignals().map(wrapped);
  return throughCloudTrail;
}
