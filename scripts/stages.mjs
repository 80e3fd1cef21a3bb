// Every page and state of the demo shop at once, for proofs and pictures: a house whose points are scripted so that each
// brand has one session in each state.
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBuiltHouse } from '../test/support/builtHouse.ts';
import { createVisitor } from './demoVisitor.mjs';

/** What happens at a brand's first single-plug points, in this order. */
const SCRIPTS = ['never-plugs-in', 'connected', 'pauses', 'late-meter', 'refuses', 'plugs-in'];

/** A copy of the demo shop's files with our scripts. */
function scriptedShop() {
  const folder = mkdtempSync(path.join(tmpdir(), 'stages-'));
  cpSync('demo', folder, { recursive: true });
  const file = path.join(folder, 'stations.json');
  const stations = JSON.parse(readFileSync(file, 'utf8'));
  const plugsAt = plugCounts(path.join(folder, 'locations'));
  const cast = {};
  for (const [evseId, { script, plugs }] of Object.entries(stations)) {
    const party = evseId.split('*')[1];
    cast[party] ??= { single: [] };
    const roles = cast[party];
    if (plugs) roles.several = evseId;
    else if (script === 'free') roles.free = evseId;
    else if (
      plugsAt.get(evseId) === 1 &&
      roles.single.length < SCRIPTS.length &&
      !['occupied', 'out-of-order'].includes(script)
    ) {
      stations[evseId] = { script: SCRIPTS[roles.single.length] };
      roles.single.push(evseId);
    }
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
 * Opens the house and plays every state.
 * @returns `stages`: { client, name, path, form?, prepare? } with paths without language prefix. A form is posted from that
 *   page; `prepare` is called first and may answer the path.
 */
export async function openStages({ brands, speed = 1 }) {
  const house = await openBuiltHouse({ speed, env: { OPERATOR_DATA: scriptedShop() } });
  const visitor = createVisitor(house.origin);
  const points = await visitor.json('/api/demo-points');
  const stages = [
    { client: 'house', name: 'home', path: '/' },
    { client: 'house', name: 'not-found', path: '/no/such/page' },
    { client: 'house', name: 'home-unknown', path: '/e?evse=DE*XXX*E1' },
  ];
  const clients = [...new Set(points.map(({ clientId }) => clientId))].slice(0, brands);
  const played = await Promise.all(
    clients.map(client =>
      playClient(
        visitor,
        client,
        points.filter(({ clientId }) => clientId === client),
      ),
    ),
  );
  return { house, visitor, stages: [...stages, ...played.flat()], close: () => house.close() };
}

async function playClient(visitor, client, points) {
  // The strongest plug of a script: energy that costs something flows soonest there.
  const at = async script => {
    const shown = await Promise.all(points.filter(point => point.script === script).map(visitor.point));
    const single = shown.filter(({ plugs }) => plugs.length === 1 && ['available', 'preparing'].includes(plugs[0].state));
    const [best] = single.sort((a, b) => b.plugs[0].powerW - a.plugs[0].powerW);
    return best ? { clientId: client, evseId: best.evseId, connector: best.plugs[0].id } : null;
  };
  const stage = (name, address, more = {}) => ({ client, name, path: address, ...more });
  const evse = ({ evseId }) => `/${client}/evse/${encodeURIComponent(evseId)}`;
  const sessions = await playSessions(visitor, at);
  const several = await findSeveral(visitor, client, points);
  const free = await at('free');
  const paid = await at('plugs-in');
  const { completed, unfinished } = sessions;
  const search = completed && {
    ...{ country: completed.place.country, creditCard: '4242', date: completed.endedAt.slice(0, 10) },
    price: (completed.values.cost.amountMinor / 100).toFixed(2),
  };
  return [
    stage('client-home', `/${client}`),
    several && stage('plugs', evse(several)),
    paid && stage('payment', evse(paid)),
    paid && stage('payment-errors', evse(paid), { form: { firstName: 'R2D2', email: 'nobody' } }),
    free && stage('payment-free', evse(free)),
    unfinished && stage('payment-unfinished', unfinished.back),
    unfinished && stage('sandbox', unfinished.page),
    ...sessions.views.map(({ name, path: address, prepare }) => stage(name, address, { prepare })),
    stage('search', `/${client}/receipts`),
    stage('search-nothing', `/${client}/receipts`, { form: { country: 'de', creditCard: '0001', price: '12,34' } }),
    stage('search-errors', `/${client}/receipts`, { form: { creditCard: '1', price: 'x' } }),
    search && stage('results', `/${client}/receipts`, { form: search }),
    ...['terms', 'privacy', 'imprint', 'info', 'accessibility'].map(page => stage(page, `/${client}/${page}`)),
    stage('point-not-found', `/${client}/evse/DE*XXX*E1`),
    stage('session-not-found', `/${client}/charging/AAAAAAAAAAAAAAAAAAAAAA`),
  ].filter(Boolean);
}

async function findSeveral(visitor, clientId, points) {
  for (const { evseId } of points) if ((await visitor.point({ clientId, evseId })).plugs.length > 1) return { evseId };
  return null;
}

/** Orders made here are English ones; the walk adds each language of its own. */
const withoutLanguage = path => path.replace(/^\/en(?=\/)/, '');

/** One session in each state, each at a plug of its own. States that end by themselves begin when they are wanted. */
async function playSessions(visitor, at) {
  const start = async script => {
    const plug = await at(script);
    if (!plug) return null;
    const address = await visitor.order(plug);
    const sessionPath = withoutLanguage(address.startsWith('/sandbox-pay') ? await visitor.pay(address) : address);
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
  await visitor.until(completed.id, ({ kind, values }) => kind === 'running' && values.cost.amountMinor >= 60, 300);
  await stop(completed);
  const billed = await visitor.until(completed.id, ({ kind, isBilled }) => kind === 'completed' && isBilled, 60);
  await visitor.until(paused.id, ({ kind }) => kind === 'paused', 150);
  const { watchId } = await visitor.session(live.id);
  const page = await visitor.order(await at('plugs-in'));
  const back = withoutLanguage(/href="([^"?]*\/pay\/[^"?]*)/.exec((await visitor.request(page)).body)[1]);
  return {
    completed: billed,
    unfinished: { page, back },
    views: [
      { name: 'finishing', path: stopping.path, prepare: () => stop(stopping) },
      { name: 'starting', prepare: async () => (await start('never-plugs-in')).path },
      { name: 'running', path: live.path },
      { name: 'stop', path: `${live.path}/stop` },
      { name: 'watch', path: `/${live.client}/watch/${watchId}` },
      { name: 'paused', path: paused.path },
      { name: 'completed', path: completed.path },
      { name: 'refused', path: refused.path },
    ],
  };
}
