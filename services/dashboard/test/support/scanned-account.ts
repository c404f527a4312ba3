import { randomUUID } from 'node:crypto';
import { asPerson, makeRole, newPerson, type Person } from './stack.js';

/** Somebody whose copy of the sample account has been scanned, by the API. */
export async function scanned(): Promise<{ person: Person; account: string; scan: string }> {
  const person = await newPerson('enterprise');
  const api = await asPerson(person);
  const { id, connection } = await api('POST', '/accounts', {
    name: 'Sample',
    provider: 'aws',
    external_account_id: '111122223333',
  });
  const role = `tripline-${randomUUID()}`;
  await makeRole(role, connection.external_id);
  await api('PATCH', `/accounts/${id}`, { role_arn: `arn:aws:iam::111122223333:role/${role}` });
  const scan = await api('POST', `/accounts/${id}/scans`, {});
  const status = await endOfScan(person, scan.id);
  if (status !== 'completed') throw new Error(`the scan ended as ${status}`);
  return { person, account: id, scan: scan.id };
}

const RULE = `title: Trail stopped
id: 5b8d6f0a-3d1f-4e57-9a53-0c2a4c7f1e11
status: test
logsource:
    product: aws
    service: cloudtrail
detection:
    selection:
        eventSource: cloudtrail.amazonaws.com
        eventName: StopLogging
    condition: selection
level: high
tags:
    - attack.t1562.008
`;

/** Declares a rule by which an account covers more than before. @returns the id of the snapshot before it */
export async function declareMore(person: Person, account: string): Promise<string> {
  const api = await asPerson(person);
  await api('POST', `/accounts/${account}/detections`, { rules: [RULE], siem: 'siem_spl' });
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    const { snapshots } = await api('GET', `/accounts/${account}/coverage/history`);
    if (snapshots.length > 1) return snapshots[1].id;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the declared rule made no snapshot');
}

/** Waits for the end of a scan, and gives the status that it ended with. */
export async function endOfScan(person: Person, scan: string): Promise<string> {
  const api = await asPerson(person);
  for (const end = performance.now() + 120_000; performance.now() < end; ) {
    const { status } = await api('GET', `/scans/${scan}`);
    if (status !== 'pending' && status !== 'running') return status;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the scan did not end');
}
