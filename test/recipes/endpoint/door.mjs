/** It answers, and the OpenAPI document has it. */
export async function look({ stack }) {
  const { call, rulesUrl } = await stack();
  const { data } = await call('GET', '/v1/levels');
  if (data.levels.at(-1) !== 'critical') throw new Error(JSON.stringify(data));
  const { paths } = await (await fetch(`${rulesUrl}/openapi.json`)).json();
  if (paths['/v1/levels'] === undefined) throw new Error('the document does not have it');
  return 'answered, and documented';
}
