import type { Span } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { excerptsOf, fieldOf, placeIn } from '../log-excerpt.js';

/** The name of an event as a quoted log has it, and its place within the passage. */
export interface QuotedName extends Span {
  readonly name: string;
}

const NAME_MAX = 100;
const REFUSED = new Set(['FAILURE', 'DENY']);
/** Fields that only events of Entra's audit log have; other logs have an `operationName` too. */
const OF_AUDIT = [
  'initiatedBy.user.userPrincipalName',
  'initiatedBy.user.id',
  'initiatedBy.app.displayName',
  'initiatedBy.app.servicePrincipalId',
];
/** The ways to sign in that a rule looks for, by what the log of sign-ins writes. */
const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ['devicecode', 'deviceCode'],
  ['ropc', 'ropc'],
]);

/** Okta's events that a passage quotes; what was refused is named with `#denied`. */
export function quotedOkta(passage: Passage): readonly QuotedName[] {
  return excerptsOf(passage).flatMap((excerpt) => {
    const type = fieldOf(excerpt, 'eventType');
    const outcome = fieldOf(excerpt, 'outcome.result');
    if (type === undefined || outcome === undefined || !type.value.includes('.') || type.value.length > NAME_MAX)
      return [];
    const name = REFUSED.has(outcome.value) ? `${type.value}#denied` : type.value;
    return [{ name, ...placeIn(passage, type) }];
  });
}

/** The activities of Entra's audit log in the events that a passage quotes. */
export function quotedActivities(passage: Passage): readonly QuotedName[] {
  return excerptsOf(passage).flatMap((excerpt) => {
    const isAudit = OF_AUDIT.some((field) => fieldOf(excerpt, field) !== undefined);
    const name = fieldOf(excerpt, 'activityDisplayName') ?? (isAudit ? fieldOf(excerpt, 'operationName') : undefined);
    if (name === undefined || name.value === '' || name.value.length > NAME_MAX) return [];
    return [{ name: name.value.trim(), ...placeIn(passage, name) }];
  });
}

/** The ways to sign in, as a rule names them, in the sign-ins to Entra ID that a passage quotes. */
export function quotedSignIns(passage: Passage): readonly QuotedName[] {
  return excerptsOf(passage).flatMap((excerpt) => {
    const protocol = fieldOf(excerpt, 'authenticationProtocol');
    const name = PROTOCOLS.get(protocol?.value.toLowerCase() ?? '');
    return protocol === undefined || name === undefined ? [] : [{ name, ...placeIn(passage, protocol) }];
  });
}
