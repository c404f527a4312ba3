import { type Metrics, toAppError } from '@tripline/service';
import { Counter, Histogram } from 'prom-client';
import type { GenerationInput } from './generation-schema.js';

/** What the generation routes count. */
export interface GenerationMetrics {
  done(input: GenerationInput['inputType'], rules: number): void;
  failed(input: GenerationInput['inputType'], error: unknown): void;
  /** The caller went away before the answer. */
  abandoned(input: GenerationInput['inputType']): void;
}

/** Registers the metrics of generations. An outcome is `done`, `abandoned`, or the code of the error that was answered. */
export function createGenerationMetrics({ registry }: Metrics): GenerationMetrics {
  const registers = [registry];
  const generations = new Counter({
    name: 'tripline_generations_total',
    help: 'Generations asked for, by kind of input and outcome: done, abandoned, or the code of the error.',
    labelNames: ['input', 'outcome'] as const,
    registers,
  });
  const rules = new Histogram({
    name: 'tripline_generation_rules',
    help: 'Rules per generation, by kind of input.',
    labelNames: ['input'] as const,
    buckets: [0, 1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  });
  return {
    done(input, count) {
      generations.inc({ input, outcome: 'done' });
      rules.observe({ input }, count);
    },
    failed: (input, error) => generations.inc({ input, outcome: toAppError(error).code }),
    abandoned: (input) => generations.inc({ input, outcome: 'abandoned' }),
  };
}
