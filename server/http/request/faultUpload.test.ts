import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { faultUploadOf, readFaultUpload } from './faultUpload.ts';

const READ_MS = 300;
let close = () => {};
afterEach(() => close());

/** Serves what was read of an upload. */
async function serveUploads(): Promise<number> {
  const app = express();
  app.use((request, response, next) => {
    response.locals.visitor = { path: request.path };
    next();
  });
  app.use(readFaultUpload({ countNetwork: async () => null }, { readMs: READ_MS }));
  app.post('/{*any}', (request, response) => {
    const upload = faultUploadOf(response);
    response.json({ ...upload, photo: upload?.photo?.length ?? null, words: (request.body as { words?: string })?.words });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return (server.address() as AddressInfo).port;
}

const FIELD = '--x\r\nContent-Disposition: form-data; name="words"\r\n\r\nIt is bent\r\n';
const FILE = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';

/** Sends the beginning of a form and reads the response. */
async function send(port: number, body: string): Promise<unknown> {
  const socket = connect(port, '127.0.0.1');
  const lines = ['POST /blaufink/evse/DE*BLF*E1*1/fault HTTP/1.1', 'Host: x', 'Content-Length: 100000'];
  socket.write([...lines, 'Content-Type: multipart/form-data; boundary=x', '', body].join('\r\n'));
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (answer.includes('}')) break;
  }
  return JSON.parse(/\{.*\}/s.exec(answer)?.[0] ?? 'null');
}

describe('A form whose photo arrives slowly', () => {
  it('is given up after a time, with the text that has arrived', async () => {
    const port = await serveUploads();
    const [withPhoto, withoutPhoto] = await Promise.all([send(port, FIELD + FILE + 'x'.repeat(2000)), send(port, FIELD)]);
    expect(withPhoto).toEqual({ photo: null, hadPhoto: true, trouble: 'tooSlow', retryAfterS: null, words: 'It is bent' });
    expect(withoutPhoto).toMatchObject({ hadPhoto: false, trouble: 'tooSlow' });
  });

  it('does not fill the places of others once it was given up', async () => {
    const port = await serveUploads();
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(port, FIELD + FILE)));
    expect(answers.filter(answer => (answer as { retryAfterS: number | null }).retryAfterS === null)).toHaveLength(8);
    expect(await send(port, FIELD + FILE)).toMatchObject({ retryAfterS: null });
  });
});
