import type { ProviderFolder } from '../cloud/provider-folder.js';
import { prepareReading, readDeclaredRule } from '../mapping/read-declared-rule.js';
import { readNamedWords } from '../mapping/read-named-words.js';
import { readSigmaCondition } from '../mapping/sigma-condition.js';
import { AWS_LOG_IDS, awsFacts } from './aws-facts.js';
import { AWS_FEED_KINDS } from './feed-gaps.js';
import { AWS_DETECTION_TYPES, AWS_TYPES_READ_FROM_TEXT } from './services/index.js';

const ROLE_ARN = /^arn:aws(?:-cn|-us-gov)?:iam::(\d{12}):role\/[\w+=,.@/-]{1,512}$/;
const loadProvider = () => import('./aws-provider.js');

/** AWS, as the list of providers has it. */
export const aws: ProviderFolder = {
  facts: awsFacts,
  detectionTypes: AWS_DETECTION_TYPES,
  typesReadFromText: AWS_TYPES_READ_FROM_TEXT,
  logIds: AWS_LOG_IDS,
  feedKinds: AWS_FEED_KINDS,
  accounts: {
    number: /^\d{12}$/,
    numberIs: 'the twelve digits of an AWS account',
    role: ROLE_ARN,
    roleIs: 'the ARN of an IAM role, such as arn:aws:iam::111122223333:role/tripline',
    noun: 'AWS account',
    accountOfRole: (role) => ROLE_ARN.exec(role)?.[1],
  },
  declared: {
    prepare: prepareReading,
    read: (sources, conditions, isCounted) => readDeclaredRule(sources, conditions.map(readSigmaCondition), isCounted),
    named: readNamedWords,
    usual: { product: 'aws', service: 'cloudtrail' },
  },
  open: async (config, log) => (await loadProvider()).createAwsProvider(config, log),
  load: async () => {
    await (await loadProvider()).loadCollectors();
  },
};
