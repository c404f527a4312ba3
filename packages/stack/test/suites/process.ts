import { createDatabase } from '@tripline/service';
import { createTestDatabase, eventually, killProcesses, type ServiceProcess, type TestDatabase } from '@tripline/stack';

/** How a service differs from another in the suite. */
export interface ProcessSuite {
  /** The schema of the service's own tables. */
  readonly schema: 'coverage' | 'rules';
  startProcess(program: 'api' | 'worker', database: TestDatabase, env?: NodeJS.ProcessEnv): ServiceProcess;
  /** A path of the API that answers somebody unknown, and its status. */
  readonly open: { readonly path: string; readonly status: number };
}

/** How the processes of a service begin and end: on a schema that is too old, and after SIGTERM. */
export function describeProcess({ open, schema, startProcess }: ProcessSuite): void {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await killProcesses();
    await database.drop();
  });

  describe.each(['api', 'worker'] as const)('the process %s', (program) => {
    test('is not ready on a schema that lacks a step of this release, says which, and is ready once it is there', async () => {
      const owner = createDatabase({ url: database.adminUrl, connections: 1, applicationName: 'test' });
      const steps = () => owner(`${schema}.migrations`);
      const newest = await steps().orderBy('position', 'desc').first();
      await steps().where({ position: newest.position }).delete();
      const service = startProcess(program, database);
      const { adminUrl } = await service.listening();
      const answer = await fetch(`${adminUrl}/readyz`);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ status: 'not ready', checks: { schema: 'failing' } });
      // On a busy machine the first check may only have been too slow, which is another fault.
      await eventually(async () => {
        await fetch(`${adminUrl}/readyz`);
        return service.log().includes(`the schema ${schema} lacks ${newest.name}`);
      });
      await steps().insert(newest);
      await eventually(async () => (await fetch(`${adminUrl}/readyz`)).status === 200);
      await owner.destroy();
      service.child.kill('SIGTERM');
      expect(await service.exited).toBe(0);
    });
  });

  test('after SIGTERM the service says on both ports that it is stopping, and still takes calls for DRAIN_SECONDS', async () => {
    const service = startProcess('api', database, { DRAIN_SECONDS: '60' });
    const { adminUrl, url } = await service.listening();
    await eventually(async () => (await fetch(`${url}/readyz`)).status === 200);
    service.child.kill('SIGTERM');
    for (const each of [url, adminUrl]) {
      await eventually(async () => {
        const answer = await fetch(`${each}/readyz`);
        const { status } = (await answer.json()) as { status: string };
        return answer.status === 503 && status === 'stopping';
      });
    }
    const answer = await fetch(`${url}${open.path}`);
    expect(answer.status).toBe(open.status);
    expect(answer.headers.get('connection')).toBe('close');
    // Once more ends it at once.
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(1);
  });
}
