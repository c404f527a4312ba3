import { firstOf } from '../../draft/cut.js';
import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { titleOf } from '../../draft/text.js';
import { hashKind, isGenuineFile } from '../../indicators/hash-kind.js';
import type { AdvisoryDocument, Indicator, IndicatorType } from '../../model.js';
import { SHARED, selected, VALUES_MAX } from './shared.js';

const LABELS: Partial<Record<IndicatorType, string>> = {
  md5: 'MD5=',
  sha1: 'SHA1=',
  sha256: 'SHA256=',
  imphash: 'IMPHASH=',
};

/** One rule on the hashes of programs, and of files of which the text does not say what they are. Sysmon writes `MD5=…,SHA256=…`; with the label, a hash does not match inside a longer one. */
export function hashRules(
  doc: AdvisoryDocument,
  indicators: readonly Indicator[],
  product: 'windows' | 'macos',
): readonly RuleDraft[] {
  const ofPrograms = indicators.filter(
    (indicator) => (hashKind(doc, indicator) ?? 'program') === 'program' && !isGenuineFile(doc, indicator),
  );
  const all = ofPrograms.flatMap(({ type, value, spans }): readonly DraftValue[] => {
    const label = LABELS[type];
    const place = spans[0];
    return label === undefined || place === undefined ? [] : [{ literal: `${label}${value}`, origin: place }];
  });
  const { kept: hashes, cut } = firstOf(all, VALUES_MAX, 'hashes');
  if (hashes.length === 0) return [];
  return [
    {
      ...SHARED,
      platform: product === 'windows' ? 'endpoint-sysmon' : null,
      behaviour: 'indicators:hashes',
      title: titleOf(`Indicator Match - Execution Of Reported File Hash (${hashes.length})`),
      description: 'Low-level indicator rule: programs with hashes that the advisory lists.',
      logsource: { category: 'process_creation', product },
      selections: [selected('Hashes', ['contains'], hashes)],
      techniques: ['T1204.002'],
      confidence: 0.5,
      cut,
    },
  ];
}
