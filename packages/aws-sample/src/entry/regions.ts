import { AwsError } from '../aws-error.js';
import type { Call, Input, ServiceDefinition } from '../call.js';
import { flag, objects, texts } from '../input.js';
import type { OptInStatus } from '../inventory.js';
import { pageOf } from '../paging.js';

/** Opt-in status of a region of the account; nothing for an unknown region. */
function optIn(call: Call, region: string): OptInStatus | undefined {
  const inventory = call.account.regions[region];
  return inventory ? (inventory.optIn ?? 'opt-in-not-required') : undefined;
}

/** EC2's list of the account's regions. */
export function describeRegions(call: Call): object {
  const filters = objects(call.input, 'Filter');
  const named = texts(call.input, 'RegionName');
  const unknown = named?.find((region) => optIn(call, region) === undefined);
  if (unknown !== undefined) throw new AwsError('InvalidParameterValue', `Invalid region name: ${unknown}`);
  const regions = Object.keys(call.account.regions)
    .sort()
    .map((regionName) => ({
      regionName,
      regionEndpoint: `ec2.${regionName}.amazonaws.com`,
      optInStatus: optIn(call, regionName) ?? 'not-opted-in',
    }))
    // Without AllRegions the answer has only regions that can be used.
    .filter((region) => flag(call.input, 'AllRegions') === true || region.optInStatus !== 'not-opted-in')
    .filter((region) => !named || named.includes(region.regionName))
    .filter((region) => filters.every((filter) => passes(region, filter)));
  return { regionInfo: regions };
}

function passes(region: { regionName: string; regionEndpoint: string; optInStatus: string }, filter: Input): boolean {
  const values = texts(filter, 'Value') ?? [];
  switch (filter['Name']) {
    case 'region-name':
      return values.includes(region.regionName);
    case 'endpoint':
      return values.includes(region.regionEndpoint);
    case 'opt-in-status':
      return values.includes(region.optInStatus);
    default:
      throw new AwsError('InvalidParameterValue', `The filter '${String(filter['Name'])}' is invalid`);
  }
}

const ACCOUNT_STATUS: Readonly<Record<OptInStatus, string>> = {
  'opt-in-not-required': 'ENABLED_BY_DEFAULT',
  'opted-in': 'ENABLED',
  'not-opted-in': 'DISABLED',
};

function listRegions(call: Call): object {
  const wanted = texts(call.input, 'RegionOptStatusContains');
  const regions = Object.keys(call.account.regions)
    .sort()
    .map((region) => ({ RegionName: region, RegionOptStatus: ACCOUNT_STATUS[optIn(call, region) ?? 'not-opted-in'] }))
    .filter((region) => !wanted || wanted.includes(region.RegionOptStatus));
  const page = pageOf(call, regions, {
    sizeMember: 'MaxResults',
    max: 50,
    tokenError: 'ValidationException',
    sizeError: 'ValidationException',
    scope: wanted?.join(',') ?? '',
  });
  return { Regions: page.items, NextToken: page.nextToken };
}

/** Account Management. */
export const account: ServiceDefinition = {
  name: 'account',
  signingName: 'account',
  iamPrefix: 'account',
  wire: 'rest-json',
  throttling: { code: 'TooManyRequestsException', status: 429 },
  global: true,
  operations: { ListRegions: { route: 'POST /listRegions', handle: listRegions } },
};

/** IAM: the account's alias only. */
export const iam: ServiceDefinition = {
  name: 'iam',
  signingName: 'iam',
  iamPrefix: 'iam',
  wire: 'query',
  xmlNamespace: 'https://iam.amazonaws.com/doc/2010-05-08/',
  throttling: { code: 'Throttling', status: 400 },
  global: true,
  operations: {
    ListAccountAliases: {
      handle: ({ account: { alias } }) => ({ AccountAliases: alias === undefined ? [] : [alias], IsTruncated: false }),
    },
  },
};
