import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { createEngine, type Engine } from '@tripline/rules-service';
import { createMetrics } from '@tripline/service';
import { ADVISORY } from '../support/sample-advisory.js';

const LIMITS = { threads: 2, queue: 8, timeoutSeconds: 60, memoryMb: 512, freeWorkNiceness: 0 };
const TASK = {
  kind: 'advisory',
  bytes: new TextEncoder().encode(ADVISORY),
  contentType: 'text/plain',
  readOn: '2026-03-04',
  before: [],
  options: {},
} as const;

const FOR = { user: 'somebody', lane: 'paid' } as const;

/** One engine for what is asked of one thread: loading the engine in a thread takes more than a second of the processor. */
let engine: Engine;
beforeAll(() => {
  engine = createEngine({ ...LIMITS, threads: 1, queue: 4, freeWorkNiceness: 10 }, createMetrics('test'));
});
afterAll(() => engine.close());

describe('threads between users', () => {
  const done: string[] = [];
  const run = (user: string) =>
    engine.run(TASK, { user, lane: 'paid' }).then(
      () => void done.push(user),
      (error: { status: number }) => void done.push(`${user} ${error.status}`),
    );
  beforeEach(() => {
    done.length = 0;
  });

  test('are given in turns: the first task of a user goes before the many of another', async () => {
    await Promise.all(['many', 'many', 'many', 'many', 'one'].map(run));
    expect(done).toEqual(['many', 'one', 'many', 'many', 'many']);
  });

  test('refuse the last task of the user with most waiting with 503 when the queue is full', async () => {
    await Promise.all(['many', 'many', 'many', 'many', 'many', 'one', 'many'].map(run));
    expect(done.filter((each) => each.endsWith('503'))).toEqual(['many 503', 'many 503']);
    expect(done.filter((each) => each === 'one')).toHaveLength(1);
  });
});

describe('a task whose settings come while its document is read', () => {
  const { before, readOn, ...DOCUMENT } = TASK;

  test('gives what it gives with them from the start', async () => {
    const [late, atOnce] = await Promise.all([
      engine.run(DOCUMENT, { ...FOR, settings: Promise.resolve({ before, readOn }) }),
      engine.run(TASK, FOR),
    ]);
    expect(late.result).toEqual(atOnce.result);
    expect(late.result.rules[0]?.yaml).toContain(readOn);
  });

  test('fails as they fail, also where the document cannot be read, and its thread does the next task', async () => {
    const fault = new Error('the store is not there');
    const bytes = new Uint8Array();
    for (const task of [DOCUMENT, { ...DOCUMENT, bytes }]) {
      await expect(engine.run(task, { ...FOR, settings: Promise.reject(fault) })).rejects.toBe(fault);
    }
    const { result } = await engine.run(TASK, FOR);
    expect(result.rules.length).toBeGreaterThan(0);
  });

  test('fails as its document does where they come', async () => {
    const bytes = new Uint8Array();
    const settings = Promise.resolve({ before, readOn });
    await expect(engine.run({ ...DOCUMENT, bytes }, { ...FOR, settings })).rejects.toMatchObject({ status: 422 });
  });
});

describe('a task that asks what to compare its rules with', () => {
  test('keeps its thread until it is told, and answers with what covers them', async () => {
    const answer = await engine.run(TASK, {
      ...FOR,
      toCompare: async ({ result: { rules } }) => ({
        rules: rules.map(({ key, tests, yaml }) => ({ key, tests, yaml, lines: [] })),
        standing: rules.map(({ yaml }, at) => ({ id: String(at), yaml })),
      }),
    });
    const { covering = [], document, result } = answer;
    expect(document.text).not.toBe('');
    expect(covering).toHaveLength(result.rules.length);
    expect(covering.filter((all, at) => all.some(({ id }) => id === String(at))).length).toBeGreaterThan(0);
  });

  test('fails as asking fails, and its thread does the next task', async () => {
    const fault = new Error('the library is not there');
    const asking = engine.run(TASK, { ...FOR, toCompare: () => Promise.reject(fault) });
    await expect(asking).rejects.toBe(fault);
    const { result } = await engine.run(TASK, FOR);
    expect(result.rules.length).toBeGreaterThan(0);
  });

  test('ends with its caller who leaves before it is told', async () => {
    const caller = new AbortController();
    const asking = engine.run(TASK, {
      ...FOR,
      signal: caller.signal,
      toCompare: () => {
        caller.abort();
        return new Promise(() => undefined);
      },
    });
    await expect(asking).rejects.toThrow();
    const { result } = await engine.run(TASK, FOR);
    expect(result.rules.length).toBeGreaterThan(0);
  });
});

test('work that nobody pays for never holds the only thread: a paid task of a later moment is done first', async () => {
  const done: string[] = [];
  const free = Array.from({ length: 5 }, (_, at) =>
    engine.run(TASK, { user: `free ${at}`, lane: 'free' }).then(() => void done.push('free')),
  );
  const paid = engine.run(TASK, { user: 'payer', lane: 'paid' }).then(() => void done.push('paid'));
  await Promise.all([...free, paid]);
  expect(done).toHaveLength(6);
  expect(done.indexOf('paid')).toBeLessThan(5);
});

test('work that nobody pays for runs in threads that step back on the processor, and paid work does not', async () => {
  await engine.run(TASK, { user: 'payer', lane: 'paid' });
  await engine.run(TASK, { user: 'somebody', lane: 'free' });
  const all = nicenessOfThreads();
  expect(all.filter((niceness) => niceness === 10)).toHaveLength(1);
  expect(all.filter((niceness) => niceness > getPriority())).toHaveLength(1);
});

/** The `nice` values of this process's threads: field 19 of proc_pid_stat(5), counted after the name, which may hold blanks. */
function nicenessOfThreads(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

describe('warming the engine up', () => {
  const metrics = createMetrics('test');
  let warm: Engine;
  beforeAll(async () => {
    warm = createEngine(LIMITS, metrics);
    await warm.warmUp();
  });
  afterAll(() => warm.close());

  test('is not counted for any user, and leaves both threads free', async () => {
    const text = await metrics.registry.metrics();
    expect(text).not.toMatch(/^tripline_engine_task_duration_seconds_count/m);
    expect(text).toMatch(/^tripline_engine_threads_busy\{.*\} 0$/m);
    const answers = await Promise.all([warm.run(TASK, FOR), warm.run(TASK, FOR)]);
    expect(await metrics.registry.metrics()).toMatch(/^tripline_engine_task_duration_seconds_count\{.*\} 2$/m);
    expect(answers[0]).toEqual(answers[1]);
  });

  test('changes no answer', async () => {
    // Nothing ever warms up the thread that unpaid work begins.
    expect(await warm.run(TASK, FOR)).toEqual(await engine.run(TASK, { user: 'somebody', lane: 'free' }));
  });
});
