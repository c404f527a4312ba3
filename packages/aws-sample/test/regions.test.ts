import { AccountClient, ListRegionsCommand } from '@aws-sdk/client-account';
import { DescribeRegionsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { IAMClient, ListAccountAliasesCommand } from '@aws-sdk/client-iam';
import { assume, clientConfig, refusal, samples } from './support/sdk.js';

const start = samples();

async function config() {
  const regions = {
    'us-east-1': {},
    'eu-south-1': { optIn: 'opted-in' as const },
    'af-south-1': { optIn: 'not-opted-in' as const },
  };
  const roles = [{ name: 'Open', externalId: null }];
  const sample = await start({ inventory: { accounts: { '111122223333': { alias: 'harbor', roles, regions } } } });
  return clientConfig(sample, 'us-east-1', await assume(sample, '111122223333', 'Open'));
}

test('DescribeRegions lists all regions with their opt-in status, or only those that can be used', async () => {
  const ec2 = new EC2Client(await config());
  const all = await ec2.send(new DescribeRegionsCommand({ AllRegions: true }));
  expect(all.Regions?.map((region) => [region.RegionName, region.OptInStatus])).toEqual([
    ['af-south-1', 'not-opted-in'],
    ['eu-south-1', 'opted-in'],
    ['us-east-1', 'opt-in-not-required'],
  ]);
  const usable = await ec2.send(new DescribeRegionsCommand({}));
  expect(usable.Regions?.map((region) => region.RegionName)).toEqual(['eu-south-1', 'us-east-1']);
});

test('DescribeRegions takes names and filters, and refuses those it does not know', async () => {
  const ec2 = new EC2Client(await config());
  const status = (value: string) => [{ Name: 'opt-in-status', Values: [value] }];
  const filtered = await ec2.send(new DescribeRegionsCommand({ AllRegions: true, Filters: status('not-opted-in') }));
  expect(filtered.Regions?.map((region) => region.RegionName)).toEqual(['af-south-1']);
  const named = await ec2.send(new DescribeRegionsCommand({ RegionNames: ['us-east-1'] }));
  expect(named.Regions?.map((region) => region.Endpoint)).toEqual(['ec2.us-east-1.amazonaws.com']);
  expect(await refusal(ec2.send(new DescribeRegionsCommand({ RegionNames: ['xx-1'] })))).toMatchObject({
    name: 'InvalidParameterValue',
  });
  const unknown = new DescribeRegionsCommand({ Filters: [{ Name: 'colour', Values: ['red'] }] });
  expect((await refusal(ec2.send(unknown))).message).toContain("'colour'");
});

test('Account Management and IAM describe the same account', async () => {
  const made = await config();
  const account = new AccountClient(made);
  const { Regions: off } = await account.send(new ListRegionsCommand({ RegionOptStatusContains: ['DISABLED'] }));
  expect(off).toEqual([{ RegionName: 'af-south-1', RegionOptStatus: 'DISABLED' }]);
  const { Regions: all } = await account.send(new ListRegionsCommand({}));
  expect(all?.map((region) => region.RegionOptStatus)).toEqual(['DISABLED', 'ENABLED', 'ENABLED_BY_DEFAULT']);
  const aliases = await new IAMClient(made).send(new ListAccountAliasesCommand({}));
  expect(aliases.AccountAliases).toEqual(['harbor']);
});
