// npm run journey -- http://127.0.0.1:3000: runs a paid session from order to receipt over HTTP, with any deployment in demo
// mode, and prints the time of each step.
import type { DemoPoint } from '../../shared/charging/demo.ts';
import type { Session } from '../../shared/charging/session.ts';
import { createVisitor, type PlugAddress } from './demoVisitor.ts';

const address = process.argv[2] ?? 'http://127.0.0.1:3000';
const NO_DEMO =
  'This app has no demo points. The journey needs scripted drivers: start one with the demo shop ' +
  '(npm start without PUBLIC_ORIGIN and OPERATOR_DATA), or give your own data a stations.json such as demo/stations.json.';
const visitor = createVisitor(address);
const steps: { step: string; ms: number }[] = [];

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const answer = await work();
  steps.push({ step: name, ms: Math.round(performance.now() - began) });
  return answer;
}

/** Chooses the free plug with the highest power, because its cost reaches the minimum payment soonest. */
async function choosePlug(): Promise<PlugAddress> {
  const points = await step('find the demo points', () => visitor.json<DemoPoint[]>('/api/demo-points'));
  const candidates = points.filter(({ script, country }) => ['plugs-in', 'connected'].includes(script) && country === 'de');
  if (points.length === 0) throw new Error(NO_DEMO);
  if (candidates.length === 0)
    throw new Error('No German charging point has a driver who plugs in: the journey cannot pay there.');
  const plugs = await step('compare plugs', () =>
    Promise.all(
      candidates.map(async candidate => {
        const free = (await visitor.point(candidate)).plugs.filter(
          ({ state, isFree }) => !isFree && ['available', 'preparing'].includes(state),
        );
        return free.map(plug => ({ ...candidate, connector: plug.id, powerW: plug.powerW }));
      }),
    ),
  );
  const [strongest] = plugs.flat().sort((a, b) => b.powerW - a.powerW);
  if (!strongest) throw new Error('Every plug is busy');
  return strongest;
}

type Completed = Extract<Session, { kind: 'completed' }>;

async function charge(plug: PlugAddress): Promise<Completed> {
  const payment = await step('order', () => visitor.order({ ...plug, prefix: '/en' }));
  await step('test payment page', () => visitor.request(payment));
  const sessionPath = await step('pay and return', () => visitor.pay(payment));
  const sessionId = sessionPath.split('/').at(-1) ?? '';
  await step('session page', () => visitor.request(sessionPath));
  await step('charging begins', () => visitor.until(sessionId, ({ kind }) => kind === 'running', 30));
  await step('energy flows', () =>
    visitor.until(sessionId, session => 'values' in session && session.values.cost.amountMinor >= 50, 180),
  );
  await step('ask to stop', () => visitor.request(`${sessionPath}/stop`));
  await step('stop', () => visitor.request(`${sessionPath}/stop`, { form: { sure: '1' }, expect: [303] }));
  const isBilled = (session: Session): session is Completed => session.kind === 'completed' && session.isBilled;
  const completed = await step('last meter value and bill', () => visitor.until(sessionId, isBilled, 120));
  await step('receipt on the session page', () => visitor.request(sessionPath));
  return completed;
}

const DOCUMENT_LIMIT_S = 60;

/**
 * Returns the links on the results page as soon as the document is ready. Until then the page shows a notice, because the
 * document is rendered after the bill.
 */
async function linksOn(results: string): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const { body } = await visitor.request(results);
    const links = [...body.matchAll(/href="(\/api\/receipts\/[^"]+)"/g)].map(([, href = '']) => href);
    if (links.some(href => href.endsWith('/invoice')) || tries === DOCUMENT_LIMIT_S) return links;
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
}

async function findReceipt({ clientId }: PlugAddress, completed: Completed): Promise<number> {
  const { timeZone, country } = completed.place;
  const date = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(completed.endedAt));
  const form = { country, date, creditCard: '4242', price: (completed.values.cost.amountMinor / 100).toFixed(2) };
  const found = await step('receipt search', () => visitor.request(`/en/${clientId}/receipts`, { form, expect: [303] }));
  const results = visitor.target(found);
  const links = await step('results with the document', () => linksOn(results));
  const linkTo = (name: string): string => {
    const link = links.find(href => href.endsWith(name));
    if (!link) throw new Error(`The results have no ${name}`);
    return link;
  };
  const invoice = await step('invoice', () => visitor.request(linkTo('/invoice')));
  if (!Buffer.from(invoice.rawBody).toString('latin1').startsWith('%PDF-')) throw new Error('The invoice is no PDF');
  const calibration = await step('calibration data', () => visitor.request(linkTo('/calibration-data')));
  if (!calibration.body.includes('OCMF|{')) throw new Error('The calibration data hold no signed record');
  return invoice.rawBody.length;
}

try {
  const plug = await choosePlug();
  await step('home page', () => visitor.request('/en'));
  const completed = await charge(plug);
  const bytes = await findReceipt(plug, completed);
  const { cost, energyWh } = completed.values;
  console.table(steps);
  console.log(`Paid ${(cost.amountMinor / 100).toFixed(2)} ${cost.currency} for ${energyWh} Wh; invoice of ${bytes} bytes.`);
} catch (error) {
  if (steps.length > 0) console.table(steps);
  const reason = error instanceof Error ? error.message : String(error);
  const isRefused = steps.length === 0 && error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
  console.error(isRefused ? `Nobody answers at ${address}: start an app with npm start.` : `The journey ended: ${reason}`);
  process.exitCode = 1;
}
