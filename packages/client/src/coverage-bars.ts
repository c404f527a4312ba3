import type { CoverageAnswer } from './answers.js';

const CELLS = 20;

/** Coverage by tactic as text, one line each: full blocks for covered, half for partly covered, dots for the rest. */
export function coverageBars(byTactic: CoverageAnswer['by_tactic']): string[] {
  const width = Math.max(0, ...byTactic.map(({ name }) => name.length));
  return byTactic.map(({ covered, name, partial, total }) => {
    const full = Math.round((covered / total) * CELLS);
    const half = Math.min(CELLS - full, Math.round((partial / total) * CELLS));
    const bar = '█'.repeat(full) + '▒'.repeat(half) + '·'.repeat(CELLS - full - half);
    return `${name.padEnd(width)}  ${bar}  ${covered} of ${total}${partial > 0 ? `, ${partial} partial` : ''}`;
  });
}

/** Coverage in one sentence. What could not be looked into is told as unknown, and not as uncovered. */
export function coverageSentence(coverage: CoverageAnswer): string {
  const { attack_version, covered_techniques, coverage_percent, partial_techniques, total_techniques } = coverage;
  const unknown = coverage.unknown_techniques;
  return `Coverage ${coverage_percent} % of ATT&CK ${attack_version}: ${covered_techniques} of ${total_techniques} techniques covered, ${partial_techniques} partial, ${coverage.uncovered_techniques - unknown} uncovered${unknown > 0 ? `, ${unknown} unknown` : ''}`;
}
