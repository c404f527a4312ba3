import { createFairTurns, TooManyRequestsError, UnavailableError } from '@tripline/service';
import { eventually } from '@tripline/stack';

const bounds = { places: 1, waiting: 100, waitingPerOwner: 50, waitMs: 60_000 };

/** Lets the callbacks of settled promises run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Requests a turn for each owner, and records in `began` the owners in the order of their turns. */
function noteTurns(turns: ReturnType<typeof createFairTurns>, owners: readonly string[]): string[] {
  const began: string[] = [];
  for (const owner of owners) void turns.take(owner).then(() => began.push(owner));
  return began;
}

test('an owner with many tasks waiting does not delay the tasks of other owners', async () => {
  const turns = createFairTurns(bounds);
  await turns.take('many');
  const began = noteTurns(turns, ['many', 'many', 'many', 'one', 'two', 'two']);
  let holder = 'many';
  for (let count = 1; count <= 6; count += 1) {
    turns.giveBack(holder);
    await settled();
    expect(began).toHaveLength(count);
    holder = began.at(-1) as string;
  }
  expect(began).toEqual(['one', 'two', 'many', 'two', 'many', 'many']);
});

test('a free place goes to the owner with the fewest at work', async () => {
  const turns = createFairTurns({ ...bounds, places: 3 });
  for (const owner of ['a', 'a', 'b']) await turns.take(owner);
  const began = noteTurns(turns, ['a', 'b']);
  turns.giveBack('a');
  turns.giveBack('a');
  await settled();
  // When the first place became free, each owner had one turn at work, and a's last turn was longer ago than b's.
  expect(began).toEqual(['a', 'b']);
});

test('more than may wait are refused, of one owner with 429 and of all with 503', async () => {
  const turns = createFairTurns({ ...bounds, waiting: 3, waitingPerOwner: 2 });
  await turns.take('a');
  const waiting = [turns.take('a'), turns.take('a')];
  await expect(turns.take('a')).rejects.toThrow(TooManyRequestsError);
  waiting.push(turns.take('b'));
  await expect(turns.take('b')).rejects.toThrow(UnavailableError);
  for (const owner of ['a', 'b', 'a', 'a']) turns.giveBack(owner);
  await Promise.all(waiting);
});

test('a full queue refuses the last task of the owner with most waiting, and accepts owners with fewer', async () => {
  const turns = createFairTurns({ ...bounds, waiting: 3 });
  await turns.take('many');
  const waiting = [1, 2, 3].map(() => turns.take('many'));
  const one = turns.take('one');
  await expect(waiting[2]).rejects.toThrow(UnavailableError);
  // With one more, this owner would have as many waiting as the other.
  await expect(turns.take('one')).rejects.toThrow(UnavailableError);
  for (const owner of ['many', 'one', 'many', 'many']) turns.giveBack(owner);
  await Promise.all([one, ...waiting.slice(0, 2)]);
});

test('a waiting task gets its turn although new tasks keep arriving', async () => {
  const turns = createFairTurns(bounds);
  await turns.take('a');
  const began = noteTurns(turns, ['a', 'b']);
  turns.giveBack('a');
  await settled();
  expect(began).toEqual(['b']);
  const later = noteTurns(turns, ['c']);
  turns.giveBack('b');
  await settled();
  expect([began, later]).toEqual([['b', 'a'], []]);
  // Nothing is left waiting: its refusal would come while another file is tested.
  turns.giveBack('a');
  await settled();
  expect(later).toEqual(['c']);
});

test('a caller that leaves or has waited too long gives up its turn', async () => {
  const turns = createFairTurns({ ...bounds, waitMs: 1 });
  await turns.take('a');
  const leaving = new AbortController();
  const left = turns.take('b', leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(turns.take('b')).rejects.toThrow(UnavailableError);
  turns.giveBack('a');
  await turns.take('c');
});

describe('lanes', () => {
  const two = { ...bounds, places: 2, lanes: { first: 2, second: 1 } };
  const noteLanes = (turns: ReturnType<typeof createFairTurns>, lanes: readonly string[]): string[] => {
    const began: string[] = [];
    for (const [at, lane] of lanes.entries())
      void turns.take(`owner ${at}`, undefined, lane).then(() => began.push(lane));
    return began;
  };

  test('a lane leaves to the others what it may not use, however many of its owners wait', async () => {
    const turns = createFairTurns(two);
    const began = noteLanes(turns, ['second', 'second', 'second', 'first']);
    await settled();
    expect(began).toEqual(['second', 'first']);
    for (const owner of ['owner 0', 'owner 1']) turns.giveBack(owner, 'second');
    await settled();
    expect(began).toEqual(['second', 'first', 'second', 'second']);
  });

  test('a free place goes to the lane with nothing at work, else to the first', async () => {
    const turns = createFairTurns(two);
    for (const owner of ['a', 'b']) await turns.take(owner, undefined, 'first');
    const began = noteLanes(turns, ['first', 'first', 'second', 'second']);
    turns.giveBack('a', 'first');
    await settled();
    expect(began).toEqual(['second']);
    turns.giveBack('b', 'first');
    await settled();
    expect(began).toEqual(['second', 'first']);
    turns.giveBack('owner 2', 'second');
    turns.giveBack('owner 0', 'first');
    await settled();
    expect(began).toHaveLength(4);
  });

  test('a full lane turns nobody of another away', async () => {
    const turns = createFairTurns({ ...two, waiting: 1 });
    await turns.take('a', undefined, 'second');
    const waiting = turns.take('b', undefined, 'second');
    await expect(turns.take('c', undefined, 'second')).rejects.toThrow(UnavailableError);
    for (const owner of ['d', 'e']) void turns.take(owner, undefined, 'first');
    await settled();
    expect(turns.waiting()).toBe(2);
    turns.giveBack('a', 'second');
    turns.giveBack('d', 'first');
    await waiting;
  });
});

test('who waits in a queue that moves is served, however long it takes; in one that stands still, refused', async () => {
  const turns = createFairTurns({ ...bounds, waitMs: 1000 });
  await turns.take('many');
  const began = noteTurns(turns, Array<string>(30).fill('many'));
  const from = performance.now();
  for (let served = 1; served <= 30; served += 1) {
    await eventually(async () => performance.now() - from >= served * 80);
    turns.giveBack('many');
    await settled();
    expect(began).toHaveLength(served);
  }
  await expect(turns.take('many')).rejects.toThrow(UnavailableError);
});
