// What `import fc from 'fast-check'` means in a test (jest.config.mjs maps it here): fast-check with one seed for every property, so that
// `npm test` draws the same values each time. `npm run test:random` gives other seeds.
import fc from '../../node_modules/fast-check/lib/fast-check.js';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fc;
