/** A cloud account, as far as callers of ours read it. */
export interface AccountAnswer {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly external_account_id: string;
  readonly status: string;
  readonly last_scan_at: string | null;
  readonly connection: { readonly external_id: string; readonly role_arn: string | null };
}

/** What went wrong in a scan. */
export interface ScanErrorAnswer {
  readonly service: string;
  readonly region: string | null;
  readonly operation: string | null;
  readonly code: string;
  readonly kind: string;
  readonly message: string;
}

/** A scan, while it runs and after. */
export interface ScanAnswer {
  readonly id: string;
  readonly status: string;
  readonly progress_percent: number;
  readonly current_step: string;
  readonly regions: readonly string[];
  readonly detections_found: number;
  readonly detections_new: number;
  readonly detections_updated: number;
  readonly detections_removed: number;
  readonly errors: readonly ScanErrorAnswer[];
}

/** What a finished scan changed. */
export interface ScanResultsAnswer {
  readonly status: string;
  readonly regions_scanned: readonly string[];
  readonly regions_skipped: readonly { readonly region: string; readonly reason: string }[];
  readonly detections_found: number;
  readonly by_status: Readonly<Record<string, number>>;
  readonly coverage_before: number | null;
  readonly coverage_after: number | null;
  readonly techniques_gained: readonly string[];
  readonly techniques_lost: readonly string[];
  readonly api_calls: number;
  readonly duration_ms: number;
}

/** An account's coverage. */
export interface CoverageAnswer {
  readonly cloud_account_name: string;
  readonly total_techniques: number;
  readonly covered_techniques: number;
  readonly partial_techniques: number;
  readonly uncovered_techniques: number;
  readonly unverified_techniques: number;
  readonly unknown_cells: number;
  readonly coverage_percent: number;
  readonly average_confidence: number;
  readonly attack_version: string;
  readonly last_scan_at: string | null;
  readonly by_tactic: readonly {
    readonly name: string;
    readonly total: number;
    readonly covered: number;
    readonly partial: number;
  }[];
}

/** A technique the account would not notice. */
export interface GapAnswer {
  readonly technique_id: string;
  readonly name: string;
  readonly status: string;
  readonly unverified: boolean;
  readonly priority: string;
  readonly reasons: readonly string[];
  readonly suggested_detections: readonly string[];
}
