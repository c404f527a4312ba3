import { useState } from 'react';
import { MatrixGrid, UnknownGrid } from '../coverage/matrix-grid.js';
import { MatrixLegend } from '../coverage/matrix-legend.js';
import type { Shown, ShownRow } from '../coverage/matrix-rows.js';
import { stateOf, type Was } from '../coverage/technique-queries.js';
import { nothing, Part } from './part.js';

type Facts = Pick<Shown['technique'], 'confidence' | 'excluded' | 'status' | 'unverified' | 'visible'>;

const TACTICS = [
  ['TA0001', 'initial-access', 'Initial Access'],
  ['TA0003', 'persistence', 'Persistence'],
  ['TA0004', 'privilege-escalation', 'Privilege Escalation'],
].map(([tactic_id = '', tactic = '', name = '']) => ({
  ...{ tactic_id, tactic, name },
  ...{ total: 8, covered: 4, partial: 1, uncovered: 3, unknown: 1 },
}));

const BARE: Facts = { status: 'uncovered', confidence: 0, unverified: false, excluded: false, visible: false };
/** Each state, each warmth, and what is not certain. */
const CELLS: readonly Partial<Facts>[] = [
  ...[0.9, 0.6, 0.4, 0.2].map((confidence) => ({ status: 'covered', confidence }) as const),
  ...[0.9, 0.4].map((confidence) => ({ status: 'partial', confidence }) as const),
  { visible: true },
  {},
  { visible: null },
  { excluded: true },
  { status: 'partial', confidence: 0.3, unverified: true },
];

const shownOf = (facts: Partial<Facts>, index: number, was?: Was): Shown => {
  const technique: Shown['technique'] = {
    ...BARE,
    ...facts,
    technique_id: `T10${10 + index}`,
    name: index % 3 === 0 ? 'Account Manipulation: Additional Cloud Credentials' : `Technique ${index + 1}`,
    tactics: TACTICS.slice(0, 1 + (index % 3)).map(({ tactic_id }) => tactic_id),
    ...{ unknown_because: null, used_by: [], detection_count: 2, effective_detection_count: 1 },
  };
  return { technique, state: stateOf(technique), faded: index % 5 === 4, ...(was === undefined ? {} : { was }) };
};
const ROWS: readonly ShownRow[] = CELLS.map((facts, index) => ({
  ...shownOf(facts, index),
  children: index === 0 ? CELLS.slice(4, 8).map((child, at) => shownOf(child, 40 + at)) : [],
}));
const WAS: readonly Was[] = ['covered', 'partial', 'uncovered', 'not counted', 'everywhere', 'somewhere', 'nowhere'];
const COMPARED: readonly ShownRow[] = CELLS.flatMap((facts, index) =>
  WAS.map((was, at) => ({ ...shownOf(facts, index * WAS.length + at, was), children: [] })),
);

/** The matrix with cells of every state: by names, as tiles, compared, and before anything is known. */
export function MatrixParts() {
  const [chosen, setChosen] = useState('gap');
  return (
    <>
      <Part name="matrix-legend">
        <MatrixLegend chosen={chosen} onChoose={setChosen} rows={ROWS} />
      </Part>
      <Part name="matrix-names">
        <MatrixGrid density="names" tactics={TACTICS} techniques={ROWS} unfoldAll onOpen={nothing} />
      </Part>
      <Part name="matrix-tiles">
        <MatrixGrid density="tiles" tactics={TACTICS} techniques={ROWS} unfoldAll={false} onOpen={nothing} />
      </Part>
      <Part name="matrix-compared">
        <MatrixGrid density="names" tactics={TACTICS} techniques={COMPARED} unfoldAll={false} onOpen={nothing} />
      </Part>
      <Part name="matrix-compared-tiles">
        <MatrixGrid density="tiles" tactics={TACTICS} techniques={COMPARED} unfoldAll={false} onOpen={nothing} />
      </Part>
      <Part name="matrix-unknown">
        <UnknownGrid tactics={TACTICS} />
      </Part>
    </>
  );
}
