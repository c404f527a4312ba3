import type { ZodType } from 'zod';

/** A tool of the server. The SDK refuses input that does not fit before the tool is run. */
export interface Tool<Input extends Record<string, unknown>> {
  readonly name: string;
  readonly description: string;
  readonly input: { readonly [Key in keyof Input]: ZodType<Input[Key]> };
  /** Gives the answer, which is handed on as JSON. */
  run(input: Input): unknown;
}
