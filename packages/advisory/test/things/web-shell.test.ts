import { type GeneratedRule, generate } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

async function requestRules(text: string): Promise<readonly GeneratedRule[]> {
  const doc = await markdownAdvisory(`# Report\n\nThe intruders broke into mail servers.\n\n${text}`);
  return generate(doc).rules.filter(({ log }) => log === 'network/webserver');
}

describe('scripts in the folders of web servers', () => {
  it.each([
    ['IIS', 'They wrote the web shell C:\\inetpub\\wwwroot\\aspnet_client\\hrn.ashx.', '/aspnet_client/hrn.ashx'],
    [
      'Exchange',
      'They dropped C:\\Program Files\\Microsoft\\Exchange Server\\V15\\FrontEnd\\HttpProxy\\owa\\auth\\Hrn7.aspx there.',
      '/owa/auth/Hrn7.aspx',
    ],
    ['Apache', 'The actor uploaded a web shell to `/var/www/html/up/heron.php`.', '/up/heron.php'],
  ])('are looked for as requests to the server: %s', async (_, text, path) => {
    const [rule] = await requestRules(text);
    expect(rule?.yaml).toContain(`cs-uri-stem|contains: '${path}'`);
    expect(rule?.techniques).toEqual(['T1505.003']);
  });

  it.each([
    'The actor wrote heronhelp1.jspx to the server.',
    'The actor attempts to write a malicious .jspx page. That file, heronhelp1.jspx , is used to steal keys.',
    'The actor dropped a malicious JSP file named heronhelp1.jspx on the server.',
  ])('are looked for by name where the text says that one was put there: %s', async (text) => {
    const doc = await markdownAdvisory(`# Report\n\nThe intruders broke into servers on Windows hosts.\n\n${text}`);
    const yaml = generate(doc).rules.map((rule) => rule.yaml);
    expect(yaml.join()).toContain("cs-uri-stem|contains: '/heronhelp1.jspx'");
    expect(yaml.join()).toContain("TargetFilename|endswith: '\\heronhelp1.jspx'");
  });

  it.each([
    'The exploit was sent to heronhelp1.jspx of the product. The dropped tools were deleted.',
    'The actor did not write heronhelp1.jspx to the server.',
    'Administrators should write a page heronhelp1.jspx to test it.',
    'The page heronhelp1.jspx of the product writes a log.',
  ])('give nothing where no intruder put one there: %s', async (text) => {
    expect(await requestRules(text)).toEqual([]);
  });

  it('are looked for as files too, where the text calls one a web shell', async () => {
    const text = 'A web shell was found at C:\\inetpub\\wwwroot\\aspnet_client\\hrn7.aspx.';
    const doc = await markdownAdvisory(`# Report\n\nThe intruders broke into mail servers.\n\n${text}`);
    const [rule] = generate(doc).rules.filter(({ log }) => log === 'windows/file-event');
    expect(rule?.yaml).toContain("'\\inetpub\\wwwroot\\aspnet_client\\hrn7.aspx'");
  });

  it('are looked for at their path, where the text gives the name alone too', async () => {
    const text =
      'They dropped the web shell hrnfen.aspx. It lies at C:\\inetpub\\wwwroot\\aspnet_client\\hrnfen.aspx on all servers.';
    const [rule] = await requestRules(text);
    expect(rule?.yaml).toContain("cs-uri-stem|contains: '/aspnet_client/hrnfen.aspx'");
    expect(rule?.yaml).not.toContain("'/hrnfen.aspx'");
  });

  it('have one rule, where a request for them is told as an exploit’s', async () => {
    const text =
      'CVE-2026-1234 of Heron Mail is exploited. The web shell hrnfen.jsp was dropped to /var/www/html/heron/hrnfen.jsp on Linux. Then they requested ' +
      '/heron/hrnfen.jsp?cmd=id with a GET request.';
    expect(await requestRules(text)).toHaveLength(1);
  });

  it.each([
    ['at a path', 'A PHP web shell was uploaded to /custom/theme/hrn.php.', ['/custom/theme/hrn.php']],
    ['without a slash', 'They uploaded a web shell to wp-content/uploads/hrn.php.', ['/wp-content/uploads/hrn.php']],
    [
      'below a caption',
      'Web shells were found in the following locations:\n\n- /images/hrn.aspx\n- /wp-content/hrnfen.php',
      ['/images/hrn.aspx', '/wp-content/hrnfen.php'],
    ],
    ['alone', 'The intruders put the web shell hrn_old.jsp on the server.', ['/hrn_old.jsp']],
    ['in a list', 'We found webshells named hrn_errs.aspx and hrntunnel.ashx.', ['/hrn_errs.aspx', '/hrntunnel.ashx']],
    ['before the word', 'They worked through the hrnview.aspx webshell.', ['/hrnview.aspx']],
    ['before its kind', 'They worked through the “hrnview.aspx” China Chopper web shell.', ['/hrnview.aspx']],
    ['in a list before it', 'The hrn_a1.php and hrn_b2.php web shells ran commands.', ['/hrn_a1.php', '/hrn_b2.php']],
    [
      'as a sentence',
      'The intruders left hrn_old.php, which they used, as a web shell named hrn_2old.php.',
      ['/hrn_2old.php'],
    ],
    ['by its path', 'The web shell of the intruders was at /owa/auth/fen77.aspx then.', ['/owa/auth/fen77.aspx']],
    ['by what it is', 'The file hrn_old.php is a web shell that the intruders left.', ['/hrn_old.php']],
  ])('are looked for by the name that a text gives a web shell: %s', async (_, text, paths) => {
    const [rule] = await requestRules(text);
    for (const path of paths) expect(rule?.yaml).toContain(`'${path}'`);
    expect(rule?.techniques).toEqual(['T1505.003']);
  });

  it('are looked for in a list of places, also of paths without a slash at their beginning', async () => {
    const places = '- wp-content/uploads/fenq.php\n- wp-content/plugins/orvq.php';
    const [rule] = await requestRules(`The web shells of the intruder were found at these places:\n\n${places}`);
    expect(rule?.yaml).toContain("'/wp-content/uploads/fenq.php'");
    expect(rule?.yaml).toContain("'/wp-content/plugins/orvq.php'");
  });

  it.each([
    ['a script that nobody calls a web shell', 'The intruders read the settings in hrn_conf.php of the site.'],
    ['a script beside a web shell', 'They left a web shell and hrn_conf.php on the server.'],
    ['a script before a web shell', 'They used hrn_conf.php and a web shell on the server.'],
    ['a script by which it came', 'With hrn_import.php of the site they uploaded a small web shell.'],
    ['a script that holds it', 'They added a web shell to the theme’s hrn_theme.php file.'],
    ['a page of WordPress', 'The intruders left the web shell wp-login.php there.'],
    ['a usual page', 'They worked with the upload.php web shell and with a web shell named config.aspx.'],
    ['a page of a product by its name', 'They hid their web shell behind logon.aspx of the mail server.'],
    ['a page that the product has', 'They changed C:\\inetpub\\wwwroot\\owa\\auth\\logon.aspx on the server.'],
    ['a path that it asks for', 'The web shell calls home to /gate/hrn_7.php on the server of the intruders.'],
    ['a path by which it came', 'By exploiting /hrn/services/token.jsp the actors uploaded a web shell.'],
    ['a path of the site', 'Users reach the portal at /portal/hrn.jsp; no web shell was found there.'],
    ['what is no script', 'They left C:\\inetpub\\wwwroot\\aspnet_client\\heron.txt there.'],
    ['what readers should check', '## Mitigation\n\nDelete C:\\inetpub\\wwwroot\\test\\sample1.aspx after setup.'],
  ])('are left out: %s', async (_, text) => {
    expect(await requestRules(text)).toEqual([]);
  });

  it('that a request already asks for give no second rule', async () => {
    const rules = await requestRules('The web shell was called by POST requests to /aspnet_client/fen77.aspx then.');
    expect(rules.filter(({ yaml }) => yaml.includes('/aspnet_client/fen77.aspx'))).toHaveLength(1);
  });
});
