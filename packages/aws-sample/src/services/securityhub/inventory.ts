/** Security Hub in one region; not enabled where absent. */
export interface SecurityHubInventory {
  hub?: {
    SubscribedAt?: string;
    AutoEnableControls?: boolean;
    ControlFindingGenerator?: 'SECURITY_CONTROL' | 'STANDARD_CONTROL';
  };
  standards?: SecurityStandard[];
  controls?: SecurityControl[];
  insights?: SecurityInsight[];
  /** ARNs of product subscriptions. */
  products?: string[];
  /** The account that administers this one, which gets its findings. */
  administrator?: { AccountId: string; MemberStatus?: 'Invited' | 'Enabled' | 'Removed' | 'Resigned' };
}

/** A standard. One with `StandardsStatus` is subscribed to; the others are available. */
export interface SecurityStandard {
  StandardsArn: string;
  Name: string;
  Description?: string;
  EnabledByDefault?: boolean;
  StandardsStatus?: 'PENDING' | 'READY' | 'FAILED' | 'DELETING' | 'INCOMPLETE';
  StandardsStatusReason?: { StatusReasonCode: string };
}

/** A control, with its state in each standard. */
export interface SecurityControl {
  SecurityControlId: string;
  Title: string;
  Description?: string;
  RemediationUrl?: string;
  SeverityRating: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
  CurrentRegionAvailability?: 'AVAILABLE' | 'UNAVAILABLE';
  /** The result of its check, as a finding of the control has it; no finding where absent. */
  compliance?: 'PASSED' | 'FAILED' | 'WARNING' | 'NOT_AVAILABLE';
  associations: {
    StandardsArn: string;
    AssociationStatus: 'ENABLED' | 'DISABLED';
    RelatedRequirements?: string[];
    UpdatedAt?: string;
    UpdatedReason?: string;
  }[];
}

/** A saved insight. */
export interface SecurityInsight {
  InsightArn: string;
  Name: string;
  Filters: Record<string, unknown>;
  GroupByAttribute: string;
}

declare module '../../inventory.js' {
  interface RegionInventory {
    securityhub?: SecurityHubInventory;
  }
}
