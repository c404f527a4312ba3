/** The networks of one region and their flow logs, in the form of EC2's wire: camelCase. */
export interface Ec2Inventory {
  vpcs?: { vpcId: string; cidrBlock?: string; isDefault?: boolean }[];
  flowLogs?: {
    flowLogId: string;
    /** A network, a subnet or an interface. */
    resourceId: string;
    trafficType: 'ALL' | 'ACCEPT' | 'REJECT';
    flowLogStatus?: 'ACTIVE';
    deliverLogsStatus?: 'SUCCESS' | 'FAILED';
    deliverLogsErrorMessage?: string;
    logDestinationType?: 'cloud-watch-logs' | 's3' | 'kinesis-data-firehose';
    logDestination?: string;
    logGroupName?: string;
  }[];
}

declare module '../../inventory.js' {
  interface RegionInventory {
    ec2?: Ec2Inventory;
  }
}
