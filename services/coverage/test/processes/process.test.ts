import { killProcesses } from '@tripline/stack';
import { describeProcess } from '@tripline/stack/suites';
import { at } from '../support/harness.js';
import { startProcess } from '../support/process.js';

afterAll(killProcesses);

describeProcess({ schema: 'coverage', startProcess, open: { path: at('/accounts'), status: 401 } });
