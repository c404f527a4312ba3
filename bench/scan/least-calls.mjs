/** Largest page that AWS gives, per listing. */
const PAGE = {
  detectors: 50,
  filters: 50,
  buses: 100,
  rules: 100,
  targets: 100,
  alarms: 100,
  metricFilters: 50,
  queries: 1000,
  configRules: 25,
  standards: 100,
  controls: 100,
  insights: 100,
  stores: 1000,
  analyzers: 100,
  jobs: 200,
  inspectorFilters: 100,
  subscriptions: 50,
  functions: 50,
  networks: 1000,
};

/** Calls for a list of this length: at least one, which says that it is empty. */
const listing = (items, page) => Math.max(1, Math.ceil((items?.length ?? 0) / page));
const sum = (items, count) => (items ?? []).reduce((total, item) => total + count(item), 0);

/**
 * The fewest calls that can read each service of a region, from its content and AWS's page sizes: every list once, and one call more for
 * what a list leaves out and a verdict needs.
 */
const REGIONAL = {
  guardduty: ({ guardduty: it, eventbridge, securityhub }) =>
    listing(it?.detectors, PAGE.detectors) +
    // Filters are listed by name; each needs a call of its own to say what it suppresses.
    sum(it?.detectors, ({ filters }) => 1 + listing(filters, PAGE.filters) + (filters?.length ?? 0)) +
    sum(it?.detectors, () => consumerCalls(eventbridge, securityhub)) +
    // Without a detector no custom rule runs; without a rule there are no associations.
    (it?.detectors?.length > 0 ? listing(it.customDetectionRules, PAGE.filters) : 0) +
    (it?.customDetectionRules?.length > 0 ? listing(it.customDetectionRuleAssociations, PAGE.filters) : 0),
  eventbridge: ({ eventbridge: it }) =>
    listing(it?.buses, PAGE.buses) +
    sum(
      it?.buses,
      ({ rules }) =>
        listing(rules, PAGE.rules) +
        sum(rules, ({ EventPattern: pattern, State: state, targets }) =>
          pattern === undefined || state === 'DISABLED' ? 0 : listing(targets, PAGE.targets),
        ),
    ),
  cloudwatch: ({ cloudwatch: it }) =>
    listing([...(it?.metricAlarms ?? []), ...(it?.compositeAlarms ?? []), ...(it?.logAlarms ?? [])], PAGE.alarms),
  logs: ({ logs: it }) =>
    listing(
      it?.logGroups?.flatMap(({ metricFilters }) => metricFilters ?? []),
      PAGE.metricFilters,
    ) +
    listing(it?.queryDefinitions, PAGE.queries) +
    listing(it?.scheduledQueries, PAGE.queries),
  config: ({ config: it }) =>
    // The recorder matters only where there are rules.
    listing(it?.rules, PAGE.configRules) + (it?.rules?.length > 0 ? 1 : 0),
  securityhub: ({ securityhub: it }) =>
    it === undefined
      ? 1
      : // The hub, and who administers it.
        2 +
        listing(it.standards, PAGE.standards) +
        sum(it.standards, ({ StandardsArn: arn, StandardsStatus: status }) =>
          status === undefined
            ? 0
            : listing(
                it.controls?.filter(({ associations }) =>
                  associations.some(({ StandardsArn }) => StandardsArn === arn),
                ),
                PAGE.controls,
              ),
        ) +
        listing(it.insights, PAGE.insights),
  // The status of each trail, in its home region only; selectors and Insights only of trails that have them, which the list says.
  cloudtrail: ({ cloudtrail: it }) => 1 + (it?.trails?.length ?? 0) + listing(it?.eventDataStores, PAGE.stores),
  ec2: ({ ec2: it }) => listing(it?.vpcs, PAGE.networks) + listing(it?.flowLogs, PAGE.networks),
  access_analyzer: ({ access_analyzer: it }) => listing(it?.analyzers, PAGE.analyzers),
  macie: ({ macie: it }) => (it === undefined ? 1 : 2 + listing(it.jobs, PAGE.jobs)),
  lambda: lambdaCalls,
  inspector: ({ inspector: it }) => (it === undefined ? 1 : 2 + listing(it.filters, PAGE.inspectorFilters)),
};

/** Who gets a detector's findings: known of a rule from the rules; else Security Hub is asked, and then the detector's exports. */
function consumerCalls(eventbridge, securityhub) {
  const patterns = (eventbridge?.buses ?? []).flatMap(({ rules }) => rules.map(({ EventPattern }) => EventPattern));
  if (patterns.some((pattern) => pattern?.includes('aws.guardduty'))) return 0;
  return securityhub?.products?.some((arn) => arn.endsWith('/aws/guardduty')) ? 1 : 2;
}

/** Functions are found by their feeds: subscriptions of watched log groups, and the targets of rules and alarms. */
function lambdaCalls({ logs, lambda, eventbridge, cloudwatch }) {
  const watched = (logs?.logGroups ?? []).filter(({ metricFilters }) => metricFilters?.length > 0);
  const called = /:lambda:[^"]*:function:/.test(JSON.stringify([watched, eventbridge, cloudwatch]));
  return (
    sum(watched, ({ subscriptionFilters }) => listing(subscriptionFilters, PAGE.subscriptions)) +
    (called ? listing(lambda?.functions, PAGE.functions) : 0)
  );
}

/** Of a service that the inventories of benchmarks do not have. */
const ONE_LISTING = () => 1;

/** Assuming the role with the right external id, being refused with a wrong one, and the list of regions. */
const ENTRY = 3;

/** The fewest calls that a scan of these services needs in an account of an inventory. */
export function leastCalls(account, services) {
  return Object.values(account.regions).reduce((total, region) => {
    const regional = services.map((service) => (REGIONAL[service] ?? ONE_LISTING)(region));
    return total + regional.reduce((one, other) => one + other, 0);
  }, ENTRY);
}
