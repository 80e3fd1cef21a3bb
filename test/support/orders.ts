import { createFormTokens } from '../../server/http/request/formToken.ts';
import { canChoose, type Session } from '../../shared/charging/session.ts';
import { type RunningApp, until } from './openApp.ts';
import { CONTACT, type PointAddress } from './orderForm.ts';

export { CONTACT, type PointAddress } from './orderForm.ts';

/** Points of the demo shop, named after the behaviour of their simulated driver or station. */
export const POINTS = {
  connected: { clientId: 'blaufink', evseId: 'DE*BLF*E1001*2' },
  plugsIn: { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' },
  neverPlugsIn: { clientId: 'blaufink', evseId: 'DE*BLF*E1002*1' },
  neverPlugsInEither: { clientId: 'canarybolt', evseId: 'ES*CNB*E6003*1' },
  refuses: { clientId: 'blaufink', evseId: 'DE*BLF*E1004*1' },
  free: { clientId: 'blaufink', evseId: 'DE*BLF*E1005*1' },
  occupied: { clientId: 'farnwald', evseId: 'DE*FRW*E2002*2' },
  delayedMeter: { clientId: 'canarybolt', evseId: 'DE*CNB*E3003*2' },
  dear: { clientId: 'canarybolt', evseId: 'DE*CNB*E3002*1' },
} as const satisfies Record<string, PointAddress>;

/** Creates a form token like those in the forms of the web pages. */
export const mintFormToken = ({ config }: RunningApp, at = new Date()): string =>
  createFormTokens({ secret: config.secret }).mint(at);

/** A plug of a point. `place`: its position among the plugs of the point. Absent: the first plug. */
type PlugAddress = PointAddress & { place?: number };

/** Returns the fields of the form on the payment page, with valid values. */
export async function orderFields(open: RunningApp, { place = 0, ...point }: PlugAddress): Promise<Record<string, string>> {
  const { plugs } = await open.app.backend.getChargingPoint(point);
  const plug = plugs[place];
  if (!plug) throw new Error('A point without plugs');
  return {
    ...CONTACT,
    connector: plug.id,
    tariffVersion: plug.tariffVersion,
    formToken: mintFormToken(open),
    limit: String(plug.limits.at(-1)?.amountMinor ?? ''),
    acceptTerms: 'yes',
    acceptPrivacy: 'yes',
  };
}

/** Creates an order with a checkout page, as the script of the payment page does. */
export async function orderAt(open: RunningApp, { place = 0, ...point }: PlugAddress): Promise<{ orderId: string; url: string }> {
  // Waits until the plug can be selected, because the previous driver may still be disconnecting the cable.
  await until(
    () => open.app.backend.getChargingPoint(point),
    ({ plugs: { [place]: plug } }) => plug !== undefined && canChoose(plug.state),
  );
  const { connector = '', tariffVersion = '', formToken = '', limit } = await orderFields(open, { ...point, place });
  const started = await open.app.backend.startSession({
    ...point,
    connector,
    tariffVersion,
    formToken,
    contact: CONTACT,
    locale: 'de',
    limitMinor: Number(limit),
    consents: { acceptTerms: true, acceptPrivacy: true },
  });
  if (started.kind !== 'pay') throw new Error('Nothing to pay');
  return started;
}

/** Pays on the checkout page of the test payment provider with a test card. */
export async function payWith(open: RunningApp, url: string, cardnumber = '4242424242424242'): Promise<void> {
  const answer = await fetch(new URL(url, open.origin), {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: open.origin },
    body: new URLSearchParams({ cardnumber, exp: '12/30', cvc: '123' }),
  });
  if (answer.status !== 303) throw new Error(`The payment page answered ${answer.status}`);
}

export interface PaidOrder {
  orderId: string;
  sessionId: string;
}

export async function paidOrderAt(open: RunningApp, point: PlugAddress, card?: string): Promise<PaidOrder> {
  const { orderId, url } = await orderAt(open, point);
  await payWith(open, url, card);
  const settled = await until(
    () => open.app.backend.refreshOrder({ orderId }),
    ({ kind }) => kind === 'charging',
  );
  if (settled.kind !== 'charging') throw new Error('Not charging');
  return { orderId, sessionId: settled.sessionId };
}

export const sessionUntil = (open: RunningApp, sessionId: string, isSo: (session: Session) => boolean): Promise<Session> =>
  until(() => open.app.backend.getSession({ sessionId }), isSo);

/** Pays an order, charges until the cost is at least 50 cents, stops, and waits until the invoice is rendered. */
export async function finishedAt(open: RunningApp, point: PlugAddress, card?: string): Promise<PaidOrder> {
  const paid = await paidOrderAt(open, point, card);
  const { sessionId } = paid;
  // On a slow machine, the session may be completed before the first query, because the vehicle is already full.
  const { kind } = await sessionUntil(
    open,
    sessionId,
    session => session.kind === 'completed' || (session.kind === 'running' && session.values.cost.amountMinor >= 50),
  );
  if (kind === 'running') await open.app.backend.stopSession({ sessionId });
  await until(
    () => open.app.backend.getReceipt({ receipt: sessionId }),
    ({ invoice }) => invoice === 'ready',
  );
  return paid;
}
