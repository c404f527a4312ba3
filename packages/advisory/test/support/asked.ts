import { generate } from '@tripline/advisory';
import { markdownAdvisory } from './documents.js';

/** The logs and detections of the rules that a report in Markdown gives, as one text without titles and descriptions. */
export async function askedIn(text: string): Promise<string> {
  return generate(await markdownAdvisory(text), { targets: [] })
    .rules.map(({ yaml }) => yaml.slice(yaml.indexOf('\nlogsource:'), yaml.indexOf('\nfalsepositives')))
    .join('\n');
}
