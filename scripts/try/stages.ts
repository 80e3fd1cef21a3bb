// Creates every page state of the demo shop, for proofs and screenshots. Changes the behaviour of the demo points so that each
// brand has one session in each state.
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChargingPoint, Client } from '../../shared/charging/charging.ts';
import type { DemoPoint, DemoScript } from '../../shared/charging/demo.ts';
import type { Receipt } from '../../shared/charging/receipt.ts';
import type { Session } from '../../shared/charging/session.ts';
import type { Locale } from '../../shared/model/locales.ts';
import { startBuiltApp } from '../../test/support/builtApp.ts';
import { createVisitor, type DemoVisitor, type PlugAddress } from './demoVisitor.ts';
import type { Stage } from './walk.ts';

const HOME_STAGES: readonly Stage[] = [
  { client: 'house', name: 'home', path: '/' },
  { client: 'house', name: 'not-found', path: '/no/such/page' },
  { client: 'house', name: 'home-unknown', path: '/e?evse=DE*XXX*E1' },
];

/**
 * The behaviours that the points of a brand get, in this order. The strongest point comes first, because its cost reaches the minimum
 * payment soonest, then points with few plugs.
 */
const SCRIPTS: readonly DemoScript[] = ['plugs-in', 'never-plugs-in', 'connected', 'pauses', 'late-meter', 'refuses', 'occupied'];

interface Casting {
  script: DemoScript;
  plugs?: unknown;
}

/** Copies the data folder of the demo shop and replaces the behaviour of its points. */
export function scriptedShop(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'stages-'));
  cpSync('demo', folder, { recursive: true });
  const file = path.join(folder, 'stations.json');
  const stations = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Casting>;
  const plugsAt = plugsOf(path.join(folder, 'locations'));
  const isFreeToCast = ([evseId, { script, plugs }]: [string, Casting]) => !plugs && script !== 'free' && plugsAt.has(evseId);
  const stage = Object.entries(stations).filter(isFreeToCast);
  for (const points of Map.groupBy(stage, ([evseId]) => evseId.split('*')[1]).values()) {
    const few = points.sort(([one], [other]) => (plugsAt.get(one)?.count ?? 0) - (plugsAt.get(other)?.count ?? 0));
    const powerOf = ([evseId]: [string, Casting]) => plugsAt.get(evseId)?.powerW ?? 0;
    const strongest = few.reduce((best, each) => (powerOf(each) > powerOf(best) ? each : best));
    const inOrder = [strongest, ...few.filter(each => each !== strongest)];
    for (const [index, script] of SCRIPTS.entries()) {
      const [evseId] = inOrder[index] ?? [];
      if (evseId === undefined) throw new Error(`No point is left for ${script}`);
      stations[evseId] = { script };
    }
  }
  writeFileSync(file, JSON.stringify(stations));
  return folder;
}

interface LocationFile {
  evses: readonly { evse_id: string; status: string; connectors: readonly { max_electric_power?: number }[] }[];
}

/** Returns number and maximum power of the plugs of each EVSE that can be used. A session cannot start at one that is out of order. */
function plugsOf(folder: string): ReadonlyMap<string, { count: number; powerW: number }> {
  const locations = readdirSync(folder).flatMap(
    file => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as LocationFile | LocationFile[],
  );
  const evses = locations.flatMap(location => location.evses).filter(({ status }) => status === 'AVAILABLE');
  return new Map(
    evses.map(({ evse_id, connectors }) => {
      const powerW = Math.max(...connectors.map(({ max_electric_power = 0 }) => max_electric_power));
      return [evse_id, { count: connectors.length, powerW }] as const;
    }),
  );
}

/** Starts the app and creates every state. `brands`: default all brands, and the pages without a brand. */
export async function openStages({ brands, speed = 1 }: { brands?: readonly string[] | undefined; speed?: number }) {
  const app = await startBuiltApp({ speed, env: { OPERATOR_DATA: scriptedShop() } });
  const visitor = createVisitor(app.origin);
  const points = await visitor.json<DemoPoint[]>('/api/demo-points');
  const isRequested = (brand: string) => brands === undefined || brands.includes(brand);
  const clients = [...new Set(points.map(({ clientId }) => clientId))].filter(isRequested);
  const played = await Promise.all(
    clients.map(client =>
      playClient(
        visitor,
        client,
        points.filter(({ clientId }) => clientId === client),
      ),
    ),
  );
  const stages = [...(isRequested('house') ? HOME_STAGES : []), ...played.flat()];
  return { app, visitor, stages, close: () => app.close() };
}

async function playClient(visitor: DemoVisitor, client: string, points: readonly DemoPoint[]): Promise<Stage[]> {
  const cast = createCast(visitor, client, points);
  const sessions = await playSessions(visitor, cast);
  const { completed, unfinished } = sessions;
  const evse = ({ evseId, connector }: { evseId: string; connector?: string }) =>
    `/${client}/evse/${encodeURIComponent(evseId)}${connector ? `?plug=${connector}` : ''}`;
  const [payment, free, occupied] = [
    evse(await cast.get('plugs-in')),
    await cast.find('free'),
    evse(points.find(({ script }) => script === 'occupied')!),
  ];
  const faultAt = `${occupied}/fault`;
  const search = {
    country: completed.place.country,
    creditCard: '4242',
    date: completed.endedAt.slice(0, 10),
    price: (completed.values.cost.amountMinor / 100).toFixed(2),
  };
  const found = await visitor.json<Client>(`/api/clients/${client}`);
  const stage = (name: string, address: string, more: Partial<Stage> = {}): Stage => ({ client, name, path: address, ...more });
  return [
    stage('client-home', `/${client}`),
    stage('plugs', evse(await cast.several())),
    stage('occupied', occupied),
    ...['', '?sent=answer'].map(query => stage(query ? 'fault-sent' : 'fault', faultAt + query)),
    stage('fault-errors', faultAt, { form: { email: 'nobody', words: '' }, says: 'fault.error.kind' }),
    stage('free-notice', `${occupied}/notice?plug=1`),
    stage('payment', payment),
    stage('payment-errors', payment, { form: { firstName: 'R2D2', email: 'nobody', acceptTerms: 'yes' } }),
    stage('legal-dialog', payment, { press: 'form a[href$="/terms"]' }),
    ...(free ? [stage('payment-free', evse(free))] : []),
    stage('payment-unfinished', unfinished),
    ...sessions.views.map(view => ({ client, ...view })),
    ...(found.withdrawal ? [stage('withdrawal', `/${client}/charging/${completed.sessionId}/withdrawal`)] : []),
    stage('search', `/${client}/receipts`),
    stage('search-nothing', `/${client}/receipts`, { form: { country: 'de', creditCard: '0001', price: '12,34' } }),
    stage('search-errors', `/${client}/receipts`, { form: { creditCard: '1', price: 'x' } }),
    stage('results', `/${client}/receipts`, { form: search }),
    ...['terms', 'privacy', 'imprint', 'info', 'accessibility'].map(page => stage(page, `/${client}/${page}`)),
    stage('point-not-found', `/${client}/evse/DE*XXX*E1`),
    stage('session-not-found', `/${client}/charging/AAAAAAAAAAAAAAAAAAAAAA`),
  ];
}

type Cast = ReturnType<typeof createCast>;

function createCast(visitor: DemoVisitor, clientId: string, points: readonly DemoPoint[]) {
  // Prefers the plug with the highest power, because its cost reaches the minimum payment soonest.
  const find = async (script: DemoScript): Promise<PlugAddress | null> => {
    const shown = await Promise.all(points.filter(point => point.script === script).map(visitor.point));
    const plugs = shown.flatMap(point => point.plugs.map(plug => ({ evseId: point.evseId, ...plug })));
    const [best] = plugs
      .filter(({ state }) => ['available', 'preparing'].includes(state))
      .sort((one, other) => other.powerW - one.powerW);
    return best ? { clientId, evseId: best.evseId, connector: best.id } : null;
  };
  return {
    find,
    async get(script: DemoScript): Promise<PlugAddress> {
      const plug = await find(script);
      if (!plug) throw new Error(`${clientId} has no plug left for ${script}`);
      return plug;
    },
    async several(): Promise<ChargingPoint> {
      const shown = await Promise.all(points.map(visitor.point));
      const states = ({ plugs }: ChargingPoint) => new Set(plugs.map(({ state }) => state)).size;
      const [limit] = shown.filter(({ plugs }) => plugs.length > 1).sort((one, other) => states(other) - states(one));
      if (!limit) throw new Error(`${clientId} has no point with several plugs`);
      return limit;
    },
  };
}

/**
 * Returns true if the session costs enough to be charged. A cost below the payment provider's minimum would be waived, without
 * an invoice.
 */
const isWorthABill = (session: Session): boolean =>
  session.kind === 'running' && session.values.cost.amountMinor * 20 >= (session.hold?.amountMinor ?? 0);

type Completed = Extract<Session, { kind: 'completed' }>;
const isBilled = (session: Session): session is Completed => session.kind === 'completed' && session.isBilled;

/** Removes the English prefix, which the paths of all orders in this file have. The walk adds the prefix of each language. */
const withoutLanguage = (path: string): string => path.replace(/^\/en(?=\/)/, '');

/** Returns the address of the test payment page in a language. */
async function payIn(language: Locale, { origin, plug }: { origin: string; plug: PlugAddress }): Promise<string> {
  const visitor = createVisitor(origin);
  await visitor.request(language === 'de' ? '/?lang=de' : `/${language}`, { expect: [200, 303] });
  return visitor.order({ ...plug, prefix: language === 'de' ? '' : `/${language}` });
}

interface Play {
  client: string;
  path: string;
  id: string;
}

/** Creates one session in each state, each at its own plug. States that end by themselves are created when they are visited. */
async function playSessions(visitor: DemoVisitor, cast: Cast) {
  const { origin } = visitor;
  const start = async (script: DemoScript): Promise<Play> => {
    const plug = await cast.get(script);
    const sessionPath = withoutLanguage(await visitor.pay(await visitor.order(plug)));
    return { client: plug.clientId, path: sessionPath, id: sessionPath.split('/').at(-1) ?? '' };
  };
  const stop = (play: Play) => visitor.request(`${play.path}/stop`, { form: { sure: '1' }, expect: [303] });
  const [completed, live, paused, stopping, refused] = [
    await start('plugs-in'),
    await start('connected'),
    await start('pauses'),
    await start('late-meter'),
    await start('refuses'),
  ];
  await visitor.until(completed.id, isWorthABill, 300);
  await stop(completed);
  const billed = await visitor.until(completed.id, isBilled, 60);
  await visitor.until(paused.id, ({ kind }) => kind === 'paused', 150);
  const { companyInvoice } = await visitor.json<Receipt>(`/api/receipts/${completed.id}`);
  // The point may belong to a supplier who issues receipts but no company invoices.
  const companyWords = companyInvoice === 'receipt-only' ? 'receipt.company.receiptOnly' : 'company.intro';
  const { watchId } = await visitor.session(live.id);
  const plug = await cast.get('plugs-in');
  const page = await visitor.order(plug);
  const back = withoutLanguage(/href="([^"?]*\/pay\/[^"?]*)/.exec((await visitor.request(page)).body)?.[1] ?? '');
  const challengeIn = async (language: Locale): Promise<string> => {
    const address = await payIn(language, { origin, plug });
    return visitor.target(await visitor.request(address, { form: { cardnumber: '4000 0027 6000 3184' }, expect: [303] }));
  };
  const views: readonly Omit<Stage, 'client'>[] = [
    { name: 'sandbox', pathIn: language => payIn(language, { origin, plug }) },
    { name: 'sandbox-challenge', pathIn: challengeIn },
    { name: 'finishing', path: stopping.path, prepare: () => stop(stopping), says: 'session.finishing.meter' },
    { name: 'starting', prepare: async () => (await start('never-plugs-in')).path, says: 'session.starting' },
    { name: 'running', path: live.path, says: 'session.running' },
    { name: 'stop', path: `${live.path}/stop`, says: 'session.stop.title' },
    { name: 'stop-sheet', path: live.path, press: 'a[href$="/stop"]', says: 'session.stop.title' },
    { name: 'goal', path: `${live.path}/goal`, says: 'goal.title' },
    { name: 'goal-sheet', path: live.path, press: 'a[href$="/goal"]', says: 'goal.title' },
    { name: 'watch', path: `/${live.client}/watch/${watchId}`, says: 'session.watching' },
    { name: 'paused', path: paused.path, says: 'session.paused' },
    { name: 'completed', path: completed.path, says: 'session.completed' },
    { name: 'company', path: `/${completed.client}/receipts/${completed.id}/company`, says: companyWords },
    { name: 'refused', path: refused.path, says: 'session.nothingCharged' },
  ];
  return { completed: billed, unfinished: back, views };
}
