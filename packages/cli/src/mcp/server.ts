import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AdvisoryError } from '@tripline/advisory';
import { CoverageRefusal, UnreachableError } from '@tripline/client';
import { SigmaError } from '@tripline/sigma';
import type { ZodRawShape } from 'zod';
import type { ServiceOptions } from '../coverage/service-options.js';
import { UsageError } from '../exit.js';
import type { Tool } from './tool.js';
import { checkTool } from './tools/check.js';
import { convertTool } from './tools/convert.js';
import { coverageTool } from './tools/coverage.js';
import { explainTool } from './tools/explain.js';
import { generateTool } from './tools/generate.js';
import { matchTool } from './tools/match.js';

/** Makes the server with all its tools. */
export function createServer(version: string, options: ServiceOptions): McpServer {
  const server = new McpServer({ name: 'tripline', version });
  const register = <Input extends Record<string, unknown>>({ name, description, input, run }: Tool<Input>) => {
    const inputSchema: ZodRawShape = input;
    server.registerTool(name, { description, inputSchema }, (given) => answerOf(() => run(given as Input)));
  };
  register(convertTool);
  register(checkTool);
  register(matchTool);
  register(explainTool);
  register(generateTool);
  register(coverageTool(options));
  return server;
}

/** A fault of what was given is an answer that the client can act upon; any other error is ours. */
async function answerOf(work: () => unknown): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await work(), null, 2) }] };
  } catch (error) {
    if (!FAULTS.some((fault) => error instanceof fault)) throw error;
    return { isError: true, content: [{ type: 'text', text: (error as Error).message }] };
  }
}

const FAULTS = [UsageError, SigmaError, AdvisoryError, CoverageRefusal, UnreachableError];
