import type { Metrics } from '@tripline/service';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { EngineAnswers } from './engine-tasks.js';

/** How a task ended after it got a thread. `refused`: the document cannot be read. `given_up`: the caller left. `failed`: our fault. */
export type TaskOutcome = 'done' | 'refused' | 'out_of_time' | 'out_of_memory' | 'given_up' | 'failed';

/** What the pool counts. */
export interface EngineMetrics {
  /** A task got its thread after so many seconds. */
  waited(seconds: number): void;
  ended(kind: keyof EngineAnswers, outcome: TaskOutcome, seconds: number): void;
  /** A task was answered 503 because no thread came free. */
  turnedAway(): void;
}

/** Registers the engine's metrics; the numbers of threads and of waiting tasks are asked at each scrape. */
export function createEngineMetrics(
  { registry }: Metrics,
  pool: { threads(): number; busy(): number; waiting(): number },
): EngineMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('tripline_engine_threads', 'Worker threads that read, draft and convert.', () => pool.threads());
  gauge('tripline_engine_threads_busy', 'Worker threads at work.', () => pool.busy());
  gauge('tripline_engine_queue_length', 'Tasks that wait for a worker thread.', () => pool.waiting());
  const wait = new Histogram({
    name: 'tripline_engine_wait_seconds',
    help: 'Time a task waited for a worker thread, in seconds.',
    buckets: [0.001, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const duration = new Histogram({
    name: 'tripline_engine_task_duration_seconds',
    help: 'Time a task had a worker thread, in seconds, by kind and how it ended.',
    labelNames: ['kind', 'outcome'] as const,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const turnedAway = new Counter({
    name: 'tripline_engine_turned_away_total',
    help: 'Tasks answered 503 because all threads were busy and the queue was full or did not move.',
    registers,
  });
  return {
    waited: (seconds) => wait.observe(seconds),
    ended: (kind, outcome, seconds) => duration.observe({ kind, outcome }, seconds),
    turnedAway: () => turnedAway.inc(),
  };
}
