import { entryFor } from '../api/open-list.js';
import { Badge } from '../ui/badge.js';
import type { Level, RuleState } from './names.js';

const KINDS = { critical: 'bad', high: 'bad', medium: 'warn', low: 'info', informational: 'plain' } as const;
const STATES = { draft: 'plain', accepted: 'good', rejected: 'bad', deployed: 'info' } as const;

/** How severe what a rule finds is. */
export const LevelBadge = ({ level }: { level: Level }) => <Badge kind={KINDS[level]}>{level}</Badge>;

/** What its owner has decided about a rule. */
export const StateBadge = ({ state }: { state: RuleState }) => (
  <Badge kind={entryFor(STATES, state) ?? 'plain'}>{state}</Badge>
);
