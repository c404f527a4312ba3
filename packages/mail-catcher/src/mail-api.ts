import type { RequestListener, ServerResponse } from 'node:http';
import { mailPage } from './mail-page.js';
import type { Mailbox } from './mailbox.js';

/** The mail catcher's HTTP API: `GET /mails` and `DELETE /mails`, both with `?to=ADDRESS` for one person's mails, and `GET /healthz`; `GET /` is a page of them for people. */
export function createMailApi(mailbox: Mailbox): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://catcher');
    const to = searchParams.get('to') ?? undefined;
    const asked = `${request.method} ${pathname}`;
    if (asked === 'GET /mails') answer(response, 200, { mails: mailbox.to(to) });
    else if (asked === 'DELETE /mails') answer(response, 200, { deleted: mailbox.forget(to) });
    else if (asked === 'GET /') {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'",
        'cache-control': 'no-store',
        connection: 'close',
      });
      response.end(mailPage(mailbox.to(undefined)));
    } else if (asked === 'GET /healthz') answer(response, 200, { status: 'ok' });
    else answer(response, 404, { detail: `There is no ${asked.slice(0, 200)}; there is GET /mails?to=ADDRESS.` });
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' });
  response.end(JSON.stringify(body));
}
