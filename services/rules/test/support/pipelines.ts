import { bearer, type Instance } from './harness.js';

/** A pipeline that gives the command line another name. */
export const pipelineNaming = (field: string): string => `name: fields
priority: 10
transformations:
  - id: command_line
    type: field_name_mapping
    mapping:
      CommandLine: ${field}
`;

/** A call as a user or with a key. */
export const call = (
  at: Instance,
  credential: string,
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  body?: object,
) => {
  const request = at.http[method](path).set(bearer(credential));
  return body === undefined ? request : request.send(body);
};

/** Saves a pipeline. @returns its id */
export async function savePipeline(
  at: Instance,
  credential: string,
  field: string,
  more: { readonly default?: boolean; readonly name?: string } = {},
): Promise<string> {
  const body = { name: `with ${field}`, text: pipelineNaming(field), ...more };
  return (await call(at, credential, 'post', '/v1/pipelines', body).expect(201)).body.data.id;
}
