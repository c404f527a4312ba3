export { eventually } from './eventually.js';
export { FIRST_PORTS, portsFrom } from './port-plan.js';
export { serverSentEvents } from './server-sent-events.js';
export { killProcesses, type ServiceProcess, startServiceProcess } from './service-process.js';
export {
  createSoftwareAuthenticator,
  type Page,
  type SoftwareAuthenticator,
} from './software-authenticator.js';
export { startTestProxy, type TestProxy, testTls } from './test-proxy.js';
export { startTestServers, type TestServers } from './test-servers.js';
export { createTestDatabase, PATIENT_MS, type TestDatabase, testRedisUrl } from './test-stack.js';
export { createTestUser, TEST_PASSWORD } from './test-user.js';
export { startThrowAwayStack, type ThrowAwayStack } from './throw-away-stack.js';
