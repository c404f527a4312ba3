import { createEngine, type Engine } from '@tripline/rules-service';
import { createMetrics } from '@tripline/service';
import { ADVISORY } from './support/sample-advisory.js';

const LIMITS = { threads: 2, queue: 8, timeoutSeconds: 60, memoryMb: 512 };
const TASK = {
  kind: 'advisory',
  bytes: new TextEncoder().encode(ADVISORY),
  contentType: 'text/plain',
  options: {},
} as const;

describe('warming the engine up', () => {
  const engines: Engine[] = [];
  const start = () => {
    const metrics = createMetrics('test');
    const engine = createEngine(LIMITS, metrics);
    engines.push(engine);
    return { engine, metrics };
  };
  afterAll(() => Promise.all(engines.map((engine) => engine.close())));

  test('is no task of anybody: it is counted nowhere, and both threads are free afterwards', async () => {
    const { engine, metrics } = start();
    await engine.warmUp();
    const text = await metrics.registry.metrics();
    expect(text).not.toMatch(/^tripline_engine_task_duration_seconds_count/m);
    expect(text).toMatch(/^tripline_engine_threads_busy\{.*\} 0$/m);
    const answers = await Promise.all([engine.run(TASK), engine.run(TASK)]);
    expect(await metrics.registry.metrics()).toMatch(/^tripline_engine_task_duration_seconds_count\{.*\} 2$/m);
    expect(answers[0]).toEqual(answers[1]);
  });

  test('changes no answer', async () => {
    const [warm, cold] = [start().engine, start().engine];
    await warm.warmUp();
    expect(await warm.run(TASK)).toEqual(await cold.run(TASK));
  });
});
