import { readdirSync, readFileSync } from 'node:fs';
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

describe('threads between users', () => {
  let engine: Engine;
  const done: string[] = [];
  const run = (user: string) =>
    engine.run(TASK, { user, lane: 'paid' }).then(
      () => void done.push(user),
      (error: { status: number }) => void done.push(`${user} ${error.status}`),
    );
  beforeEach(() => {
    done.length = 0;
    engine = createEngine({ ...LIMITS, threads: 1, queue: 4 }, createMetrics('test'));
  });
  afterEach(() => engine.close());

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

describe('a task that asks what to compare its rules with', () => {
  let engine: Engine;
  beforeEach(() => {
    engine = createEngine({ ...LIMITS, threads: 1 }, createMetrics('test'));
  });
  afterEach(() => engine.close());

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
  const engine = createEngine({ ...LIMITS, threads: 1, queue: 32 }, createMetrics('test'));
  const done: string[] = [];
  try {
    const free = Array.from({ length: 12 }, (_, at) =>
      engine.run(TASK, { user: `free ${at}`, lane: 'free' }).then(() => void done.push('free')),
    );
    const paid = engine.run(TASK, { user: 'payer', lane: 'paid' }).then(() => void done.push('paid'));
    await Promise.all([...free, paid]);
    expect(done).toHaveLength(13);
    expect(done.indexOf('paid')).toBeLessThan(12);
  } finally {
    await engine.close();
  }
});

test('work that nobody pays for runs in threads that step back on the processor, and paid work does not', async () => {
  const engine = createEngine({ ...LIMITS, threads: 1, freeWorkNiceness: 10 }, createMetrics('test'));
  try {
    const before = nicenessOfThreads();
    await engine.run(TASK, { user: 'payer', lane: 'paid' });
    await engine.run(TASK, { user: 'somebody', lane: 'free' });
    const after = nicenessOfThreads();
    expect(Math.min(...after)).toBe(Math.min(...before));
    expect(after.filter((niceness) => niceness === 10)).toHaveLength(1);
  } finally {
    await engine.close();
  }
});

/** The `nice` values of this process's threads: field 19 of proc_pid_stat(5), counted after the name, which may hold blanks. */
function nicenessOfThreads(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

describe('warming the engine up', () => {
  const engines: Engine[] = [];
  const start = () => {
    const metrics = createMetrics('test');
    const engine = createEngine(LIMITS, metrics);
    engines.push(engine);
    return { engine, metrics };
  };
  afterAll(() => Promise.all(engines.map((engine) => engine.close())));

  test('is not counted for any user, and leaves both threads free', async () => {
    const { engine, metrics } = start();
    await engine.warmUp();
    const text = await metrics.registry.metrics();
    expect(text).not.toMatch(/^tripline_engine_task_duration_seconds_count/m);
    expect(text).toMatch(/^tripline_engine_threads_busy\{.*\} 0$/m);
    const answers = await Promise.all([engine.run(TASK, FOR), engine.run(TASK, FOR)]);
    expect(await metrics.registry.metrics()).toMatch(/^tripline_engine_task_duration_seconds_count\{.*\} 2$/m);
    expect(answers[0]).toEqual(answers[1]);
  });

  test('changes no answer', async () => {
    const [warm, cold] = [start().engine, start().engine];
    await warm.warmUp();
    expect(await warm.run(TASK, FOR)).toEqual(await cold.run(TASK, FOR));
  });
});
