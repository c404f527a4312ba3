import { at, createHarness, type Harness, type Instance, newUser, type TestUser } from './harness.js';

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

/** Gives a suite an API of its own, and a user of it who imports: made before its tests and closed after them. */
export function useSiemImporter(settings: Parameters<Harness['start']>[0] = {}) {
  let harness: Harness;
  let api: Instance;
  let user: TestUser;
  let importer: ReturnType<typeof createSiemImporter>;
  beforeAll(async () => {
    harness = await createHarness();
    api = harness.start(settings);
    user = await newUser(api, 'pro');
    importer = createSiemImporter(api, user);
  });
  afterAll(() => harness.close());
  return {
    harness: () => harness,
    api: () => api,
    user: () => user,
    newSiem: (kind: string) => importer.newSiem(kind),
    post: (id: string, file: string | Uint8Array, query: string) => importer.post(id, file, query),
  };
}
