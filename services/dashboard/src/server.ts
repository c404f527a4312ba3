import { fileURLToPath } from 'node:url';
import { runStorelessProcess } from '@tripline/service';
import { createDashboardApp } from './app.js';
import { dashboardSettings } from './config.js';
import { errorBody } from './error-body.js';

/** The dashboard's process: the page and both APIs at one origin on PORT, health and metrics on ADMIN_PORT. */
await runStorelessProcess({
  name: 'tripline-dashboard',
  settings: dashboardSettings,
  // It can show its page, and say what is wrong, also while the services are away: a probe must not take it away with them.
  checks: () => ({}),
  async run({ adminPort, config, lifecycle, listen, log, metrics, readiness }) {
    const page = fileURLToPath(new URL('./web', import.meta.url));
    const app = createDashboardApp({ config, page, log, metrics, readiness, draining: lifecycle.draining });
    const port = await listen(app, { port: config.PORT, errorBody });
    log.info({ port, adminPort }, 'the dashboard is listening');
  },
});
