import { request as ask } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';

describe('Somebody who is signed in to the console', () => {
  let running: RunningApp;
  let petra: ConsoleVisitor;
  const log: string[] = [];
  beforeAll(async () => {
    running = await startApp({ env: { LOG_LEVEL: 'debug' }, logTo: { write: line => void log.push(line) } });
    petra = new ConsoleVisitor(running.origin);
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
  });
  afterAll(() => running.close());

  const loggedLines = (msg: string, about: string) => log.filter(line => line.includes(`"msg":"${msg}"`) && line.includes(about));
  const headers = () => ({ Cookie: [...petra.cookies].map(([name, value]) => `${name}=${value}`).join('; ') });

  it('may leave before it has answered, in the middle of a form and before a file, and that is no fault of ours', async () => {
    const half = ask(`${running.origin}/operator/menu`, {
      method: 'POST',
      headers: { ...headers(), 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '900' },
    }).on('error', () => undefined);
    half.write('form=x', () => half.destroy());
    await until(
      async () => loggedLines('request', '"method":"POST"'),
      lines => lines.length > 1,
    );

    const file = ask(`${running.origin}/operator/labels.pdf`, { headers: headers() }).on('error', () => undefined);
    file.end(() => file.destroy());
    await until(
      async () => loggedLines('request', '"method":"GET"'),
      lines => lines.some(line => line.includes('"aborted":true')),
    );
    expect(loggedLines('bug', '')).toEqual([]);
  });

  it('gets the headers of a file alone where only these were asked for', async () => {
    const period = (await petra.get('/operator/books')).headers.get('location') ?? '';
    const { statusCode, bytes } = await new Promise<{ statusCode: number; bytes: number }>(resolve =>
      ask(`${running.origin}${period}.csv`, { method: 'HEAD', headers: headers() }, response => {
        let bytes = 0;
        response.on('data', (part: Buffer) => (bytes += part.length));
        response.on('end', () => resolve({ statusCode: response.statusCode ?? 0, bytes }));
      }).end(),
    );
    expect([statusCode, bytes]).toEqual([200, 0]);
  });

  it.each(['__proto__', 'constructor', 'toString', '%', 'note'])('finds no act on a session by the name of %s', async does => {
    const address = `/operator/sessions/123456789/${encodeURIComponent(does)}`;
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(await petra.page('/operator/menu')) ?? [];
    expect((await petra.get(address)).status).toBe(404);
    expect((await petra.post(address, { form, reason: 'x', seen: '1' })).status).toBe(404);
    expect(loggedLines('bug', '')).toEqual([]);
  });
});
