import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
afterAll(() => receiver.close());

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
    ['closed within the body', ({ socket }) => socket.end('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nxxx')],
    [
      'reset within the body',
      (request, response) => {
        response.writeHead(500, { 'content-length': 1000 }).write('x');
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
      'a chunk of no size',
      ({ socket }) => socket.end('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
      'HPE_INVALID_CHUNK_SIZE',
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

test('does not throw when a header cannot be sent', async () => {
  expect(await send(receiver.url, { headers: { 'webhook-id': 'a\nb' } })).toMatchObject({
    kind: 'failed',
    error: 'connection_failed',
    message: 'No connection could be made (ERR_INVALID_CHAR).',
  });
});
