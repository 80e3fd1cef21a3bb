import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { startBuiltApp } from '../../support/builtApp.ts';
import { freePort } from '../../support/freePort.ts';
import { shopWith } from '../../support/manyPoints.ts';
import { until } from '../../support/until.ts';
import { type Finding, finding, type Rehearsal, type RehearsalOptions } from '../operations/findings.ts';
import { noBugs, STATUS_ENV } from '../operations/reported.ts';
import { IMAGE } from './image.ts';
import {
  addressIsRight,
  eventsArriveAtOnce,
  pageArrives,
  photosArrive,
  type Reached,
  STREAMS,
  sessionIsPaid,
  startCharging,
  stationsConnect,
} from './journey.ts';
import { PROXIES, type ProxySetup, type ReverseProxy } from './proxies.ts';
import { requireTools, runTool, TOOLS_ENV } from './tools.ts';

const SPEED = 30;

/** Creates a certificate for localhost that this process trusts. */
function createCertificate(folder: string): void {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  runTool(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject]);
  const text = readFileSync(cert, 'utf8');
  writeFileSync(path.join(folder, 'both.pem'), text + readFileSync(key, 'utf8'));
  tls.setDefaultCACertificates([text]);
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

interface Served {
  output(): string;
}

/** Checks the file of a proxy and serves with it. Resolves once the app answers through the proxy. */
async function serve(proxy: ReverseProxy, setup: ProxySetup, { isBroken, atEnd, print }: RehearsalOptions): Promise<Served> {
  const file = path.join(setup.folder, 'proxy.conf');
  writeFileSync(file, proxy.config(setup, isBroken));
  const env = proxy.env?.(setup) ?? {};
  const words = proxy.check(file);
  runTool(words, env);
  print(`${words.slice(0, 2).join(' ')}: valid`);
  const [command = '', ...rest] = proxy.serve(file, setup);
  const child = spawn(command, rest, { env: { ...TOOLS_ENV, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  atEnd(() => endOf(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const health = () => fetch(`https://localhost:${setup.secure}/health`).catch(() => null);
  await until(health, answer => answer?.ok === true).catch((error: Error) => {
    throw new Error(`${error.message} ${output.slice(-400)}`);
  });
  return { output: () => output };
}

/** A proxy that wrote down the address of a session would write down its key. Then each failed request is logged, too. */
async function isSilent({ app, origin }: Reached, { output }: Served, folder: string): Promise<Finding> {
  const secret = 'the-key-of-a-session';
  await app.kill9();
  await fetch(`${origin}/en/${secret}`).catch(() => null);
  const logs = output() + runTool(['sh', '-c', 'cat "$1"/*.log 2>/dev/null || true', 'sh', folder]);
  return finding('No log of the proxy contains an address', logs.includes(secret) ? 'found' : 'none', !logs.includes(secret));
}

const journeyThrough = (proxy: ReverseProxy): Rehearsal => ({
  does: `a driver, a station and a stranger come through deploy/ with ${proxy.tool}`,
  fault: 'the address that a visitor claims is passed on',
  isShort: false,
  async run(options) {
    requireTools(proxy.tool, 'openssl');
    const { atEnd, print } = options;
    const folder = mkdtempSync(path.join(tmpdir(), 'proxy-'));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    createCertificate(folder);
    const shop = shopWith(2);
    atEnd(shop.close);
    const [secure, plain] = [await freePort(), await freePort()];
    const origin = `https://localhost:${secure}`;
    const env = {
      ...STATUS_ENV,
      PUBLIC_ORIGIN: origin,
      DEMO: '1',
      SECRET: 'a secret of thirty-two characters',
      HOST: '127.0.0.1',
      // The visitors of the proof are in the same network, 127.0.0.0/8, so the proxy is trusted by its own address alone.
      TRUST_PROXY: '127.0.0.1',
      OPERATOR_DATA: shop.folder,
      STATIONS: 'simulator,ocpp',
      MAX_STREAMS: String(STREAMS),
    };
    const app = await startBuiltApp({ speed: SPEED, env });
    atEnd(app.close);
    const setup = { app: Number(new URL(app.origin).port), secure, plain, folder };
    const served = await serve(proxy, setup, options);
    const reached: Reached = { app, env, origin, plainOrigin: `http://localhost:${plain}` };
    const driver = await startCharging(reached);
    print('a vehicle charges');
    const findings = [
      ...(await pageArrives(reached)),
      ...(await eventsArriveAtOnce(reached, driver)),
      ...(await addressIsRight(reached)),
      ...(await stationsConnect(reached)),
      ...(await photosArrive(reached)),
      ...(await sessionIsPaid(reached, driver)),
    ];
    return [...findings, noBugs([app]), await isSilent(reached, served, folder)];
  },
});

export const DEPLOYMENTS: Readonly<Record<string, Rehearsal>> = {
  ...Object.fromEntries(Object.entries(PROXIES).map(([name, proxy]) => [name, journeyThrough(proxy)])),
  image: IMAGE,
};
