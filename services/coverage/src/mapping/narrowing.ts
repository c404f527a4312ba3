import type { Condition } from './condition.js';
import { howNamed } from './how-named.js';
import type { Signal, SignalValue } from './signal.js';
import type { ValueTest } from './value-test.js';

/** What an ordinary event has in the fields that tell outcome, MFA and kind of principal. A test that refuses it narrows the event. */
const ORDINARY: ReadonlyMap<string, SignalValue> = new Map<string, SignalValue>([
  ['errorCode', null],
  ['errorMessage', null],
  ['responseElements.ConsoleLogin', 'Success'],
  ['additionalEventData.MFAUsed', 'Yes'],
  ['userIdentity.sessionContext.attributes.mfaAuthenticated', 'true'],
  [
    'userIdentity.type',
    ['IAMUser', 'AssumedRole', 'FederatedUser', 'SAMLUser', 'WebIdentityUser', 'IdentityCenterUser'],
  ],
  ['userIdentity.invokedBy', null],
]);

/** Fields that tell who calls, from where and about what. Any test of them narrows the event, also one that leaves values out. */
const WHO_AND_WHENCE =
  /^(?:userIdentity\.(?:arn|userName|principalId|accountId|accessKeyId|sessionContext\.sessionIssuer\..+)|sourceIPAddress|userAgent|vpcEndpointId|requestParameters\..+)$/;

/** The field of a CloudTrail record on a path, also inside an event of EventBridge. */
const recordField = (path: string): string => path.replace(/^detail\./, '');

/**
 * Whether a condition takes a part of a signal only that stands out of ordinary work: by its outcome, by missing MFA, by who calls, from
 * where or about what. Every alternative that takes the signal must do so.
 */
export function isNarrowed(condition: Condition, signal: Signal, context: ReadonlyMap<string, string>): boolean {
  const walk = (part: Condition, negated: boolean): boolean | undefined => {
    switch (part.kind) {
      case 'not':
        return walk(part.of, !negated);
      case 'all':
      case 'any': {
        const parts = part.of.map((one) => walk(one, negated));
        if ((part.kind === 'all') !== negated) return parts.includes(undefined) ? undefined : parts.includes(true);
        const taking = parts.filter((one) => one !== undefined);
        return taking.length === 0 ? undefined : taking.every(Boolean);
      }
      default: {
        const leaf: Condition = negated ? { kind: 'not', of: part } : part;
        if (howNamed(leaf, signal, context) === undefined) return undefined;
        return part.kind === 'field' && !takesAnything(part.test) && narrowsField(leaf, part.field, signal, context);
      }
    }
  };
  return walk(condition, false) === true;
}

/** Whether any value passes a test, as with `*`. */
function takesAnything(test: ValueTest): boolean {
  return test.op === 'exists' || ('value' in test && /^\**$/.test(String(test.value)));
}

function narrowsField(leaf: Condition, path: string, signal: Signal, context: ReadonlyMap<string, string>): boolean {
  const name = recordField(path);
  if (!ORDINARY.has(name)) return WHO_AND_WHENCE.test(name);
  const ordinary = new Map([...signal.fields, [path, ORDINARY.get(name) ?? null]]);
  return howNamed(leaf, { ...signal, fields: ordinary }, context) === undefined;
}
