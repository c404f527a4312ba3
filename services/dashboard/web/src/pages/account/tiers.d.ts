/** Made by the build from the table of packages/auth; see web/tiers-plugin.ts. */
declare module 'virtual:tiers' {
  /** What each tier allows, the lowest first; `TierLimits` of packages/auth says what the figures mean. */
  export const TIERS: readonly {
    readonly tier: string;
    readonly activeKeys: number;
    readonly generationsPerDayPerKey: number;
    readonly generationsPerDayPerSession: number;
    readonly requestsAtWork: number;
    readonly engineSecondsPerHour: number;
    readonly teamSeats: number;
    readonly coverageCallsPerHour: number;
    readonly cloudAccounts: number;
    readonly scheduleMinutes: number;
    readonly features: readonly ('coverage' | 'keyManagement' | 'teams')[];
  }[];
}
