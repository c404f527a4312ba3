// Cloud API calls: the values of operation fields in rules beside the annotated calls.

import { valuesOf, wildcard } from '../sigma-rule.mjs';
import { plain } from '../text.mjs';
import { f1, ratio, share } from './document-scores.mjs';

const OPERATION_FIELDS = /(?:^|\.)(?:eventName|methodName|method_name|operationName|operationNameValue)$/i;
const VERBS =
  `abort accept activate add apply assign associate assume attach authorize batch cancel clear copy create deactivate decrypt delete deregister
  describe detach disable disassociate enable encrypt execute export generate get grant head impersonate import insert invite invoke issue leave
  list lookup modify move notify patch purchase put read reboot rebuild register release remove replace request reset restore revoke run schedule
  search send set share sign simulate start stop suspend terminate test update upload validate verify elevate console access`.split(
    /\s+/,
  );

/** Calls of advisories that were annotated for them. Pages of Kubernetes name verbs and resources and are left out. */
export const apiCalls = {
  pooled: true,
  count(each) {
    if (each.gold.api_calls === undefined || each.platforms.includes('k8s_audit')) return undefined;
    const gold = goldOf(each.gold.api_calls);
    const predicted = predictedOf(each);
    const wrong = [...predicted.values()].filter(
      (name) => ![...gold.values()].some((call) => sameOperation(name, call)),
    );
    const missed = [...gold.values()].filter(
      (call) => ![...predicted.values()].some((name) => sameOperation(name, call)),
    );
    return {
      counts: {
        predicted: predicted.size,
        right: predicted.size - wrong.length,
        gold: gold.size,
        found: gold.size - missed.length,
      },
      errors: [
        ...missed.map((value) => ({ kind: 'missed', value, at: each.find(value) })),
        ...wrong.map((value) => ({ kind: 'wrong', value, at: each.placeOfValue(value) })),
      ],
    };
  },
  figures: [
    share('API calls, precision', 'right', 'predicted'),
    share('API calls, recall', 'found', 'gold'),
    {
      name: 'API calls, F1',
      of: ({ right, predicted, found, gold }) => ({
        value: f1(ratio(right, predicted), ratio(found, gold)),
        support: gold,
      }),
    },
  ],
};

function goldOf(calls) {
  const named = calls.filter(
    ({ origin, event_name: name }) => origin !== 'named in Detection section' || isOperationLike(name),
  );
  return new Map(named.map(({ event_name: name }) => [operation(name), name]));
}

function predictedOf({ rules }) {
  const values = rules.flatMap(({ sigma }) => valuesOf(sigma, false));
  return new Map(
    values
      .filter(([field]) => field !== undefined && OPERATION_FIELDS.test(field))
      .map(([, modifiers, value]) => withWildcards(value, modifiers))
      .map((name) => [operation(name), name]),
  );
}

/** A name as compared: lower case, without AWS's version date, without the version before a GCP method. */
function operation(name) {
  const bare = name
    .trim()
    .toLowerCase()
    .replace(/(\d{8})(v\d+)?$/, '');
  return bare.replace(/^(?:v\d\w*|beta|alpha)\.(?=\w+\.)/, '');
}

/** Whether a name from a page is an operation: pages also name fields, values and hosts. */
function isOperationLike(name) {
  if (/\s|=|:/.test(name) || /^(?:requestparameters|responseelements|useridentity|properties\.)/i.test(name))
    return false;
  if (name.includes('/')) return /\/(?:action|write|delete|read)$/i.test(name);
  const last = (name.split('.').at(-1) ?? '').toLowerCase();
  const begins = VERBS.some((verb) => last.startsWith(verb));
  if (name.includes('.')) return !name.endsWith('.com') && begins;
  return /^[A-Za-z]+$/.test(name.replace(/\d{8}(v\d+)?$/, '')) && begins && /[a-z][A-Z]/.test(name);
}

function sameOperation(one, other) {
  const [a, b] = [operation(one), operation(other)];
  if (a === b) return true;
  const covers = (x, y) => x.includes('*') && x.replaceAll('*', '').length >= 3 && wildcard(x).test(y);
  if (covers(a, b) || covers(b, a)) return true;
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  return short.length >= 6 && long.endsWith(`.${short}`);
}

function withWildcards(value, modifiers) {
  if (modifiers.includes('contains')) return `*${value}*`;
  if (modifiers.includes('startswith')) return `${value}*`;
  return modifiers.includes('endswith') ? `*${value}` : value;
}

/** Okta event types of rules beside the annotated ones. */
export const oktaEvents = {
  pooled: true,
  count(each) {
    if (each.gold.okta_event_types === undefined) return undefined;
    const gold = new Set(each.gold.okta_event_types.map((type) => type.toLowerCase()));
    const values = each.rules.flatMap(({ sigma }) => valuesOf(sigma, false));
    const predicted = new Set(
      values.filter(([field]) => field?.toLowerCase().endsWith('eventtype')).map(([, , value]) => plain(value)),
    );
    const missed = [...gold].filter((type) => !predicted.has(type));
    const wrong = [...predicted].filter((type) => !gold.has(type));
    return {
      counts: { predicted: predicted.size, gold: gold.size, right: predicted.size - wrong.length },
      errors: [
        ...missed.map((value) => ({ kind: 'missed', value, at: each.find(value) })),
        ...wrong.map((value) => ({ kind: 'wrong', value, at: each.placeOfValue(value) })),
      ],
    };
  },
  figures: [
    share('Okta event types, precision', 'right', 'predicted'),
    share('Okta event types, recall', 'right', 'gold'),
  ],
};
