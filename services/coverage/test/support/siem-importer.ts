import { at, type Instance, type TestUser } from './harness.js';

/** Makes SIEMs of one user's and sends files to be imported into them. */
export function createSiemImporter(api: Instance, user: TestUser) {
  let made = 0;
  return {
    newSiem: async (kind: string): Promise<string> => {
      const body = { name: `${kind} ${++made}`, kind };
      return (await api.http.post(at('/siems')).set(user.key).send(body).expect(200)).body.id;
    },
    post: (id: string, file: string | Uint8Array, query: string) =>
      api.http
        .post(at(`/siems/${id}/import?${query}`))
        .set(user.key)
        .set('content-type', 'application/octet-stream')
        .send(Buffer.from(file as string)),
  };
}
