import type { RequestListener, ServerResponse } from 'node:http';
import type { Mailbox } from './mailbox.js';

/** The mail catcher's HTTP API: `GET /mails` and `DELETE /mails`, both with `?to=ADDRESS` for one person's mails, and `GET /healthz`. */
export function createMailApi(mailbox: Mailbox): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://catcher');
    const to = searchParams.get('to') ?? undefined;
    const asked = `${request.method} ${pathname}`;
    if (asked === 'GET /mails') answer(response, 200, { mails: mailbox.to(to) });
    else if (asked === 'DELETE /mails') answer(response, 200, { deleted: mailbox.forget(to) });
    else if (asked === 'GET /healthz') answer(response, 200, { status: 'ok' });
    else answer(response, 404, { detail: `There is no ${asked.slice(0, 200)}; there is GET /mails?to=ADDRESS.` });
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' });
  response.end(JSON.stringify(body));
}
