// Every page and state of the demo shop at once, for proofs and screenshots: an app whose points are scripted so that each
// brand has one session in each state.
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBuiltApp } from '../test/support/builtApp.ts';
import { createVisitor } from './demoVisitor.mjs';

const HOUSE_STAGES = [
  { client: 'house', name: 'home', path: '/' },
  { client: 'house', name: 'not-found', path: '/no/such/page' },
  { client: 'house', name: 'home-unknown', path: '/e?evse=DE*XXX*E1' },
];

/** What happens at a brand's points, in this order; those with a single plug come first. */
const SCRIPTS = ['never-plugs-in', 'connected', 'pauses', 'late-meter', 'refuses', 'plugs-in', 'occupied'];

/** A copy of the demo shop's files with our scripts. */
function scriptedShop() {
  const folder = mkdtempSync(path.join(tmpdir(), 'stages-'));
  cpSync('demo', folder, { recursive: true });
  const file = path.join(folder, 'stations.json');
  const stations = JSON.parse(readFileSync(file, 'utf8'));
  const plugsAt = plugCounts(path.join(folder, 'locations'));
  const isFreeToCast = ([, { script, plugs }]) => !plugs && script !== 'free';
  const stage = Object.entries(stations).filter(isFreeToCast);
  for (const points of Map.groupBy(stage, ([evseId]) => evseId.split('*')[1]).values()) {
    const inOrder = points.sort(([one], [other]) => plugsAt.get(one) - plugsAt.get(other));
    for (const [index, script] of SCRIPTS.entries()) stations[inOrder[index][0]] = { script };
  }
  writeFileSync(file, JSON.stringify(stations));
  return folder;
}

/** EVSE ID → how many plugs it has. */
function plugCounts(folder) {
  const locations = readdirSync(folder).flatMap(file => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  return new Map(locations.flatMap(({ evses }) => evses.map(({ evse_id, connectors }) => [evse_id, connectors.length])));
}

/**
 * Opens the app and plays every state. Without `brands`: all there are, and the app's own pages.
 * @returns `stages`: { client, name, path, form?, press?, prepare?, pathIn? } with paths without language prefix. A form is
 *   posted from that page, `press` names what is pressed on it. `prepare` is called first and may answer the path; `pathIn`
 *   answers it for one language.
 */
export async function openStages({ brands, speed = 1 }) {
  const app = await startBuiltApp({ speed, env: { OPERATOR_DATA: scriptedShop() } });
  const visitor = createVisitor(app.origin);
  const points = await visitor.json('/api/demo-points');
  const isAsked = brand => brands === undefined || brands.includes(brand);
  const clients = [...new Set(points.map(({ clientId }) => clientId))].filter(isAsked);
  const played = await Promise.all(
    clients.map(client =>
      playClient(
        visitor,
        client,
        points.filter(({ clientId }) => clientId === client),
      ),
    ),
  );
  const stages = [...(isAsked('house') ? HOUSE_STAGES : []), ...played.flat()];
  return { app, visitor, stages, close: () => app.close() };
}

async function playClient(visitor, client, points) {
  const cast = createCast(visitor, client, points);
  const sessions = await playSessions(visitor, cast);
  const { completed, unfinished } = sessions;
  const evse = ({ evseId, connector }) => `/${client}/evse/${encodeURIComponent(evseId)}${connector ? `?plug=${connector}` : ''}`;
  const [payment, free, occupied] = [
    evse(await cast.get('plugs-in')),
    await cast.find('free'),
    evse({ evseId: points.find(({ script }) => script === 'occupied').evseId }),
  ];
  const search = {
    country: completed.place.country,
    creditCard: '4242',
    date: completed.endedAt.slice(0, 10),
    price: (completed.values.cost.amountMinor / 100).toFixed(2),
  };
  const found = await visitor.json(`/api/clients/${client}`);
  const stage = (name, address, more = {}) => ({ client, name, path: address, ...more });
  return [
    stage('client-home', `/${client}`),
    stage('plugs', evse(await cast.several())),
    stage('occupied', occupied),
    stage('payment', payment),
    stage('payment-errors', payment, { form: { firstName: 'R2D2', email: 'nobody' } }),
    stage('legal-dialog', payment, { press: 'form a[href$="/terms"]' }),
    free && stage('payment-free', evse(free)),
    stage('payment-unfinished', unfinished),
    ...sessions.views.map(({ name, path: address, ...more }) => stage(name, address, more)),
    found.withdrawal && stage('withdrawal', `/${client}/charging/${completed.sessionId}/withdrawal`),
    stage('search', `/${client}/receipts`),
    stage('search-nothing', `/${client}/receipts`, { form: { country: 'de', creditCard: '0001', price: '12,34' } }),
    stage('search-errors', `/${client}/receipts`, { form: { creditCard: '1', price: 'x' } }),
    stage('results', `/${client}/receipts`, { form: search }),
    ...['terms', 'privacy', 'imprint', 'info', 'accessibility'].map(page => stage(page, `/${client}/${page}`)),
    stage('point-not-found', `/${client}/evse/DE*XXX*E1`),
    stage('session-not-found', `/${client}/charging/AAAAAAAAAAAAAAAAAAAAAA`),
  ].filter(Boolean);
}

/** Finds plugs of one brand by what will happen there. */
function createCast(visitor, clientId, points) {
  // The strongest plug of a script: energy that costs something flows soonest there.
  const find = async script => {
    const shown = await Promise.all(points.filter(point => point.script === script).map(visitor.point));
    const plugs = shown.flatMap(point => point.plugs.map(plug => ({ evseId: point.evseId, ...plug })));
    const [best] = plugs
      .filter(({ state }) => ['available', 'preparing'].includes(state))
      .sort((one, other) => other.powerW - one.powerW);
    return best ? { clientId, evseId: best.evseId, connector: best.id } : null;
  };
  return {
    find,
    async get(script) {
      const plug = await find(script);
      if (!plug) throw new Error(`${clientId} has no plug left for ${script}`);
      return plug;
    },
    async several() {
      const shown = await Promise.all(points.map(visitor.point));
      const states = ({ plugs }) => new Set(plugs.map(({ state }) => state)).size;
      return shown.filter(({ plugs }) => plugs.length > 1).sort((one, other) => states(other) - states(one))[0];
    },
  };
}

/** Less than the provider's smallest amount would be waived, and nobody would get an invoice. */
const isWorthABill = (cost, hold) => cost.amountMinor * 100 >= hold.amountMinor;

/** Orders made here are English ones; the walk adds each language of its own. */
const withoutLanguage = path => path.replace(/^\/en(?=\/)/, '');

/** The address of a test payment that speaks a language. */
async function payIn(language, { origin, plug }) {
  const visitor = createVisitor(origin);
  await visitor.request(language === 'de' ? '/?lang=de' : `/${language}`, { expect: [200, 303] });
  return visitor.order({ ...plug, prefix: language === 'de' ? '' : `/${language}` });
}

/** One session in each state, each at a plug of its own. States that end by themselves begin when they are wanted. */
async function playSessions(visitor, cast) {
  const { origin } = visitor;
  const start = async script => {
    const plug = await cast.get(script);
    const sessionPath = withoutLanguage(await visitor.pay(await visitor.order(plug)));
    return { client: plug.clientId, path: sessionPath, id: sessionPath.split('/').at(-1) };
  };
  const stop = play => visitor.request(`${play.path}/stop`, { form: { sure: '1' }, expect: [303] });
  const [completed, live, paused, stopping, refused] = [
    await start('plugs-in'),
    await start('connected'),
    await start('pauses'),
    await start('late-meter'),
    await start('refuses'),
  ];
  await visitor.until(completed.id, ({ kind, values, hold }) => kind === 'running' && isWorthABill(values.cost, hold), 300);
  await stop(completed);
  const billed = await visitor.until(completed.id, ({ kind, isBilled }) => kind === 'completed' && isBilled, 60);
  await visitor.until(paused.id, ({ kind }) => kind === 'paused', 150);
  const { companyInvoice } = await visitor.json(`/api/receipts/${completed.id}`);
  // The strongest plug of a brand may stand where only receipts are issued.
  const companyWords = companyInvoice === 'receipt-only' ? 'receipt.company.receiptOnly' : 'company.intro';
  const { watchId } = await visitor.session(live.id);
  const plug = await cast.get('plugs-in');
  const page = await visitor.order(plug);
  const back = withoutLanguage(/href="([^"?]*\/pay\/[^"?]*)/.exec((await visitor.request(page)).body)[1]);
  const challengeIn = async language => {
    const address = await payIn(language, { origin, plug });
    return visitor.target(await visitor.request(address, { form: { cardnumber: '4000 0027 6000 3184' }, expect: [303] }));
  };
  return {
    completed: billed,
    unfinished: back,
    views: [
      { name: 'sandbox', pathIn: language => payIn(language, { origin, plug }) },
      { name: 'sandbox-challenge', pathIn: challengeIn },
      { name: 'finishing', path: stopping.path, prepare: () => stop(stopping), says: 'session.finishing' },
      { name: 'starting', prepare: async () => (await start('never-plugs-in')).path, says: 'session.starting' },
      { name: 'running', path: live.path, says: 'session.running' },
      { name: 'stop', path: `${live.path}/stop`, says: 'session.stop.confirm' },
      { name: 'stop-sheet', path: live.path, press: 'a[href$="/stop"]', says: 'session.stop.confirm' },
      { name: 'watch', path: `/${live.client}/watch/${watchId}`, says: 'session.watching' },
      { name: 'paused', path: paused.path, says: 'session.paused' },
      { name: 'completed', path: completed.path, says: 'session.completed' },
      { name: 'company', path: `/${completed.client}/receipts/${completed.id}/company`, says: companyWords },
      { name: 'refused', path: refused.path, says: 'session.nothingCharged' },
    ],
  };
}
