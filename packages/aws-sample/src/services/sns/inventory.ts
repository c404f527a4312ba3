/** SNS in one region. Where it is absent, every topic that is asked for is there and has a subscriber, so that inventories need not tell of it. */
export interface SnsInventory {
  topics: SnsTopic[];
}

/** A topic with its subscriptions. */
export interface SnsTopic {
  name: string;
  subscriptions?: {
    protocol: 'email' | 'https' | 'lambda' | 'sqs' | 'sms';
    endpoint: string;
    /** Whether it waits for its confirmation. */
    pending?: boolean;
  }[];
}

declare module '../../inventory.js' {
  interface RegionInventory {
    sns?: SnsInventory;
  }
}
