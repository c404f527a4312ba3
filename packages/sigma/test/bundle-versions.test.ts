import { createHash } from 'node:crypto';
import {
  type BundleItem,
  bundle,
  DEPLOY_FORMATS,
  parseSigma,
  ruleVersion,
  type SigmaCorrelation,
  type SigmaRule,
  stringifySigma,
} from '@tripline/sigma';
import { load } from 'js-yaml';
import { itemsOf, LOGON, SHELL, USER, unpacked } from './support/bundle-items.js';

describe('id and version of a rule in a bundle', () => {
  const [item] = itemsOf(SHELL) as [BundleItem];
  const canonical = stringifySigma(load(SHELL) as Parameters<typeof stringifySigma>[0]);
  const version = createHash('sha256').update(canonical).digest('hex').slice(0, 12);

  it('is the hash of the canonical YAML, however the rule is laid out', () => {
    expect(ruleVersion(item.document, item.collection)).toBe(version);
    const [other] = itemsOf(canonical) as [BundleItem];
    expect(ruleVersion(other.document, other.collection)).toBe(version);
    const [changed] = itemsOf(SHELL.replace('cmd.exe', 'sh.exe')) as [BundleItem];
    expect(ruleVersion(changed.document, changed.collection)).not.toBe(version);
  });

  it('of a correlation changes with the rules that it refers to, of a rule with its filter', () => {
    const last = (text: string) => {
      const collection = parseSigma(text);
      return ruleVersion(collection.documents.at(-1) as SigmaCorrelation, collection);
    };
    expect(last(LOGON)).not.toBe(last(LOGON.replace('4625', '4624')));
    const filtered = parseSigma(`${SHELL}---
title: Not the scanner
logsource: { product: windows, category: process_creation }
filter: { rules: [shell], s: { User: scanner }, condition: not s }
`);
    expect(ruleVersion(filtered.documents[0] as SigmaRule, filtered)).not.toBe(version);
  });

  it.each(DEPLOY_FORMATS.filter((format) => format !== 'eventbridge' && format !== 'metric-filter'))(
    'stand in %s, with the number in the library',
    (format) => {
      const made = bundle(format, [{ ...item, libraryVersion: 7 }]);
      const texts =
        format === 'savedsearches'
          ? Object.values(unpacked(made.files[0]?.bytes as Uint8Array))
          : made.files.map(({ bytes }) => Buffer.from(bytes).toString());
      const all = texts.join('\n');
      for (const told of ['6e3b4f6a-8f0d-4f5e-9c53-0d6f1c1a2b3c', version]) expect(all).toContain(told);
      expect(all).toMatch(/library_?version"?\W+7\b|"libraryVersion":7|7 in the library/i);
    },
  );

  it.each(['eventbridge', 'metric-filter'] as const)('stand in the template of %s', (format) => {
    const [aws] = itemsOf(USER) as [BundleItem];
    const { Resources } = JSON.parse(
      Buffer.from(bundle(format, [{ ...aws, libraryVersion: 7 }]).files[0]?.bytes ?? []).toString(),
    );
    const [rule] = Object.values(Resources as Record<string, { Metadata?: object }>).filter(({ Metadata }) => Metadata);
    expect(rule?.Metadata).toEqual({
      Sigma: {
        id: '11111111-2222-4333-8444-555555555555',
        version: ruleVersion(aws.document, aws.collection),
        libraryVersion: 7,
      },
    });
  });
});
