// The arrows of docs/architecture.md, as rules.
const ours = (names) => `^packages/(${names})/`;

// The rules service: what joins its features, and what they all stand on.
const RULES_ROOF = '^services/rules/src/(api|api-description|app|index|migrate|operations|worker)\\.ts$';
const RULES_GROUND =
  '^services/rules/src/((engine|mail|openapi|rule|storage|store)/|(config|envelope|refused-sigma|repeat)\\.ts$)';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-service-imports-another',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'dashboard-knows-its-packages',
      severity: 'error',
      from: { path: '^services/dashboard/src/' },
      to: { path: '^packages/(?!service/)' },
    },
    {
      // Only the APIs' types: everything else a browser asks the services for.
      name: 'page-knows-the-apis',
      severity: 'error',
      // What the build writes into the page comes from where it is said: web/targets-plugin.ts.
      from: { path: '^services/dashboard/web/', pathNot: '^services/dashboard/web/[a-z]+-plugin[.]ts$' },
      to: { path: '^packages/(?!client/)' },
    },
    { name: 'packages-know-no-service', severity: 'error', from: { path: '^packages/' }, to: { path: '^services/' } },
    {
      name: 'sigma-and-attack-stand-alone',
      severity: 'error',
      from: { path: ours('sigma') },
      to: { path: '^packages/(?!sigma/)' },
    },
    {
      name: 'attack-stands-alone',
      severity: 'error',
      from: { path: ours('attack') },
      to: { path: '^packages/(?!attack/)' },
    },
    {
      name: 'telemetry-knows-sigma-and-attack',
      severity: 'error',
      from: { path: ours('telemetry') },
      to: { path: '^packages/(?!(telemetry|sigma|attack)/)' },
    },
    {
      name: 'advisory-knows-the-pure-packages',
      severity: 'error',
      from: { path: ours('advisory') },
      to: { path: '^packages/(?!(advisory|telemetry|sigma|attack)/)' },
    },
    {
      name: 'client-stands-alone',
      severity: 'error',
      from: { path: ours('client') },
      to: { path: '^packages/(?!client/)' },
    },
    {
      name: 'coverage-knows-its-packages',
      severity: 'error',
      from: { path: '^services/coverage/' },
      to: { path: '^packages/(?!(attack|sigma|telemetry|service|auth|webhooks|fetch)/)' },
    },
    {
      // What is known of a cloud is asked of its provider: another one takes AWS's place without a change there.
      name: 'coverage-asks-providers',
      severity: 'error',
      from: { path: '^services/coverage/src/(?!(aws|mapping|providers)/|index\\.ts)' },
      to: { path: '^services/coverage/src/(aws|mapping)/' },
    },
    {
      name: 'rules-nothing-imports-its-roof',
      severity: 'error',
      from: { path: '^services/rules/src/', pathNot: RULES_ROOF },
      to: { path: RULES_ROOF },
    },
    {
      name: 'rules-ground-knows-no-feature',
      severity: 'error',
      from: { path: RULES_GROUND },
      to: { path: '^services/rules/src/', pathNot: RULES_GROUND },
    },
    {
      // A feature uses another by its services and its words: stores are its own, and routes and operations are the roof's to join.
      name: 'rules-features-keep-their-stores-and-routes',
      severity: 'error',
      from: { path: '^services/rules/src/([^/]+)/' },
      to: {
        path: '^services/rules/src/[^/]+/[^/]+-(operations|routes|store)\\.ts$',
        pathNot: '^services/rules/src/($1|storage)/',
      },
    },
    {
      name: 'service-stands-alone',
      severity: 'error',
      from: { path: ours('service') },
      to: { path: '^packages/(?!service/)' },
    },
    {
      name: 'auth-knows-service',
      severity: 'error',
      from: { path: ours('auth') },
      to: { path: '^packages/(?!(auth|service)/)' },
    },
    {
      // Its routes are its roof: whoever needs identity without HTTP loads none.
      name: 'auth-nothing-imports-its-http',
      severity: 'error',
      from: { path: '^packages/auth/src/(?!http/)' },
      to: { path: '^packages/auth/src/http/' },
    },
    {
      name: 'webhooks-know-what-they-stand-on',
      severity: 'error',
      from: { path: ours('webhooks') },
      to: { path: '^packages/(?!(webhooks|auth|fetch|service)/)' },
    },
    {
      name: 'fetch-knows-service',
      severity: 'error',
      from: { path: ours('fetch') },
      to: { path: '^packages/(?!(fetch|service)/)' },
    },
    {
      name: 'aws-sample-stands-alone',
      severity: 'error',
      from: { path: ours('aws-sample') },
      to: { path: '^packages/(?!aws-sample/)' },
    },
    {
      name: 'mail-catcher-stands-alone',
      severity: 'error',
      from: { path: ours('mail-catcher') },
      to: { path: '^packages/(?!mail-catcher/)' },
    },
    {
      // The authenticator in software stands in for a browser's, and knows no service.
      name: 'test-e2e-knows-addresses-and-keys',
      severity: 'error',
      from: { path: '^test-e2e/(?!chaos/|fuzz/)' },
      to: { path: '^(services/|packages/(?!(client|aws-sample)/|stack/(src|dist)/software-authenticator))' },
    },
    {
      // They start a stack of their own, and look into its database.
      name: 'chaos-and-fuzz-know-no-service',
      severity: 'error',
      from: { path: '^test-e2e/(chaos|fuzz)/' },
      to: { path: '^services/' },
    },
    {
      // node:net is left out: its isIP is pure.
      name: 'pure-packages-do-no-io',
      severity: 'error',
      from: { path: `${ours('sigma|attack|telemetry|advisory')}src` },
      to: { path: '^(node:)?(http|https|tls|dgram|dns|child_process|worker_threads|cluster)$' },
    },
  ],
  options: {
    doNotFollow: { path: '(/dist/|node_modules)' },
    exclude: { path: '(/node_modules/|/test/)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'] },
  },
};
