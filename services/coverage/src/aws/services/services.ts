// One line for each AWS service that a scan reads: its descriptor. Beside this line a service is a folder (CONTRIBUTING.md).
export { accessAnalyzer } from './access_analyzer/service.js';
export { cloudtrail } from './cloudtrail/service.js';
export { cloudwatch } from './cloudwatch/service.js';
export { config } from './config/service.js';
export { ec2 } from './ec2/service.js';
export { eventbridge } from './eventbridge/service.js';
export { guardduty } from './guardduty/service.js';
export { inspector } from './inspector/service.js';
export { lambda } from './lambda/service.js';
export { logs } from './logs/service.js';
export { macie } from './macie/service.js';
export { networkFirewall } from './network_firewall/service.js';
export { securityhub } from './securityhub/service.js';
export { sns } from './sns/service.js';
