import { awsEvents, techniquesOfOperation } from '@tripline/attack';
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
