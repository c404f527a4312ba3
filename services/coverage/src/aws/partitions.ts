import { readFileSync } from 'node:fs';

/** Region names by partition (source: data/SOURCES.md). */
const PARTITIONS = JSON.parse(
  readFileSync(new URL('../../data/aws-regions.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;
const partitionByRegion = new Map(
  Object.entries(PARTITIONS).flatMap(([partition, regions]) => regions.map((region) => [region, partition] as const)),
);

/**
 * Whether AWS has a region of this name. Only the table decides: `us-east-9` has the form of a region name and is a mistake. A region newer
 * than the table is scanned nevertheless unless the caller names regions, since the account itself lists its regions.
 */
export function isRegionName(name: string): boolean {
  return partitionByRegion.has(name);
}

/** The partition of a region, as in ARNs; `aws` for a region that is not in the table. */
function partitionOf(region: string): string {
  return partitionByRegion.get(region) ?? 'aws';
}

/** The ARN of a resource of a region's service. */
export function regionalArn(region: string, service: string, accountId: string, resource: string): string {
  return `arn:${partitionOf(region)}:${service}:${region}:${accountId}:${resource}`;
}
