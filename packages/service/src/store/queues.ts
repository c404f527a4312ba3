/**
 * The queues of BullMQ: their names, and the prefix of their keys, which a Redis cluster keeps in one slot. They are all here, since the
 * operator's page shows them together.
 */
export const QUEUES = {
  mail: { name: 'mail', prefix: '{tripline}' },
  scans: { name: 'scans', prefix: '{tripline}' },
  firstScans: { name: 'first-scans', prefix: '{tripline}' },
  gapRules: { name: 'gap-rules', prefix: '{tripline}' },
  techniquesRead: { name: 'techniques-read', prefix: '{tripline}' },
  rulesWebhooks: { name: 'rules-webhooks', prefix: '{tripline}' },
  coverageWebhooks: { name: 'coverage-webhooks', prefix: '{tripline}' },
} as const;

/** The states of a rule that the coverage service is told of: those of the library, and `deleted` for one that is not in it any more. */
export const GAP_RULE_STATES = ['draft', 'accepted', 'rejected', 'deployed', 'deleted'] as const;

/**
 * What the rules service tells the coverage service of a rule that was written for a gap, in jobs `{ events: GapRuleEvent[] }` of the queue
 * `gapRules`. An event may come twice, and after a later one: of the same owner, account, technique and rule, the highest `seq` holds.
 */
export interface GapRuleEvent {
  /** A 64-bit number in decimal digits. */
  readonly seq: string;
  /** Whose the rule is: a user or a team. */
  readonly ownerId: string;
  /** The user who had it written. */
  readonly makerId: string;
  /** The cloud account, as the caller named it: it may be nobody's, or somebody else's. */
  readonly accountId: string;
  readonly techniqueId: string;
  readonly ruleKey: string;
  readonly state: (typeof GAP_RULE_STATES)[number];
}

/**
 * What the rules service tells the coverage service of a document that somebody had read, in jobs `{ events: TechniquesReadEvent[] }` of the queue
 * `techniquesRead`. An event may come twice, and after a later one: of the same generation, the highest `seq` holds.
 */
export interface TechniquesReadEvent {
  /** A 64-bit number in decimal digits. */
  readonly seq: string;
  readonly generationId: string;
  /** Whose the generation is: a user or a team. */
  readonly ownerId: string;
  /** When it was read, in ISO 8601. */
  readonly readAt: string;
  /** The SHA-256 of the document, by which readings of the same are told from those of others. */
  readonly documentSha256: string;
  readonly title: string;
  /** The techniques that it shows; none once the generation is deleted. */
  readonly techniqueIds: readonly string[];
}
