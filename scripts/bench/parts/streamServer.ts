// One session that is watched, served by the house or by bare Express, in a process of its own.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import express from 'express';
import { createEvents } from '../../../server/http/api/events.ts';
import { createLog } from '../../../server/http/request/log.ts';
import { security } from '../../../server/http/request/security.ts';
import { memoryKib } from '../../prove/memory.ts';
import { createBareStreams } from '../baselines/sse.ts';
import { openLongSession } from './longSession.ts';

/** About what a view has after an hour. */
const BYTES = 9000;
const HOUR_READINGS = 360;

if (process.send) await serve(process.send.bind(process));

async function serve(tell: (said: object) => void): Promise<void> {
  const [what] = (await once(process, 'message')) as ['house' | 'bare'];
  const { app, path, say } = what === 'house' ? await openStreamApp() : bare();
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.on('message', async (asked: 'memory' | 'say') => {
    if (asked === 'memory') tell({ memory: await memoryKib() });
    else {
      const before = process.cpuUsage();
      tell({ began: performance.timeOrigin + performance.now() });
      await say();
      // With what the writing leaves to be done.
      setTimeout(() => {
        const { user, system } = process.cpuUsage(before);
        tell({ cpu: (user + system) / 1000 });
      }, 500);
    }
  });
  tell({ serves: { port: (server.address() as AddressInfo).port, path } });
}

/** What every request meets before the streams. */
async function openStreamApp() {
  const { app: operator, sessionId, tell } = await openLongSession(HOUR_READINGS);
  const log = createLog({ level: 'silent', destination: new Writable({ write: (_line, _encoding, done) => done() }) });
  const app = express().disable('x-powered-by').set('trust proxy', 1).set('etag', false);
  app.use(log.requests, security({ formOrigins: [], isHttps: false }));
  app.use(createEvents(operator.operator, 100_000).router);
  return { app, path: `/api/sessions/${sessionId}/events`, say: tell };
}

function bare() {
  const streams = createBareStreams(BYTES);
  let messageCount = 0;
  return { app: express().use(streams.router), path: '/events', say: async () => streams.say(++messageCount) };
}
