import { generate } from '@tripline/advisory';
import * as fc from 'fast-check';
import { textAdvisory } from '../support/documents.js';

const WINDOWS = 'The intruders ran the loader heron.exe on Windows hosts of the domain.';

async function yamlOf(text: string, log: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`${WINDOWS}\n\n${text}`));
  return rules
    .filter((rule) => rule.log === log)
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('certificates', () => {
  it('of servers are looked for by a serial number written as a decimal one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 10n ** 7n, max: 10n ** 30n }), async (serial) => {
        const yaml = await yamlOf(
          `The C2 servers of the intruders use a certificate that has the serial number ${serial}.`,
          'network/zeek-x509',
        );
        const written = /certificate\.serial: '([0-9A-F]+)'/.exec(yaml)?.[1] ?? '';
        expect(written.length % 2).toBe(0);
        expect(BigInt(`0x${written}`)).toBe(serial);
      }),
      { numRuns: 20 },
    );
  });

  it('of servers are looked for by a serial number whose leading zero is left out and whose blank was lost', async () => {
    expect(
      await yamlOf(
        'The SSL certificate of the C2 server with the serial number 4aa6af6d719bfdd1c6dff3d7b640aed7ee3was issued in May.',
        'network/zeek-x509',
      ),
    ).toContain("certificate.serial: '04AA6AF6D719BFDD1C6DFF3D7B640AED7EE3'");
  });

  it('that hosts were made to trust are looked for in the registry', async () => {
    const thumbprint = '0174e68c97ddf1e0eeea415ea336a163d2b61afd';
    const text = `The loader installs a root certificate with the thumbprint ${thumbprint} into the store.`;
    expect(await yamlOf(text, 'windows/registry-set')).toContain(`\\Certificates\\${thumbprint.toUpperCase()}'`);
    expect(
      await yamlOf(`The loader is signed; its thumbprint is ${thumbprint}.`, 'windows/registry-set'),
    ).not.toContain('Certificates');
  });

  it.each([
    'The loader checks the volume serial number 146473198 of the disk.',
    'The report has a certificate. It is from 2021. The loader has the serial number 12.',
  ])('are not what has another serial number: %s', async (text) => {
    expect(await yamlOf(text, 'network/zeek-x509')).toBe('');
  });

  it('of drivers are looked for in the log of drivers, also where the text says behind that it is one', async () => {
    const text = 'It has a revoked certificate issued to Heron Fog Inc. from 2014. Windows still loads such drivers.';
    expect(await yamlOf(text, 'windows/driver-load')).toContain('Heron Fog Inc');
  });

  it('of programs are looked for by whom they name', async () => {
    expect(
      await yamlOf('The library was signed with a certificate issued to "Heron Fog Ltd."', 'windows/image-load'),
    ).toContain("Signature|contains: 'Heron Fog Ltd'");
    expect(
      await yamlOf('The driver has a revoked certificate issued to Heron Fog Inc. from 2014.', 'windows/driver-load'),
    ).toContain("Signature|contains: 'Heron Fog Inc'");
  });

  it.each(['The program was signed by Microsoft Corporation.', 'The order was signed by the new head of Heron.'])(
    'that everybody’s programs have are left out: %s',
    async (text) => {
      expect(await yamlOf(text, 'windows/image-load')).not.toContain('Signature');
    },
  );
});

describe('computers with names that people gave', () => {
  it.each([
    ["The attacker's hostname OTTER-PC appears in the logs.", 'OTTER-PC'],
    ['The intruder’s workstation was Desktop-heron7 at that time.', 'Desktop-heron7'],
  ])('are looked for where the text says whose they are: %s', async (text, name) => {
    expect(await yamlOf(text, 'windows/security')).toContain(`WorkstationName: '${name}'`);
  });

  it('are left out where it does not', async () => {
    expect(await yamlOf('The victim opened it on the workstation OTTER-PC.', 'windows/security')).not.toContain(
      'OTTER-PC',
    );
  });
});
