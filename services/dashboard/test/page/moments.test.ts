import { momentOf, momentsApart } from '../../web/src/ui/moments.js';

const AT = '2026-11-29T20:15:07.250Z';
const SECONDS_BEFORE = '2026-11-29T20:15:01.000Z';
const MINUTES_BEFORE = '2026-11-29T20:11:07.250Z';

test('a moment that is alone in its minute is named to the minute', () => {
  expect(momentsApart([AT, MINUTES_BEFORE])).toEqual([momentOf(AT), momentOf(MINUTES_BEFORE)]);
});

test('moments of one minute are named to the second, and the others as before', () => {
  const [first = '', second = '', third] = momentsApart([AT, SECONDS_BEFORE, MINUTES_BEFORE]);
  expect([first, second].map((words) => /15:0[17]/.exec(words)?.[0])).toEqual(['15:07', '15:01']);
  expect(third).toBe(momentOf(MINUTES_BEFORE));
});

test('moments of one second are numbered, the oldest first', () => {
  const names = momentsApart([AT, '2026-11-29T20:15:07.100Z', '2026-11-29T20:15:07.000Z']);
  expect(names.map((words) => words.slice(-4))).toEqual([' (3)', ' (2)', ' (1)']);
});
