import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Lookup } from '../../../shared/webhooks/connections.ts';
import {
  type Behaviour,
  makeCertificate,
  openReceiver,
  type Receiver,
  trust,
} from '../../support/receivers/receiver.ts';
import { send, sendBriefly } from './sending.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
  trust(receiver.certificate);
});
afterEach(() => receiver.close());

/** The addresses of all connection attempts, as reported by Node. */
function recordAttempts(): { readonly attempts: string[]; stop(): void } {
  const attempts: string[] = [];
  const created = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address: string) => attempts.push(address));
  };
  diagnostics.subscribe('net.client.socket', created);
  return { attempts, stop: () => diagnostics.unsubscribe('net.client.socket', created) };
}

/** Answers each lookup with the next list of addresses, and counts lookups. */
function answering(...lists: (readonly string[])[]) {
  const questions: string[] = [];
  const lookup: Lookup = async (hostname) => {
    questions.push(hostname);
    const addresses = lists[questions.length - 1] ?? [];
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { questions, lookup };
}

describe('a name with an address that is not public', () => {
  test.for([
    ['a private address', ['10.0.0.1']],
    ['public ones and a private one', ['8.8.8.8', '2606:4700:4700::1111', '10.0.0.1']],
    ['no address at all', ['localhost']],
  ] as const)('is refused for %s, without a connection', async ([_, addresses]) => {
    const { attempts, stop } = recordAttempts();
    const { lookup, questions } = answering(addresses);

    const result = await sendBriefly('https://hooks.example.com/', { allowPrivateTargets: false, lookup });
    stop();

    expect(result).toMatchObject({
      kind: 'failed',
      error: 'address_not_allowed',
      message: 'The host name has an address that is not public.',
    });
    expect(questions).toEqual(['hooks.example.com']);
    expect(attempts).toEqual([]);
  });

  test('is not looked up when the URL is not allowed', async () => {
    const { lookup, questions } = answering(['8.8.8.8']);

    expect(await send('https://127.0.0.1/', { allowPrivateTargets: false, lookup })).toMatchObject({
      kind: 'failed',
      error: 'address_not_allowed',
      message: 'The URL must not point to a private or reserved address.',
    });
    expect(questions).toEqual([]);
  });

  test('is looked up once, so that a second answer cannot change the address (DNS rebinding)', async () => {
    // The first address is in a former test network (RFC 3701), where nothing answers.
    const { attempts, stop } = recordAttempts();
    const { lookup, questions } = answering(['3ffe::1'], ['127.0.0.1'], ['127.0.0.1']);

    const result = await sendBriefly('https://hooks.example.com/', { allowPrivateTargets: false, lookup });
    stop();

    expect(result.kind).toBe('failed');
    expect(questions).toHaveLength(1);
    expect(attempts).toEqual(['3ffe::1']);
  });

  test('gets no request over a connection that was allowed earlier', async () => {
    await send(receiver.url);

    const result = await send(receiver.url, { allowPrivateTargets: false });

    expect(result).toMatchObject({ error: 'address_not_allowed' });
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a connection', () => {
  test.for(['hooks.example.com', 'hooks.example.com.'])(
    'is made to the address found for %s, with a certificate for that name',
    async (hostname) => {
      const certificate = await makeCertificate({ names: ['hooks.example.com'] });
      const other = await openReceiver({ certificate });
      trust(certificate);
      let serverName: string | false | null = null;
      other.behaviour = ({ socket }, response) => {
        serverName = (socket as TLSSocket).servername;
        response.writeHead(204).end();
      };
      const { lookup, questions } = answering(['127.0.0.1'], ['127.0.0.1']);

      const result = await send(`https://${hostname}:${other.port}/`, { lookup });
      await other.close();

      expect(result).toMatchObject({ kind: 'answered', status: 204 });
      expect(questions).toEqual([hostname]);
      expect(serverName).toBe('hooks.example.com');
      expect(other.received[0]?.headers.host).toBe(`${hostname}:${other.port}`);
    },
  );

  test('is made to the next address when one does not answer', async () => {
    const { lookup } = answering(['3ffe::1', '127.0.0.1']);

    expect(await send(receiver.url, { lookup })).toMatchObject({ status: 204 });
  });

  test('is opened for each of many requests to the same host, and ten stay open', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => send(receiver.url)));
    expect(results.every((result) => result.kind === 'answered')).toBe(true);
    expect(receiver.connections).toBe(50);

    await Promise.all(Array.from({ length: 10 }, () => send(receiver.url)));

    expect(receiver.connections).toBe(50);
  });

  test('is closed before it was idle for five seconds', async () => {
    const idle = Promise.withResolvers<number>();
    receiver.behaviour = ({ socket }, response) => {
      const at = Date.now();
      socket.once('close', () => idle.resolve(Date.now() - at));
      // This receiver offers to keep the connection for longer, but the sender closes it.
      response.writeHead(204, { 'keep-alive': 'timeout=60' }).end();
    };

    await send(receiver.url);

    expect(await idle.promise).toBeGreaterThan(3500);
    expect(await idle.promise).toBeLessThan(5000);
  });

  test('is not used again after the process was frozen', async () => {
    await send(receiver.url);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await send(receiver.url);
    vi.useRealTimers();

    expect(receiver.connections).toBe(2);
  });
});

describe('an idle connection that the receiver closed', () => {
  /**
   * Closes the first connection when its second request arrives. To the sender, it looks as if the receiver had closed the connection just
   * when the sender began the request.
   */
  const closing =
    (close: Behaviour): Behaviour =>
    (...exchange) => {
      const [, response] = exchange;
      if (receiver.received.length === 2) close(...exchange);
      else response.writeHead(204).end();
    };

  test.for<[string, Behaviour]>([
    ['reset', (request) => receiver.reset(request)],
    ['closed', ({ socket }) => socket.destroy()],
    ['ended', ({ socket }) => socket.end()],
  ])('and %s is replaced once', async ([_, close]) => {
    receiver.behaviour = closing(close);
    await send(receiver.url);

    expect(await send(receiver.url)).toMatchObject({ kind: 'answered', status: 204 });

    expect(receiver.connections).toBe(2);
    expect(receiver.received).toHaveLength(3);
    expect(receiver.received[2]?.headers).toEqual({ ...receiver.received[1]?.headers, connection: 'close' });
  });

  test('is not replaced a second time', async () => {
    await send(receiver.url);
    receiver.behaviour = ({ socket }) => socket.destroy();

    expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'failed', error: 'connection_reset' });
    expect(receiver.received).toHaveLength(3);
  });

  test('counts as used when an answer has begun', async () => {
    await send(receiver.url);
    receiver.behaviour = ({ socket }) => socket.end('HTTP/1.1 2');

    expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'failed', error: 'connection_reset' });
    expect(receiver.received).toHaveLength(2);
  });
});
