import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BundleItem, parseSigma, standaloneDocuments } from '@tripline/sigma';

/** A rule of processes, whose command line holds what looks like an index. */
export const SHELL = `title: Encoded command
id: 6e3b4f6a-8f0d-4f5e-9c53-0d6f1c1a2b3c
name: shell
description: A shell was started with an encoded command.
level: high
tags: [attack.execution, attack.t1059.001]
logsource: { product: windows, category: process_creation }
detection: { s: { Image|endswith: '\\\\cmd.exe', CommandLine|contains: 'index="*"' }, condition: s }
`;
/** A rule of AWS's log, on a call that changes something. */
export const USER = `title: User created
id: 11111111-2222-4333-8444-555555555555
logsource: { product: aws, service: cloudtrail }
detection: { s: { eventSource: iam.amazonaws.com, eventName: CreateUser }, condition: s }
`;
/** A rule of AWS's log, on a call that only reads. */
export const LISTED = `title: Buckets listed
logsource: { product: aws, service: cloudtrail }
detection: { s: { eventSource: s3.amazonaws.com, eventName: ListBuckets }, condition: s }
`;
/** A correlation and the rule that it counts. */
export const LOGON = `title: Failed logon
name: failed
logsource: { product: windows, service: security }
detection: { s: { EventID: 4625 }, condition: s }
---
title: Many failed logons
correlation: { type: event_count, rules: [failed], group-by: [TargetUserName], timespan: 10m, condition: { gte: 5 } }
`;

/** The rules and correlations of some texts, each as a bundle takes it. */
export const itemsOf = (...texts: readonly string[]): readonly BundleItem[] =>
  texts.flatMap((text) => {
    const collection = parseSigma(text);
    expect(collection.errors).toEqual([]);
    return standaloneDocuments(collection).map((document) => ({ document, collection }));
  });

/** The files of a packed app, by the system's tar. */
export function unpacked(bytes: Uint8Array): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'tripline-app-'));
  try {
    execFileSync('tar', ['-xzf', '-', '-C', folder], { input: bytes });
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return Object.fromEntries(
      names.map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
