/** How far a gap is: the first three are what people say of it, the others follow from coverage and from accepted risks. */
export const GAP_STATES = ['open', 'in_progress', 'waiting_for_scan', 'closed', 'risk_accepted'] as const;
export type GapState = (typeof GAP_STATES)[number];

/** The states that people set. */
export const SET_STATES = ['open', 'in_progress', 'waiting_for_scan'] as const satisfies readonly GapState[];

/** What is recorded of the work on a gap. */
export interface GapWork {
  readonly state: (typeof SET_STATES)[number];
  /** Who does it. */
  readonly owner: string | null;
  readonly dueAt: Date | null;
  readonly ticketUrl: string | null;
  readonly updatedAt: Date | null;
}

/** A gap of which nobody has said anything. */
export const NO_WORK: GapWork = { state: 'open', owner: null, dueAt: null, ticketUrl: null, updatedAt: null };

/**
 * The state of a gap now. A technique that is covered is closed; an accepted risk that is in force is one; a gap whose rules are deployed waits for the scan that
 * shows them, unless somebody says otherwise.
 */
export function stateOf(
  work: GapWork,
  now: { readonly isCovered: boolean; readonly isRiskAccepted: boolean; readonly deployedRules: number },
): GapState {
  if (now.isCovered) return 'closed';
  if (now.isRiskAccepted) return 'risk_accepted';
  return work.updatedAt === null && now.deployedRules > 0 ? 'waiting_for_scan' : work.state;
}
