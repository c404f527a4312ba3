import { Command } from 'commander';
import type { SetExitCode } from '../exit.js';

/** `tripline mcp`: the commands as tools of a Model Context Protocol server on standard input and output. */
export function mcpCommand(setExitCode: SetExitCode): Command {
  return new Command('mcp')
    .description(
      'serve convert, check, match, explain, generate and coverage as tools to MCP clients, on standard input and output',
    )
    .option(
      '--url <address>',
      'the coverage service (default: TRIPLINE_COVERAGE_URL, else .local/stack.json of npm start)',
    )
    .option('--key <key>', 'an API key (default: TRIPLINE_API_KEY, else .local/stack.json)')
    .action(async (options: { readonly url?: string; readonly key?: string }) => {
      const { runMcp } = await import('../mcp/run-mcp.js');
      setExitCode(await runMcp(options));
    });
}
