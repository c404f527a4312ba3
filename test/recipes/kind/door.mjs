/** A report with such a thing gives its rule. */
export function look({ tripline }) {
  const text = 'The intruder copied the archives to the AWS bucket s3://acme-loot-7731 with stolen keys.';
  const answer = tripline(['generate', '-', '--format', 'json'], text);
  if (!answer.includes('Bucket Of The Reported Intrusion - acme-loot-7731')) throw new Error(answer.slice(0, 500));
  return 'a report that names one gives its rule';
}
