import { createServer, type Server, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newSecret, signatureHeaders } from '../../../shared/webhooks/signature.ts';
import { listening } from '../../support/receivers/listening.ts';
import {
  type Behaviour,
  type Certificate,
  makeCertificate,
  openReceiver,
  type Receiver,
  trust,
} from '../../support/receivers/receiver.ts';
import { send, sendBriefly } from './sending.ts';

let receiver: Receiver;
let expired: Certificate;
let forAnotherName: Certificate;
beforeAll(async () => {
  receiver = await openReceiver();
  expired = await makeCertificate({ expired: true });
  forAnotherName = await makeCertificate({ names: ['hooks.example.com'] });
  trust(receiver.certificate, expired, forAnotherName);
});
beforeEach(() => {
  receiver.behaviour = (_, response) => response.writeHead(204).end();
});
afterAll(() => receiver.close());

test('a request has the body as it was signed, and the headers of Standard Webhooks', async () => {
  const secret = newSecret();
  const body = JSON.stringify({ type: 'document.created', title: 'Größe – 契約 🎉' });
  const signed = signatureHeaders({
    id: 'msg_1',
    timestampSeconds: Math.floor(Date.now() / 1000),
    body,
    secrets: [secret],
  });

  await send(`${receiver.url}?key=1#part`, { headers: signed, body });

  const request = await receiver.next();
  const headers = Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, String(v)]));
  expect(request).toMatchObject({ method: 'POST', path: '/hook?key=1' });
  expect(new Webhook(secret).verify(request.body, headers)).toEqual(JSON.parse(body));
  expect(headers).toMatchObject({
    ...signed,
    host: `localhost:${receiver.port}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'accept-encoding': 'identity',
    'user-agent': 'document-governance/1 (webhooks)',
  });
  expect(headers).not.toHaveProperty('transfer-encoding');
});

describe('an answer', () => {
  test.for([204, 299, 304, 410, 503, 999])('%i is returned unchanged', async (status) => {
    const body = status === 204 || status === 304 ? '' : `status ${status}`;
    receiver.behaviour = (_, response) => response.writeHead(status).end(body);

    expect(await send(receiver.url)).toEqual({
      kind: 'answered',
      status,
      retryAfter: null,
      body,
      latencyMilliseconds: expect.any(Number),
    });
  });

  test.for([301, 308])('%i is not followed', async (status) => {
    const other = await openReceiver();
    receiver.behaviour = (_, response) => response.writeHead(status, { location: other.url }).end();

    expect(await send(receiver.url)).toMatchObject({ kind: 'answered', status });
    expect(other.connections).toBe(0);
    await other.close();
  });

  test('has its Retry-After returned', async () => {
    receiver.behaviour = (_, response) => response.writeHead(503, { 'retry-after': '120' }).end();

    expect(await send(receiver.url)).toMatchObject({ status: 503, retryAfter: '120' });
  });
});

describe("an answer's body", () => {
  const bodyOf = async (sent: string | Buffer) => {
    receiver.behaviour = (_, response) => response.end(sent);
    const result = await send(receiver.url);
    return result.kind === 'answered' ? result.body : result;
  };

  test('is returned whole up to 4 KiB', async () => {
    expect(await bodyOf('x'.repeat(4096))).toBe('x'.repeat(4096));
    expect(await bodyOf('x'.repeat(4097))).toBe('x'.repeat(4096));
    expect(await bodyOf('')).toBe('');
  });

  test('is cut between two characters', async () => {
    expect(await bodyOf('é'.repeat(4096))).toBe('é'.repeat(2048));
    expect(await bodyOf(`x${'é'.repeat(4096)}`)).toBe(`x${'é'.repeat(2047)}`);
    expect(await bodyOf(`xx${'🎉'.repeat(4096)}`)).toBe(`xx${'🎉'.repeat(1023)}`);
  });

  test('is read up to 64 KiB, and the connection kept', async () => {
    const { connections } = receiver;

    expect(await bodyOf('x'.repeat(65_536))).toHaveLength(4096);
    expect(await bodyOf('y')).toBe('y');

    expect(receiver.connections).toBe(connections);
  });

  test('is cut off beyond 64 KiB, and its status still counts', async () => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    receiver.behaviour = (request, response) => {
      const chunk = Buffer.alloc(16_384, 'x');
      const fill = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.on('drain', fill);
      request.socket.once('close', () => closed.resolve());
      fill();
    };

    const result = await sendBriefly(receiver.url);
    await closed.promise;

    expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'x'.repeat(4096) });
    // The receiver could write no more than the buffers of the operating system hold.
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  test('has the limits that the caller sets', async () => {
    receiver.behaviour = (request, response) => {
      response.write('x'.repeat(100));
      request.socket.once('close', () => response.destroy());
    };

    const result = await sendBriefly(receiver.url, { maxResponseBytes: 99, keptResponseBytes: 10 });

    expect(result).toMatchObject({ status: 200, body: 'x'.repeat(10) });
  });
});

describe('a time limit', () => {
  const timedOut = { kind: 'failed', error: 'timeout', message: 'The answer was not complete in time.' };

  test.for([
    ['headers', 'HTTP/1.1 500 No\r\n', 'X-Drip: drip\r\n', timedOut],
    [
      'a chunked body',
      'HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\nx\r\n',
      { kind: 'answered', status: 500 },
    ],
  ] as const)('applies to %s that arrive slowly', async ([_, beginning, drop, expected]) => {
    const closed = Promise.withResolvers<void>();
    receiver.behaviour = ({ socket }) => {
      socket.write(beginning);
      const timer = setInterval(() => socket.write(drop), 20);
      socket.once('close', () => {
        clearInterval(timer);
        closed.resolve();
      });
    };

    const result = await sendBriefly(receiver.url);

    expect(result).toMatchObject(expected);
    await closed.promise;
  });

  test('ends an answer that is a success by its status line', async () => {
    receiver.behaviour = ({ socket }) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx');

    const result = await sendBriefly(receiver.url);

    expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'x' });
  });

  test('applies to the lookup of the address', async () => {
    const lookup = () => new Promise<never>(() => {});

    expect(await sendBriefly(receiver.url.replace('localhost', 'h.example'), { lookup })).toMatchObject(
      timedOut,
    );
  });

  test('applies to the wait for one of ten connections', async () => {
    const hanging = await openReceiver();
    hanging.behaviour = () => {};

    const results = await Promise.all(Array.from({ length: 12 }, () => sendBriefly(hanging.url)));
    hanging.behaviour = (_, response) => response.end();

    for (const result of results) expect(result).toMatchObject(timedOut);
    expect(await send(hanging.url)).toMatchObject({ status: 200 });
    await hanging.close();
  });
});

/** Runs `use` with the URL of a server that does not speak HTTPS. */
async function withServer<T>(server: Server, use: (url: string) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  const port = await listening(server);
  try {
    return await use(`https://localhost:${port}/`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

describe('the error for a connection that', () => {
  test('is refused', async () => {
    const url = await withServer(createServer(), async (once) => once);

    expect(await send(url)).toMatchObject({
      kind: 'failed',
      error: 'connection_refused',
      message: 'The connection was refused (ECONNREFUSED).',
    });
    expect(await send(url.replace('localhost', '127.0.0.1'))).toMatchObject({ error: 'connection_refused' });
  });

  test.for<[string, Behaviour]>([
    ['reset before an answer', (request) => receiver.reset(request)],
    ['closed before an answer', ({ socket }) => socket.destroy()],
    ['closed within the status line', ({ socket }) => socket.end('HTTP/1.1 200 OK')],
    ['closed within the headers', ({ socket }) => socket.end('HTTP/1.1 500 No\r\nContent-Le')],
    [
      'reset within the headers',
      (request) => {
        request.socket.write('HTTP/1.1 500 No\r\nContent-Le');
        setTimeout(() => receiver.reset(request), 20);
      },
    ],
  ])('is %s', async ([_, behaviour]) => {
    const requests = receiver.received.length;
    receiver.behaviour = behaviour;

    expect(await sendBriefly(receiver.url)).toMatchObject({
      kind: 'failed',
      error: 'connection_reset',
      message: 'The connection was closed before the answer was complete (ECONNRESET).',
    });
    expect(receiver.received, 'only what was closed while idle is tried again').toHaveLength(requests + 1);
  });
});

describe('the error for a name', () => {
  test('that cannot be resolved', async () => {
    // A label has at most 63 octets (RFC 1035), so no server is asked.
    expect(await send(`https://${'a'.repeat(64)}.example/`)).toMatchObject({
      error: 'name_not_resolved',
      message: expect.stringMatching(/^The host name could not be resolved \([A-Z_]+\)\.$/),
    });
  });

  test('without an address', async () => {
    expect(await send('https://hooks.example/', { lookup: async () => [] })).toMatchObject({
      error: 'name_not_resolved',
      message: 'The host name could not be resolved.',
    });
  });
});

test.for([
  ['from an unknown authority', async () => makeCertificate(), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['for another name', async () => forAnotherName, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that has expired', async () => expired, 'CERT_HAS_EXPIRED'],
] as const)('the error for a certificate %s', async ([, certificate, code]) => {
  const other = await openReceiver({ certificate: await certificate() });

  expect(await send(other.url)).toMatchObject({
    error: 'tls',
    message: `No secure connection could be made (${code}).`,
  });
  expect(other.received).toHaveLength(0);
  await other.close();
});

test('the error for a server that speaks plain HTTP', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));

  expect(await withServer(server, sendBriefly)).toMatchObject({ error: 'tls' });
});

describe('an answer that is not valid', () => {
  test.for<[string, Behaviour, string]>([
    ['no HTTP', ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), 'HPE_INVALID_CONSTANT'],
    [
      'a line that is no header',
      ({ socket }) => socket.end('HTTP/1.1 500 No\r\nwhat a day\r\n\r\n'),
      'HPE_INVALID_HEADER_TOKEN',
    ],
    [
      'endless headers',
      ({ socket }) => {
        socket.write('HTTP/1.1 500 No\r\n');
        const timer = setInterval(() => socket.write('X-Header: x\r\n'.repeat(1000)), 1);
        socket.once('close', () => clearInterval(timer));
      },
      'HPE_HEADER_OVERFLOW',
    ],
  ])('%s', async ([_, behaviour, code]) => {
    receiver.behaviour = behaviour;

    expect(await sendBriefly(receiver.url)).toMatchObject({
      kind: 'failed',
      error: 'invalid_response',
      message: expect.stringContaining(`The answer was not valid HTTP (${code}`),
    });
  });

  test.for([
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  ])('another protocol: %j', async (answer) => {
    receiver.behaviour = ({ socket }) => socket.write(answer);

    expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'failed', error: 'invalid_response' });
  });

  test('more than one answer', async () => {
    receiver.behaviour = ({ socket }) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nb',
      );
    };
    expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'answered', body: 'a' });

    receiver.behaviour = (_, response) => response.end('c');
    expect(await sendBriefly(receiver.url), 'belongs to no other request').toMatchObject({ body: 'c' });
  });
});

const success = 'HTTP/1.1 200 OK\r\n';
test.for<[string, number, string, string]>([
  ['bytes after 204', 204, 'HTTP/1.1 204 No Content\r\n\r\n', 'left over'],
  ['a length and a body after 204', 204, 'HTTP/1.1 204\r\nContent-Length: 2\r\n\r\n', 'ok'],
  ['bytes after its body', 200, `${success}Content-Length: 2\r\n\r\nok`, 'more'],
  ['a length that is too long', 202, 'HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\n', 'ok'],
  ['a line that is no header', 200, `${success}what a day\r\n\r\n`, ''],
  ['a chunk of no size', 200, `${success}Transfer-Encoding: chunked\r\n\r\n`, 'zz\r\n'],
  ['headers that stop', 200, `${success}Content-Le`, ''],
  ['an interim answer before', 200, `HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n${success}X Y: z\r\n`, ''],
])('an answer with a 2xx status line is a success with %s', async ([_, status, head, rest]) => {
  for (const pause of [false, true]) {
    receiver.behaviour = ({ socket }) => {
      socket.write(head);
      if (pause) setTimeout(() => socket.end(rest), 10);
      else socket.end(rest);
    };

    expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'answered', status });
  }
  receiver.behaviour = (_, response) => response.end('c');
  expect(await sendBriefly(receiver.url), 'belongs to no other request').toMatchObject({ body: 'c' });
});

const refusal = 'HTTP/1.1 410 Gone\r\nRetry-After: 60\r\n';
test.for<[string, string, string, boolean]>([
  ['without a length, on an open connection', '', '', false],
  ['that is too short', 'Content-Length: 9\r\n', 'gone', true],
  ['that is too long', 'Content-Length: 2\r\n', 'gone', true],
  ['with a chunk of no size', 'Transfer-Encoding: chunked\r\n', 'zz\r\n', true],
])('an answer that is no success counts with a body %s', async ([_, header, body, closes]) => {
  receiver.behaviour = ({ socket }) => {
    socket.write(`${refusal}${header}\r\n${body}`);
    if (closes) socket.end();
  };

  expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'answered', status: 410, retryAfter: '60' });
});

test('does not throw when a header cannot be sent', async () => {
  expect(await send(receiver.url, { headers: { 'webhook-id': 'a\nb' } })).toMatchObject({
    kind: 'failed',
    error: 'connection_failed',
    message: 'No connection could be made (ERR_INVALID_CHAR).',
  });
});
