// Scores the engine on annotated advisories: pnpm eval [FOLDER] [--half NAME] [--set NAME] [--ids FILE] [--errors] [--shipped] [--start] [--telemetry FOLDER].
import { argumentsOf } from './arguments.mjs';

const asked = await argumentsOf(process.argv.slice(2));
const { score } = await import('./score.mjs');
await score(asked);
