import { createLog, redact } from '@tripline/service';
import fc from 'fast-check';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const log = createLog({ name: 'test', level: 'trace' }, { write: (line: string) => (text += line) });
  write(log);
  return text;
}

const KEY = `tripline_live_Ab3dEf9h${'s'.repeat(32)}0Zc9Qx`;

describe('the log', () => {
  test('removes every secret from a line, wherever it stands', () => {
    const token = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"sub":"secret"}').toString('base64url')}.c2VjcmV0LXNpZ25hdHVyZQ`;
    const text = logged((log) => {
      log.info(
        { headers: { authorization: `Bearer ${token}`, Cookie: 'tripline_refresh=secret', 'x-api-key': KEY } },
        'call',
      );
      log.info({ body: { password: 'se"cret', nested: { list: [{ newPassword: 'secret\\' }] } } }, 'body');
      log.warn(`failed with ${KEY} and ${token}`);
      log.error({ err: new Error(`cannot reach postgres://app:secret@db/x for ${KEY}`) });
      log.info({ 'set-cookie': ['a=secret', 'b=secret'], refreshToken: 'secret' });
    });
    expect(text).not.toContain('secret');
    expect(text).not.toContain('sssss');
    expect(text).not.toContain('c2VjcmV0');
    // The public part of a key is logged, so that the key can be found.
    expect(text).toContain('tripline_live_Ab3dEf9h[redacted]');
    for (const line of text.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  test('keeps values that are not secrets', () => {
    const line = '{"name":"CI key","path":"/v1/api-keys","url":"https://example.test/a:b@c"}';
    expect(redact(line)).toBe(line);
  });

  test('stays JSON whatever a password is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (password, other) => {
        const line = JSON.parse(redact(JSON.stringify({ password, after: 1 }))) as object;
        expect(line).toEqual({ password: '[redacted]', after: 1 });
        expect(() => JSON.parse(redact(JSON.stringify({ other, list: [other] })))).not.toThrow();
      }),
    );
  });
});
