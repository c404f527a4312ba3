import { awsEvents, awsReads, techniquesOfOperation } from '@tripline/attack';
import { mapped } from './support/mapped.js';

test('rules are tagged with the techniques that coverage counts for the same operation of AWS', () => {
  const different = awsEvents().filter(({ source, name }) => {
    const pattern = `{ ($.eventSource = "${source}") && ($.eventName = "${name}") }`;
    const counted = mapped({ kind: 'metric_filter', pattern }).map(({ techniqueId }) => techniqueId);
    const tagged = techniquesOfOperation('aws', name, source).map(({ id }) => id);
    return counted.length === 0 || [...counted].sort().join() !== [...tagged].sort().join();
  });
  expect(different.map(({ source, name }) => `${source}/${name}`)).toEqual([]);
});

test('a call that only lists or describes is tagged with discovery in rules, and coverage counts the same as the least support', () => {
  expect(awsReads().flatMap(({ names }) => names).length).toBeGreaterThan(2000);
  for (const { source, names, techniqueId } of awsReads()) {
    const pattern = JSON.stringify({ detail: { eventSource: [source], eventName: names } });
    const counted = mapped({ kind: 'event_pattern', pattern, allManagementEvents: true });
    expect(counted.map((mapping) => [mapping.techniqueId, mapping.strength])).toEqual([[techniqueId, 'minimal']]);
    for (const name of names) {
      expect([name, techniquesOfOperation('aws', name, source).map(({ id }) => id)]).toEqual([name, [techniqueId]]);
    }
  }
});
