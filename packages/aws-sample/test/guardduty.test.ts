import {
  GetCustomDetectionRuleCommand,
  GetDetectorCommand,
  GetFilterCommand,
  GuardDutyClient,
  ListCustomDetectionRuleAssociationsCommand,
  ListCustomDetectionRulesCommand,
  ListDetectorsCommand,
  ListFiltersCommand,
} from '@aws-sdk/client-guardduty';
import { sampleAccount } from './support/sample-account.js';
import { refusal, samples } from './support/sdk.js';

const start = samples();
const DetectorId = 'a4c1d0f27be94f5c8d11';

test('a detector lists its features; a region without GuardDuty has no detector', async () => {
  const { config } = await sampleAccount(start);
  const guardduty = new GuardDutyClient(config());
  expect((await guardduty.send(new ListDetectorsCommand({}))).DetectorIds).toEqual([DetectorId]);
  const detector = await guardduty.send(new GetDetectorCommand({ DetectorId }));
  expect(detector.Status).toBe('ENABLED');
  expect(detector.Features).toContainEqual({ Name: 'S3_DATA_EVENTS', Status: 'ENABLED' });
  const runtime = detector.Features?.find((feature) => feature.Name === 'RUNTIME_MONITORING');
  expect(runtime?.AdditionalConfiguration).toContainEqual({ Name: 'EC2_AGENT_MANAGEMENT', Status: 'DISABLED' });
  const none = await new GuardDutyClient(config('eu-central-1')).send(new ListDetectorsCommand({}));
  expect(none.DetectorIds).toEqual([]);
});

test('a filter says whether it archives, and which findings', async () => {
  const { config } = await sampleAccount(start);
  const guardduty = new GuardDutyClient(config());
  const { FilterNames = [] } = await guardduty.send(new ListFiltersCommand({ DetectorId, MaxResults: 50 }));
  expect(FilterNames).toHaveLength(3);
  const filter = await guardduty.send(new GetFilterCommand({ DetectorId, FilterName: FilterNames[0] }));
  expect(filter).toMatchObject({
    Action: 'ARCHIVE',
    CreatedAt: new Date('2025-03-02T07:00:00Z'),
    FindingCriteria: { Criterion: { type: { Equals: ['Recon:EC2/Portscan'] } } },
  });
});

test('custom detection rules are live, dry-run or not associated at all', async () => {
  const { config } = await sampleAccount(start);
  const guardduty = new GuardDutyClient(config());
  const { Rules = [] } = await guardduty.send(new ListCustomDetectionRulesCommand({}));
  const modes = await Promise.all(
    Rules.map(async ({ RuleId }) => {
      const { RuleAssociations } = await guardduty.send(new ListCustomDetectionRuleAssociationsCommand({ RuleId }));
      return RuleAssociations?.map((association) => association.Mode);
    }),
  );
  expect(modes).toEqual([['LIVE'], ['DRY_RUN'], []]);
  const { Rule } = await guardduty.send(new GetCustomDetectionRuleCommand({ RuleId: Rules[0]?.RuleId }));
  expect(Rule?.Definition?.Expression).toContain('ModifySnapshotAttribute');
  const dry = await guardduty.send(new ListCustomDetectionRuleAssociationsCommand({ Mode: 'DRY_RUN' }));
  expect(dry.RuleAssociations?.map((association) => association.RuleId)).toEqual([Rules[1]?.RuleId]);
});

test('an unknown id is refused as in GuardDuty', async () => {
  const { config } = await sampleAccount(start);
  const guardduty = new GuardDutyClient(config());
  const DetectorOfAnother = '00000000000000000000';
  expect(await refusal(guardduty.send(new GetDetectorCommand({ DetectorId: DetectorOfAnother })))).toMatchObject({
    name: 'BadRequestException',
    status: 400,
  });
  const filter = new GetFilterCommand({ DetectorId, FilterName: 'nothing' });
  expect(await refusal(guardduty.send(filter))).toMatchObject({ name: 'BadRequestException' });
  const rule = new GetCustomDetectionRuleCommand({ RuleId: 'nothing' });
  expect(await refusal(guardduty.send(rule))).toMatchObject({ name: 'ResourceNotFoundException', status: 404 });
});
