import { Command, InvalidArgumentError, Option } from 'commander';
import type { SetExitCode } from '../exit.js';
import type { GenerateCommandOptions } from '../generate/generate-options.js';
import { wholeNumber } from '../whole-number.js';
import { collectPath } from './collection-options.js';

const MAX_RULES = 200;
/** The handling marks. Written here, since the command line's start reads no advisory engine. */
const TLP_MARKS = ['clear', 'green', 'amber', 'amber+strict', 'red'];

/** `tripline generate`: rules from advisories, without a service. Exit code 1 when a document could not be read. */
export function generateCommand(setExitCode: SetExitCode): Command {
  return new Command('generate')
    .description('write detection rules, and their queries, from threat advisories')
    .argument(
      '<source...>',
      'advisories: addresses, files (HTML, PDF, DOCX, RTF, mail, text, Markdown, Sigma, YARA, CSV, OpenIOC, STIX, MISP, CSAF), - for standard input',
    )
    .option('-o, --out <folder>', 'where rules and queries are written', 'tripline-rules')
    .option(
      '-p, --platform <id>',
      'platform to write rules for; may be given several times (default: all)',
      collect,
      [],
    )
    .option(
      '-l, --log <id>',
      'log to write rules for beside those of --platform, such as network/proxy; may be given several times (default: all logs where no platform is given)',
      collect,
      [],
    )
    .option(
      '-t, --target <id>',
      'target language; may be given several times (default: the six of tripline list targets)',
      collect,
      [],
    )
    .option('--min-confidence <number>', 'least confidence of what a rule rests on, 0 to 1 (default: 0.3)', confidence)
    .option('--max-rules <number>', `most rules per document, 1 to ${MAX_RULES} (default: ${MAX_RULES})`, ruleCount)
    .addOption(
      new Option('--tlp <mark>', "the documents' handling mark (default: the one that each names itself)").choices(
        TLP_MARKS,
      ),
    )
    .option(
      '--against <path>',
      'file or folder of rules that you have: each new rule says which of them cover it; may be given several times',
      collectPath,
      [],
    )
    .option('--against-siems', 'each new rule says which rules of your SIEMs notice the same (docs/siems.md)', false)
    .option(
      '--url <address>',
      'with --against-siems: the coverage service (default: TRIPLINE_COVERAGE_URL, else .local/stack.json)',
    )
    .option('--key <key>', 'with --against-siems: an API key (default: TRIPLINE_API_KEY, else .local/stack.json)')
    .option('--skip-covered', 'leave out the rules that those of --against cover', false)
    .addOption(
      new Option('--format <name>', 'how to print (default: table on a terminal, else json)').choices([
        'table',
        'json',
      ]),
    )
    .action(async (files: string[], options: GenerateCommandOptions) => {
      const { runGenerate } = await import('../generate/run-generate.js');
      setExitCode(await runGenerate(files, options));
    });
}

function collect(id: string, ids: readonly string[]): readonly string[] {
  return [...ids, id];
}

function confidence(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('It is a number from 0 to 1.');
}

const ruleCount = (text: string): number => wholeNumber(text, MAX_RULES);
