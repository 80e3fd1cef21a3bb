import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ACT_FORMS } from '../../../client/console/parts/actForms.ts';
import { createVisitor } from '../../../scripts/try/demoVisitor.ts';
import { API_PATH } from '../../../shared/console/api.ts';
import { type BuiltApp, startBuiltApp } from '../../support/builtApp.ts';
import { freePort } from '../../support/freePort.ts';
import { CLIENT_SECRET, startOpenIdProvider } from '../../support/openIdProvider.ts';
import { operatorCommand } from '../../support/operatorCommand.ts';
import { createChance } from '../money/chance.ts';
import { apiTokensOf } from './apiTokens.ts';
import { isConsole, listAddresses } from './endpoints.ts';
import { faultsOf, type Secrets } from './judge.ts';
import { type Ground, hostileRequest, pathAt, patternAt } from './requests.ts';
import { send } from './send.ts';
import { createSignedIn, type SignedIn, signInSettings } from './signedIn.ts';
import { type SlowResult, sendSlowly } from './slow.ts';

export interface AttackOptions {
  requests: number;
  seed: string;
  slow: number;
  /** Only addresses that begin with this text are attacked. Absent: all. */
  only?: string | undefined;
  print(line: string): void;
}

export interface AttackResult {
  locations: readonly string[];
  statuses: Readonly<Record<string, number>>;
  /** The faults found by kind: how often each occurred, and the first requests that caused it. */
  found: Readonly<Record<string, { times: number; examples: readonly string[] }>>;
  rows: readonly { what: string; seen: string | number; goal: string; isMet: boolean }[];
}

const AT_ONCE = 24;
const EXAMPLES = 5;
/** Maximum p99 in milliseconds of an honest visitor's page loads while the slow connections are open. */
const MAX_HONEST_MS = 300;
const MAX_GROWTH_MIB = 300;
const SECRET = 'a secret that no answer may hold';
const TOKEN = 'a token that no answer may hold';
const API_TOKEN = 'another token that no answer may hold';
const PLUG = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1', connector: '1' };

/** Starts a built app as a child process and sends hostile requests to every address that the app serves. */
export async function attack({ requests, seed, slow, only = '', print }: AttackOptions): Promise<AttackResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'attack-'));
  const routesFile = path.join(folder, 'routes.json');
  const port = await freePort();
  const provider = await startOpenIdProvider();
  const env = {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    DEMO: '1',
    SECRET,
    STATUS_TOKEN: TOKEN,
    OPERATOR_API_TOKEN: API_TOKEN,
    ...signInSettings(provider),
    OPERATOR_DATA: path.resolve('demo'),
    STATIONS: 'simulator,ocpi,ocpp',
    OCPI_PARTY: 'DE*ABC',
    OCPI_PRIVATE_PEERS: '1',
    TRUST_PROXY: '1',
    ATTACK_ROUTES: routesFile,
    NODE_OPTIONS: `--import ${path.resolve('test/proof/attack/routesMain.ts')} --disable-warning=ExperimentalWarning`,
  };
  const app = await startBuiltApp({ speed: 1, env });
  try {
    const signedIn = createSignedIn(app.origin, provider);
    const all = await groundOf(app, { env, routesFile, signedIn });
    const ground = { ...all, locations: all.locations.filter(place => place.startsWith(only)) };
    print(`${ground.locations.length} places, seed ${seed}`);
    return await run(app, { ground, signedIn, other: [provider.issuer], requests, seed, slow, print });
  } finally {
    await app.close();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function groundOf(
  app: BuiltApp,
  { env, routesFile, signedIn }: { env: Record<string, string>; routesFile: string; signedIn: SignedIn },
): Promise<Ground> {
  // The API registers its paths at the first request.
  await fetch(`${app.origin}${API_PATH}/openapi.json`);
  const visitor = createVisitor(app.origin);
  const payment = await visitor.order({ ...PLUG, prefix: '/en' });
  const sessionId = (await visitor.pay(payment)).split('/').at(-1) ?? '';
  const { NODE_OPTIONS: _, ...settings } = env;
  const invited = await operatorCommand(app, { env: settings, words: ['ocpi', 'invite', 'town', '--who', 'Petra Lindqvist'] });
  const token = /\b[\w-]{30,}\b/.exec(invited)?.[0] ?? '';
  const apiTokens = await apiTokensOf(app, { env: settings, brand: PLUG.clientId });
  const number = /operator\/sessions\/(\d{9})/.exec(await signedIn.page('/operator/sessions'))?.[1] ?? '';
  const tariff = /operator\/prices\/([^"?]+)/.exec(await signedIn.page('/operator/prices'))?.[1] ?? '';
  const any = [sessionId, 'AAAAAAAAAAAAAAAAAAAAAA', '1', 'terms'];
  return {
    origin: app.origin,
    locations: listAddresses(JSON.parse(readFileSync(routesFile, 'utf8')) as string[]),
    known: {
      ...{
        any,
        clientId: [PLUG.clientId, 'farnwald', 'house'],
        evseId: [PLUG.evseId, 'DE*FRW*E2001*1'],
        kind: ['terms', 'privacy'],
      },
      ...{ sessionId: [sessionId], orderId: any, receipt: any, station: ['HOTEL-1'], locale: ['en', 'hu'] },
      name: ['client.js', 'town', 'list', 'refund'],
      ...consoleValues({ number, tariff }),
    },
    apiTokens,
    tokens: [`Bearer ${API_TOKEN}`, `Token ${token}`, `Token ${Buffer.from(token).toString('base64')}`, 'Bearer x'],
  };
}

const consoleValues = ({ number, tariff }: { number: string; tariff: string }) => ({
  number: [number],
  tariff: [decodeURIComponent(tariff)],
  id: [PLUG.clientId, '1'],
  does: Object.keys(ACT_FORMS),
  period: ['', '.csv', '.zip', '.extf'].map(kind => new Date().toISOString().slice(0, 7) + kind),
  point: [PLUG.evseId],
  identity: ['HOTEL-1'],
  light: ['light', 'dark'],
});

const rssMib = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

interface Run extends AttackOptions {
  ground: Ground;
  signedIn: SignedIn;
  /** Origins to which redirects may lead, in addition to that of the app. */
  other: readonly string[];
}

async function run(app: BuiltApp, { ground, signedIn, other, requests, seed, slow, print }: Run): Promise<AttackResult> {
  const { origin } = ground;
  const secrets: Secrets = {
    origins: [origin, ...other],
    texts: [SECRET, TOKEN, API_TOKEN, CLIENT_SECRET, app.dataDir, process.cwd()],
    refusedTokens: ground.apiTokens.refused,
    limitedTokens: ground.apiTokens.limited,
    otherBrands: ['*FRW*', '*CNB*', 'Farnwald', 'Canarybolt'],
  };
  const statuses = new Map<string, number>();
  const found = new Map<string, { times: number; examples: string[] }>();
  const honest: number[] = [];
  const note = (fault: string, example: string) => {
    const known = found.get(fault) ?? { times: 0, examples: [] };
    known.times++;
    if (known.examples.length < EXAMPLES) known.examples.push(example);
    found.set(fault, known);
  };
  const chance = createChance(seed);
  const pid = app.pid();
  await warm({ ground, signedIn });
  const before = rssMib(pid);

  let sent = 0;
  const sendOnAndOn = async (): Promise<void> => {
    while (sent < requests) {
      const n = sent++;
      const pattern = patternAt(n, ground);
      const request = await signedIn.dress(pattern, hostileRequest(chance, n, ground));
      const answer = await send(ground, request);
      statuses.set(String(answer.status), (statuses.get(String(answer.status)) ?? 0) + 1);
      if (/^location: \/operator\/sign-in\s*$/im.test(answer.head)) signedIn.ended();
      for (const fault of faultsOf(request, answer, secrets))
        note(fault, `${answer.status} ${JSON.stringify(request).slice(0, 700)} → ${answer.head.split('\r\n')[0]}`);
      if (request.n % 1000 === 0) honest.push(await honestMs(origin));
      if (request.n > 0 && request.n % 5000 === 0) print(`${request.n} sent, ${rssMib(pid)} MiB`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOnAndOn));
  const growth = rssMib(pid) - before;
  for (const bug of app.bugs()) note('bug in the log', JSON.stringify(bug).slice(0, 500));
  for (const line of app.lines)
    if (/zq\d+q/.test(JSON.stringify(line))) note('what was sent, in the log', JSON.stringify(line).slice(0, 300));
  const slowly = slow > 0 ? await sendSlowly({ origin, slow }) : null;
  const isClean = Object.keys((await (await fetch(`${origin}/health`)).json()) as object).join() === 'status,build,uptimeS';
  const sorted = honest.sort((a, b) => a - b);
  return {
    locations: ground.locations,
    statuses: Object.fromEntries([...statuses].sort()),
    found: Object.fromEntries(found),
    rows: [
      goal('requests sent', requests, `${requests}`, true),
      goal('faults found', found.size, '0', found.size === 0),
      goal('same process', app.pid() === pid ? 'yes' : 'no', 'yes', app.pid() === pid && isAlive(pid)),
      goal('growth of memory, MiB', growth, `< ${MAX_GROWTH_MIB}`, growth < MAX_GROWTH_MIB),
      goal('objects unpolluted', isClean ? 'yes' : 'no', 'yes', isClean),
      goal(
        'honest page meanwhile, median ms',
        Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
        'answered',
        !honest.includes(-1),
      ),
      ...(slowly ? slowGoals(slowly) : []),
    ],
  };
}

const slowGoals = ({ kinds, honest }: SlowResult) => [
  ...kinds.map(({ kind, opened, dropped, worstMs, limitMs }) =>
    goal(`${kind} dropped`, `${dropped} of ${opened}, ${worstMs} ms`, `all in ${limitMs} ms`, dropped === opened),
  ),
  goal('honest page beside them, p99 ms', honest.p99Ms, `< ${MAX_HONEST_MS}`, honest.p99Ms < MAX_HONEST_MS),
  goal('honest pages beside them that failed', `${honest.failed} of ${honest.pages}`, '0', honest.failed === 0),
];

/**
 * Loads the page of a brand and every console page, as many at a time as the attack does. Memory that only first page loads
 * allocate then does not count as growth.
 */
async function warm({ ground, signedIn }: Pick<Run, 'ground' | 'signedIn'>): Promise<void> {
  const chance = createChance('warm');
  const pages = ground.locations
    .filter(isConsole)
    .map(place => () => signedIn.page(pathAt(chance, place, { ...ground, marker: '' })));
  const home = async () => (await fetch(`${ground.origin}/${PLUG.clientId}`, { headers: { Accept: 'text/html' } })).text();
  const all = Array.from({ length: 10 }, () => [home, home, ...pages]).flat();
  while (all.length > 0) await Promise.all(all.splice(0, AT_ONCE).map(options => options()));
}

const goal = (what: string, seen: string | number, wanted: string, isMet: boolean) => ({ what, seen, goal: wanted, isMet });

/**
 * Loads the page of a brand as an honest visitor does.
 * @returns the duration in milliseconds; -1 if no complete page was received
 */
async function honestMs(origin: string): Promise<number> {
  const began = performance.now();
  const page = await fetch(`${origin}/${PLUG.clientId}`, { headers: { Accept: 'text/html' } }).catch(() => null);
  return page?.ok && (await page.text()).includes('</html>') ? performance.now() - began : -1;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
