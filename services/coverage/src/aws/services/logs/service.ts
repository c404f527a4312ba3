// Beside CloudWatch's: its alarms are judged by metric filters, and metric filters by its alarms, so one of the two folders must know both.
export { logs } from '../cloudwatch/logs-service.js';
