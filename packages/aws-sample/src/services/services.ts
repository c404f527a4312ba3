// One line for each AWS service that scans read: its folder has the inventory's type and the operations.
export * from './access_analyzer/service.js';
export * from './cloudtrail/service.js';
export * from './cloudwatch/service.js';
export * from './config/service.js';
export * from './ec2/service.js';
export * from './eventbridge/service.js';
export * from './guardduty/service.js';
export * from './inspector/service.js';
export * from './lambda/service.js';
export * from './logs/service.js';
export * from './macie/service.js';
export * from './network_firewall/service.js';
export * from './securityhub/service.js';
export * from './sns/service.js';
