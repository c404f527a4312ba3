import { json } from '@tripline/service';
import { type KeyGrant, shownScopes } from '../../key-grants/key-grant.js';
import { KEY_SCOPES } from '../../key-grants/key-scopes.js';
import { type KeysForm, shownFields } from './keys-form.js';

const PREFIX = json.text.example('trip_live_4f9a1c');
const endOrNever = json.nullable(json.instant);

/** Keys as a service's form shows them: in the list, and the two answers that have one whole. */
export function keyResources(form: KeysForm) {
  const { dailyLimit, scopes, usedToday } = form.examples;
  const identity = { prefix: PREFIX, name: json.text.example('the pipeline') } as const;
  const grant = {
    expiresAt: endOrNever,
    scopes: json.list(json.oneOf(KEY_SCOPES)).example(scopes),
    allowedIps: json.nullable(json.list(json.text.example('203.0.113.0/24'))).description('Null: from anywhere.'),
  } as const;
  const whole = {
    key: json.secret.example('trip_live_4f9a1c…'),
    ...identity,
    createdAt: json.instant,
    ...grant,
  } as const;
  const replaces = {
    prefix: json.text.example('trip_live_07be55'),
    endsAt: endOrNever.description('When the old key ends; null when it has ended.'),
  } as const;
  const listed = {
    ...identity,
    createdAt: json.instant,
    lastUsedAt: json.nullable(json.instant),
    ...grant,
    replacedBy: json
      .nullable(json.text.example('trip_live_91c0d2'))
      .description('The prefix of the key that replaced it.'),
    dailyLimit: dailyLimit === undefined ? json.integer : json.integer.example(dailyLimit),
    usedToday: usedToday === undefined ? json.integer : json.integer.example(usedToday),
  } as const;
  return {
    /** An active API key, without its secret. */
    listed: json.resource('ApiKey', shownFields(listed, form)),
    /** A key just made. */
    made: json.object(shownFields(whole, form)),
    /** A key that has taken the place of another. */
    rotated: json.object(shownFields({ ...whole, replaces: json.object(shownFields(replaces, form)) }, form)),
  };
}

/** A key as callers see it: with the scopes it has by name, also when it has all. */
export const withScopes = <K extends KeyGrant>(key: K) => ({ ...key, scopes: shownScopes(key.scopes) });
