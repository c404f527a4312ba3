/** Macie in one region; not enabled where absent. */
export interface MacieInventory {
  session: {
    status: 'ENABLED' | 'PAUSED';
    findingPublishingFrequency?: 'FIFTEEN_MINUTES' | 'ONE_HOUR' | 'SIX_HOURS';
    serviceRole?: string;
    createdAt?: string;
    updatedAt?: string;
  };
  jobs?: {
    jobId: string;
    name: string;
    jobType: 'ONE_TIME' | 'SCHEDULED';
    jobStatus: 'RUNNING' | 'PAUSED' | 'CANCELLED' | 'COMPLETE' | 'IDLE' | 'USER_PAUSED';
    createdAt?: string;
    lastRunErrorStatus?: { code: 'NONE' | 'ERROR' };
  }[];
  /** The account that administers this one, which gets its findings. */
  administrator?: { accountId: string; relationshipStatus?: 'Invited' | 'Enabled' | 'Removed' | 'Resigned' };
}

declare module '../../inventory.js' {
  interface RegionInventory {
    macie?: MacieInventory;
  }
}
