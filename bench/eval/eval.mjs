// Scores the engine on annotated advisories: pnpm eval [FOLDER] [--half NAME] [--set NAME] [--ids FILE] [--errors] [--shipped] [--start] [--telemetry FOLDER]; or pnpm eval keys (keys.mjs).
import { argumentsOf } from './arguments.mjs';

const [first, ...rest] = process.argv.slice(2);
if (first === 'keys') {
  const { compareKeys } = await import('./keys.mjs');
  process.exit(await compareKeys(rest));
}
const asked = await argumentsOf(process.argv.slice(2));
const { score } = await import('./score.mjs');
await score(asked);
