// Cloud API calls: the values of operation fields in rules beside the annotated calls.

import { valuesOf, wildcard } from '../sigma-rule.mjs';
import { plain } from '../text.mjs';
import { f1, ratio } from './document-scores.mjs';

const OPERATION_FIELDS = /(?:^|\.)(?:eventName|methodName|method_name|operationName|operationNameValue)$/i;
const VERBS =
  `abort accept activate add apply assign associate assume attach authorize batch cancel clear copy create deactivate decrypt delete deregister
  describe detach disable disassociate enable encrypt execute export generate get grant head impersonate import insert invite invoke issue leave
  list lookup modify move notify patch purchase put read reboot rebuild register release remove replace request reset restore revoke run schedule
  search send set share sign simulate start stop suspend terminate test update upload validate verify elevate console access`.split(
    /\s+/,
  );

/** Rows for the sets with annotated calls. Pages of Kubernetes name verbs and resources and are left out. */
export function apiCalls(groups) {
  return groups.flatMap(({ set, cases }) => {
    const judged = cases.filter(
      ({ gold, platforms }) => gold.api_calls !== undefined && !platforms.includes('k8s_audit'),
    );
    if (judged.length === 0) return [];
    const count = { right: 0, predicted: 0, found: 0, gold: 0 };
    const errors = [];
    for (const each of judged) {
      const gold = goldOf(each.gold.api_calls);
      const predicted = predictedOf(each);
      const wrong = [...predicted.values()].filter(
        (name) => ![...gold.values()].some((call) => sameOperation(name, call)),
      );
      const missed = [...gold.values()].filter(
        (call) => ![...predicted.values()].some((name) => sameOperation(name, call)),
      );
      count.predicted += predicted.size;
      count.right += predicted.size - wrong.length;
      count.gold += gold.size;
      count.found += gold.size - missed.length;
      errors.push(...missed.map((value) => ({ id: each.id, kind: 'missed', value, at: each.find(value) })));
      errors.push(...wrong.map((value) => ({ id: each.id, kind: 'wrong', value, at: each.placeOfValue(value) })));
    }
    const precision = ratio(count.right, count.predicted);
    const recall = ratio(count.found, count.gold);
    return [
      { measure: 'API calls, precision', set, value: precision, support: count.predicted },
      { measure: 'API calls, recall', set, value: recall, support: count.gold, errors },
      { measure: 'API calls, F1', set, value: f1(precision, recall), support: count.gold },
    ];
  });
}

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
export function oktaEvents(groups) {
  return groups.flatMap(({ set, cases }) => {
    const judged = cases.filter(({ gold }) => gold.okta_event_types !== undefined);
    const count = { right: 0, predicted: 0, gold: 0 };
    const errors = [];
    for (const each of judged) {
      const gold = new Set(each.gold.okta_event_types.map((type) => type.toLowerCase()));
      const values = each.rules.flatMap(({ sigma }) => valuesOf(sigma, false));
      const predicted = new Set(
        values.filter(([field]) => field?.toLowerCase().endsWith('eventtype')).map(([, , value]) => plain(value)),
      );
      count.predicted += predicted.size;
      count.gold += gold.size;
      count.right += [...predicted].filter((type) => gold.has(type)).length;
      for (const value of gold)
        if (!predicted.has(value)) errors.push({ id: each.id, kind: 'missed', value, at: each.find(value) });
      for (const value of predicted)
        if (!gold.has(value)) errors.push({ id: each.id, kind: 'wrong', value, at: each.placeOfValue(value) });
    }
    if (count.gold === 0) return [];
    return [
      {
        measure: 'Okta event types, precision',
        set,
        value: ratio(count.right, count.predicted),
        support: count.predicted,
      },
      { measure: 'Okta event types, recall', set, value: ratio(count.right, count.gold), support: count.gold, errors },
    ];
  });
}
