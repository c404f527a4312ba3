/** A scan of the sample account finds it. */
export async function look({ stack }) {
  const { call, sampleCloud } = await stack();
  const account = { name: 'Sample', provider: 'aws', external_account_id: '111122223333' };
  const { connection, id } = await call('POST', '/accounts', account);
  sampleCloud.trust(connection.external_id);
  await call('PATCH', `/accounts/${id}`, { role_arn: 'arn:aws:iam::111122223333:role/TriplineScanner' });
  const { id: scan } = await call('POST', `/accounts/${id}/scans`, {});
  let status = 'pending';
  while (status === 'pending' || status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 500));
    ({ status } = await call('GET', `/scans/${scan}`));
  }
  const { detections } = await call('GET', `/accounts/${id}/detections?detection_type=detective`);
  if (detections.length === 0) throw new Error(`the scan is ${status} and found none`);
  return `the scan is ${status} and finds ${detections.length}`;
}
