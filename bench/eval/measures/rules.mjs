// Rules as such: conversions, human rules found again, traceable values, over-broad rules.

import { DEFAULT_TARGET_IDS } from '@tripline/sigma';
import { evaluate, valuesOf } from '../sigma-rule.mjs';
import { literalOf, pieces, plain, squeezed, strip } from '../text.mjs';
import { WEAK_VALUES } from '../weak-values.mjs';
import { share } from './document-scores.mjs';

/** Platform → the labels annotators give its rules. */
const PLATFORM_LABELS = {
  'cloud-audit-1': 'aws_cloudtrail',
  'cloud-audit-2': 'gcp_audit',
  'cloud-audit-3': 'azure_activity',
  'endpoint-sysmon': 'sysmon',
  'endpoint-security': 'windows_security',
  'endpoint-powershell': 'powershell',
  'endpoint-auditd': 'linux_auditd',
  'container-audit': 'k8s_audit',
  'identity-1': 'okta_system',
  'identity-2-signin': 'entra_signin',
  'identity-2-audit': 'entra_audit',
  'waf-1': 'waf',
  'waf-2': 'waf',
};
const LABELS = new Set(Object.values(PLATFORM_LABELS));

/** A measure with one figure, the share of hits: `countOf(judged)` gives `{hits, total, errors}`. */
function counted(name, countOf) {
  return {
    pooled: true,
    count(each) {
      const { hits, total, errors } = countOf(each);
      return total === 0 ? undefined : { counts: { hits, total }, errors };
    },
    figures: [share(name, 'hits', 'total')],
  };
}

/** Rules with a valid detection and a conversion to every target that is not empty. */
export const conversions = counted('rules that are valid and convert to all targets', ({ rules }) => {
  const bad = rules.filter(
    ({ sigma, conversions: given }) =>
      sigma.faults.length > 0 || !DEFAULT_TARGET_IDS.every((target) => (given[target] ?? '').trim() !== ''),
  );
  const errors = bad.map(({ title, sigma }) => ({
    kind: 'wrong',
    value: `${title}: ${sigma.faults[0] ?? 'not converted'}`,
  }));
  return { hits: rules.length - bad.length, total: rules.length, errors };
});

/** Human rules for the advisory with a rare value in its text, matched by a rule on the right platform with such a value. */
export const humanRules = counted('human rules found again', (each) => {
  const wanted = (each.gold.sigmahq_rules ?? []).filter(
    ({ distinctive_values_in_text: values, platform }) => (values ?? []).length > 0 && LABELS.has(platform),
  );
  const missed = wanted.filter(
    ({ distinctive_values_in_text: values, platform }) =>
      !each.rules.some(
        (rule) =>
          PLATFORM_LABELS[rule.platform] === platform &&
          valuesOf(rule.sigma, false).some(([, , value]) => values.some((gold) => sameValue(value, gold))),
      ),
  );
  const errors = missed.map(({ id, distinctive_values_in_text: values }) => ({
    kind: 'missed',
    value: `${id}: ${values.join(', ')}`,
    at: each.find(literalOf(values[0])),
  }));
  return { hits: wanted.length - missed.length, total: wanted.length, errors };
});

function sameValue(generated, gold) {
  const [a, b] = [generated, gold].map((value) => strip(plain(literalOf(value)), '\\/ '));
  if (a.length < 4 || b.length < 4) return false;
  return a.includes(b) || (b.includes(a) && a.length >= 8 && a.length >= 0.6 * b.length);
}

/** Detection values that are in the text, or have a quote that is, or name a template. */
export const traceability = counted('detection values traced to the text or a template', ({ text, doc, rules }) => {
  if (text === undefined) return { hits: 0, total: 0 };
  // A source may escape what its page shows: `REG\\_DWORD` in Markdown.
  const shown = `${text}\n${doc.text}`;
  const [body, tight] = [plain(shown), squeezed(shown)];
  const errors = [];
  let total = 0;
  for (const { title, sigma, evidence } of rules) {
    const backed = backedValues(evidence, tight);
    for (const [field, modifiers, raw] of valuesOf(sigma)) {
      total += 1;
      if (!isTraced(raw, modifiers, { body, tight, backed }))
        errors.push({ kind: 'wrong', value: `${title}: ${field}=${raw}` });
    }
  }
  return { hits: total - errors.length, total, errors };
});

function backedValues(evidence, tight) {
  const backed = new Set();
  for (const { value, quote, template } of evidence) {
    const stands = template !== undefined || (squeezed(quote) !== '' && tight.includes(squeezed(quote)));
    if (stands) for (const form of [plain(literalOf(value)), plain(value)]) backed.add(form);
  }
  return backed;
}

function isTraced(raw, modifiers, { body, tight, backed }) {
  if (modifiers.includes('re')) return backed.has(plain(raw));
  const value = plain(literalOf(raw));
  const bare = strip(value, '\\/ ');
  const parts = pieces(plain(raw))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const stands = parts.length > 0 && parts.every((part) => body.includes(part) || tight.includes(squeezed(part)));
  return stands || (bare.length >= 3 && body.includes(bare)) || backed.has(value) || backed.has(plain(raw));
}

const STRUCTURE =
  /^(?:eventSource|EventID|EventLog|Channel|Provider_Name|type|LogonType|Initiated|readOnly|category|categoryValue|(?:data\.)?(?:protoPayload\.)?serviceName|status|outcome\.result|properties\.result|properties\.status\.errorCode|level|severity|action|objectRef\.apiVersion|objectRef\.apiGroup|resource\.type|errorCode|result|resultType|userIdentity\.type)$/i;
const PROGRAM_FIELD = /image|processname|originalfilename|^exe$|^comm$/i;

/** What it takes to satisfy an item: 0 structure alone, 1 one weak value, 2 a specific value. */
function costOfItem(field, modifiers, values) {
  const costs = values.map((value) => {
    if (value === null || value === undefined || (field !== undefined && STRUCTURE.test(field))) return 0;
    if (field === 'eventType' && String(value).startsWith('Aws')) return 0;
    const text = plain(literalOf(String(value))).trim();
    const bare = strip(text, '\\/ ');
    const program =
      WEAK_VALUES.has(bare.split(/[\\/]/).at(-1) ?? '') && bare.length < 40 && PROGRAM_FIELD.test(field ?? '');
    const weak = bare.length < 5 || WEAK_VALUES.has(text) || WEAK_VALUES.has(bare) || program;
    const numeric = /^\d+$/.test(bare) && field !== undefined;
    return (modifiers.includes('re') && bare.length >= 8) || !(weak || numeric) ? 2 : 1;
  });
  if (costs.length === 0) return 0;
  return modifiers.includes('all') ? costs.reduce((sum, cost) => sum + cost, 0) : Math.min(...costs);
}

/** Rules that one weak value, or structure alone, satisfies; filters count as not matching. Lower is better. */
export const overBroad = counted('over-broad rules (lower is better)', ({ rules }) => {
  const judged = rules.filter(({ sigma }) => sigma.faults.length === 0);
  const broad = judged.filter(
    ({ sigma }) =>
      evaluate(sigma, {
        item: costOfItem,
        any: (costs) => (costs.length === 0 ? 0 : Math.min(...costs)),
        all: (costs) => costs.reduce((sum, cost) => sum + cost, 0),
        negate: () => 0,
      }) <= 1,
  );
  const errors = broad.map(({ title, evidence }) => ({
    kind: 'wrong',
    value: title,
    at: evidence.find(({ start }) => start !== undefined),
  }));
  return { hits: broad.length, total: judged.length, errors };
});
