import { once } from 'node:events';
import { type AgentOptions, createServer, request } from 'node:https';
import { type AddressInfo, BlockList } from 'node:net';
import { expect, test } from '@jest/globals';
import { forbiddenAddresses } from './addresses.ts';
import { createAgents } from './guardedAgents.ts';

// A pre-shared key, so that this test needs no certificate.
const psk = Buffer.from('only for this test');
const OPTIONS: AgentOptions = {
  ciphers: 'PSK',
  maxVersion: 'TLSv1.2',
  pskCallback: () => ({ psk, identity: 'test' }),
  checkServerIdentity: () => undefined,
};

const fetchText = (url: string, forbidden: BlockList | null): Promise<string> =>
  new Promise(resolve => {
    request(url, { agent: createAgents(forbidden, OPTIONS).https }, answer => {
      answer.setEncoding('utf8').once('data', resolve);
    })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end();
  });

test('TLS reaches every address that is not forbidden, by its number and by its name', async () => {
  const server = createServer({ ciphers: 'PSK', pskCallback: () => psk }, (_request, response) => response.end('hello'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const host of ['127.0.0.1', 'localhost']) {
    const url = `https://${host}:${port}/`;
    expect(await fetchText(url, null)).toBe('hello');
    expect(await fetchText(url, new BlockList())).toBe('hello');
    expect(await fetchText(url, forbiddenAddresses())).toBe('ERR_IP_BLOCKED');
  }
  server.closeAllConnections();
  server.close();
});
