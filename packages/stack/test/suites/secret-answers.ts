import { answersSecret, type Operation, unmarkedSecrets } from '@tripline/service';

/** How a service differs from another in the suite. */
export interface SecretAnswerSuite {
  readonly operations: readonly Operation[];
  /** Sends a request without a credential that accepts compressed answers; the path's parameters are filled in. */
  send(method: Operation['method'], path: string): Promise<{ readonly headers: Readonly<Record<string, string>> }>;
}

/**
 * That no answer with a secret is compressed. Whether a route is mounted where answers are compressed shows in every answer of it, a refusal
 * too: there it varies by the encodings that a caller accepts.
 */
export function describeSecretAnswers({ operations, send }: SecretAnswerSuite): void {
  const secret = operations.filter(answersSecret);
  const filled = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '0199b2c4-7a10-7c3e-9d52-4b8f6a1e0c77');

  describe('answers that hold a secret', () => {
    test.each(secret.map(({ id, method, path }) => [id, method, path] as const))(
      'of %s are never compressed',
      async (_id, method, path) => {
        const { headers } = await send(method, filled(path));
        expect(headers['content-encoding']).toBeUndefined();
        expect(headers['vary'] ?? '').not.toMatch(/accept-encoding/i);
      },
    );

    test('are declared as such', () => {
      expect(secret.length).toBeGreaterThan(0);
      expect(operations.map((operation) => [operation.id, unmarkedSecrets(operation)])).toEqual(
        operations.map(({ id }) => [id, []]),
      );
    });
  });
}
