import {
  ConfigServiceClient,
  type ConfigurationRecorderStatus,
  DescribeConfigurationRecorderStatusCommand,
  DescribeConfigurationRecordersCommand,
  type RecordingGroup,
} from '@aws-sdk/client-config-service';
import { type CollectorContext, call } from '../../collector.js';
import { config } from './service.js';

/**
 * The state of a region's configuration recorder, requested once per scan; undefined where there is none. Recorders that belong to an AWS
 * service only feed that service, not Config rules.
 */
export function recorderStatus(context: CollectorContext): Promise<ConfigurationRecorderStatus | undefined> {
  const { session, region } = context;
  return session.shared(`recorder status ${region}`, async () => {
    const client = session.client(ConfigServiceClient, region);
    const { ConfigurationRecordersStatus: all = [] } = await call(
      context,
      config,
      'DescribeConfigurationRecorderStatus',
      () => client.send(new DescribeConfigurationRecorderStatusCommand({})),
    );
    const own = all.filter(isCustomers);
    return own.find(({ recording }) => recording === true) ?? own[0];
  });
}

/** Whether the region's recorder records a resource type (`AWS::S3::Bucket`). */
export async function recordedTypes(context: CollectorContext): Promise<(type: string) => boolean> {
  const client = context.session.client(ConfigServiceClient, context.region);
  const { ConfigurationRecorders: all = [] } = await call(context, config, 'DescribeConfigurationRecorders', () =>
    client.send(new DescribeConfigurationRecordersCommand({})),
  );
  const group = all.filter(isCustomers)[0]?.recordingGroup;
  return (type) => group === undefined || records(group, type);
}

/** IAM's types, which a recorder of all types records only with `includeGlobalResourceTypes`. */
const GLOBAL_TYPES: readonly string[] = ['AWS::IAM::Group', 'AWS::IAM::Policy', 'AWS::IAM::Role', 'AWS::IAM::User'];

function records(group: RecordingGroup, type: string): boolean {
  const excluded: readonly string[] = group.exclusionByResourceTypes?.resourceTypes ?? [];
  if (group.recordingStrategy?.useOnly === 'EXCLUSION_BY_RESOURCE_TYPES' || excluded.length > 0)
    return !excluded.includes(type);
  const included: readonly string[] = group.resourceTypes ?? [];
  if (group.allSupported !== true) return included.includes(type);
  return group.includeGlobalResourceTypes !== false || !GLOBAL_TYPES.includes(type);
}

function isCustomers({ servicePrincipal }: { readonly servicePrincipal?: string | undefined }): boolean {
  return servicePrincipal === undefined;
}
