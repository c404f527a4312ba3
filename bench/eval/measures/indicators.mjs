// Addresses and user agents compared with the annotated ones; other kinds have no annotation.

import { isIP } from 'node:net';
import { plain, refang, strip } from '../text.mjs';
import { share } from './document-scores.mjs';

const JUDGED_FIELDS = new Set(['sourceIPAddress', 'userAgent']);
/** An article with more other public addresses than this was not annotated for all of them. */
const LEFT_OUT_MAX = 20;

/** Indicators of the advisories that were annotated for them. */
export const indicators = {
  pooled: true,
  count(each) {
    if (each.gold.iocs === undefined) return undefined;
    const annotated = each.gold.iocs.filter(({ field }) => JUDGED_FIELDS.has(field)).map(({ value }) => normal(value));
    const gold = new Set(annotated.filter((value) => value !== ''));
    const listed = each.result.indicators.filter(
      ({ type, value }) => network(value) !== undefined || /agent|ua$/i.test(type),
    );
    const predicted = new Map(listed.map((indicator) => [normal(indicator.value), indicator]));
    const wrong = [...predicted.keys()].filter((value) => ![...gold].some((other) => same(value, other)));
    const missed = [...gold].filter((value) => ![...predicted.keys()].some((other) => same(other, value)));
    const isComplete = !isIncomplete(each.text ?? '', gold);
    const right = predicted.size - wrong.length;
    return {
      counts: {
        predicted: predicted.size,
        right,
        gold: gold.size,
        found: gold.size - missed.length,
        completePredicted: isComplete ? predicted.size : 0,
        completeRight: isComplete ? right : 0,
      },
      errors: [
        ...(isComplete ? wrong : []).map((value) => ({ kind: 'wrong', value, at: predicted.get(value).spans[0] })),
        ...missed.map((value) => ({ kind: 'missed', value, at: each.find(value) })),
      ],
    };
  },
  figures: [
    share('indicators, precision', 'right', 'predicted'),
    share('indicators, precision where the gold is complete', 'completeRight', 'completePredicted'),
    share('indicators, recall', 'found', 'gold'),
  ],
};

function normal(value) {
  return strip(plain(String(value)), ' .,;\'"*');
}

/** An address or network in one spelling; undefined for anything else. */
function network(value) {
  const [address = '', prefix] = value.trim().split('/');
  const version = isIP(address);
  if (version === 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined;
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  if (version === 6) return `${new URL(`http://[${address}]`).hostname}/${length}`;
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return `${Math.floor(number / 2 ** (32 - length))}/${length}`;
}

function same(one, other) {
  if (one === other || one.replace(/\/+$/, '') === other.replace(/\/+$/, '')) return true;
  const [a, b] = [network(one), network(other)];
  if (a !== undefined && b !== undefined) return a === b;
  if (a !== undefined || b !== undefined) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  // Annotators often keep only a user agent's product.
  return short.length >= 5 && long.includes(' ') && long.includes(short);
}

const NOT_PUBLIC =
  /^(?:0|10|127|22[4-9]|2[3-5]\d)\.|^169\.254\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^192\.0\.[02]\.|^198\.(?:1[89]|51\.100)\.|^203\.0\.113\./;

function isIncomplete(text, gold) {
  const listed = refang(text).match(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g) ?? [];
  return (
    new Set(listed.filter((each) => isIP(each) === 4 && !NOT_PUBLIC.test(each) && !gold.has(each))).size > LEFT_OUT_MAX
  );
}
