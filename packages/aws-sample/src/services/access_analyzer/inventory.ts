/** IAM Access Analyzer in one region. */
export interface AccessAnalyzerInventory {
  analyzers: {
    name: string;
    arn?: string;
    type: string;
    status: 'ACTIVE' | 'CREATING' | 'DISABLED' | 'FAILED';
    statusReason?: { code: string };
    createdAt?: string;
    lastResourceAnalyzedAt?: string;
    configuration?: Record<string, unknown>;
  }[];
}

declare module '../../inventory.js' {
  interface RegionInventory {
    access_analyzer?: AccessAnalyzerInventory;
  }
}
