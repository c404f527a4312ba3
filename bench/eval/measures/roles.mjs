// Whose a thing is, against labels of our own (`roles.jsonl`: the document by the hash of its id, a place in its canonical text, the role). The
// labelled places do not depend on what the engine finds: a place where it finds no thing is one without a role.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findEvidence } from '@tripline/advisory';

const LABELS = new URL('../roles.jsonl', import.meta.url);
/** A role of fewer labels says nothing. */
const LABELS_MIN = 30;

let known;

function labels() {
  known ??= readFileSync(LABELS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return known;
}

function labelsOf(id) {
  const document = createHash('sha256').update(id).digest('hex').slice(0, 16);
  return labels().filter((label) => label.document === document);
}

/** Roles that enough labels name, the most frequent first. */
function measuredRoles() {
  const count = (role) => labels().filter((label) => label.role === role).length;
  const roles = [...new Set(labels().map(({ role }) => role))];
  return roles.filter((role) => count(role) >= LABELS_MIN).sort((a, b) => count(b) - count(a));
}

const judgements = new WeakMap();

/** The labels of an advisory, each with the role that the engine gives to the thing at its place. */
function judgedLabels({ id, doc }) {
  const before = judgements.get(doc);
  if (before !== undefined) return before;
  const own = labelsOf(id);
  const things = own.length === 0 ? [] : findEvidence(doc).things;
  const found = own.map(({ place, role }) => {
    const thing = things.find(({ spans }) => spans.some(({ start, end }) => start <= place && place < end));
    return { role, place, found: thing?.role, value: thing?.value ?? '' };
  });
  judgements.set(doc, found);
  return found;
}

/** F1 of each role that enough labels name. */
export const roles = measuredRoles().map((role) => ({
  pooled: true,
  count(judged) {
    const own = judgedLabels(judged);
    if (own.length === 0) return undefined;
    const named = own.filter((label) => label.role === role);
    const given = own.filter((label) => label.found === role);
    const hits = named.filter((label) => label.found === role).length;
    const wrong = own.filter((label) => (label.role === role) !== (label.found === role));
    return {
      counts: { hits, named: named.length, given: given.length },
      errors: wrong.map((label) => ({ kind: label.role === role ? 'missed' : 'wrong', value: label.value })),
    };
  },
  figures: [
    {
      name: `role ${role}, F1`,
      of: ({ hits, named, given }) => ({
        value: named + given === 0 ? undefined : (2 * hits) / (named + given),
        support: named,
      }),
    },
  ],
}));
