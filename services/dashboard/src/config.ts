import { type CommonConfig, commonSettings, type HttpConfig, httpSettings } from '@tripline/service';
import Joi from 'joi';

/** Settings of the dashboard's server. */
export interface DashboardConfig extends CommonConfig, HttpConfig {
  RULES_URL: string;
  COVERAGE_URL: string;
  PUBLIC_RULES_URL?: string;
  PUBLIC_COVERAGE_URL?: string;
}

const address = () => Joi.string().uri({ scheme: ['http', 'https'] });

/** Schema of {@link DashboardConfig}, for `loadConfig`. */
export const dashboardSettings = Joi.object<DashboardConfig>({
  ...commonSettings,
  ...httpSettings({ port: 4000, adminPort: 4105 }),
  RULES_URL: address()
    .default('http://127.0.0.1:4001')
    .description(
      'Where the rules service answers. The coverage service reads declared detections there, the dashboard passes calls on to it.',
    ),
  COVERAGE_URL: address()
    .default('http://127.0.0.1:4002')
    .description('Where the coverage service answers the dashboard’s server, without a path.'),
  PUBLIC_RULES_URL: address().description(
    'Where programs outside reach the rules service, for the examples of the dashboard; RULES_URL by default.',
  ),
  PUBLIC_COVERAGE_URL: address().description(
    'Where programs outside reach the coverage service, without a path; COVERAGE_URL by default.',
  ),
});
