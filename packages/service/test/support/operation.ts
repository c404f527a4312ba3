import { json, type Operation } from '@tripline/service';

/** An operation of no service, said no further than an endpoint needs it. */
export function operation<const Inputs extends Pick<Operation, 'body' | 'query'> = object>(
  method: Operation['method'],
  path: string,
  inputs: Inputs = {} as Inputs,
) {
  return {
    ...{ id: `${method} ${path}`, method, path, tag: 'Things', summary: 'A thing', security: 'none' },
    ...inputs,
    success: { status: 200, description: 'A thing.', data: json.anyObject },
    errors: {},
  } as const;
}
