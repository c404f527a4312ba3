import { readFileSync } from 'node:fs';

/** Region names by partition (source: data/SOURCES.md). */
const PARTITIONS = JSON.parse(
  readFileSync(new URL('../../data/aws-regions.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;
const partitionByRegion = new Map(
  Object.entries(PARTITIONS).flatMap(([partition, regions]) => regions.map((region) => [region, partition] as const)),
);

/**
 * Whether AWS has a region of this name. Only the table decides, no pattern: `us-east-9` looks like a region and is a typing error. A region
 * that is newer than the table is scanned all the same by whoever names none, since the account itself lists its regions.
 */
export function isRegionName(name: string): boolean {
  return partitionByRegion.has(name);
}

/** The partition a region lies in, as its ARNs spell it; `aws` for a region that the table does not have. */
function partitionOf(region: string): string {
  return partitionByRegion.get(region) ?? 'aws';
}

/** The ARN of a resource of a region's service. */
export function regionalArn(region: string, service: string, accountId: string, resource: string): string {
  return `arn:${partitionOf(region)}:${service}:${region}:${accountId}:${resource}`;
}
