import type { Bill } from '../../shared/model/tariff.ts';
import type { OpenOperator, Ordered } from './openShop.ts';

/** Energy in Wh that costs `cents` at 49 cents per kWh. */
export const whFor = (cents: number): number => Math.round((cents / 49) * 1000);

/** Charges until the bill amounts to `cents`. The station ends the session. */
export async function charged(app: OpenOperator, cents: number, ordered?: Ordered): Promise<Ordered> {
  const session = ordered ?? (await app.charging());
  await app.pass(600);
  await app.stations.end(session.authorizationReference, { at: app.clock.now(), energyWh: whFor(cents) });
  await app.pass(0);
  return session;
}

/** Returns the calls of the given steps that reached the payment provider, in order. */
export const steps = ({ payments }: OpenOperator, ...wanted: readonly string[]) =>
  payments.calls.filter(({ step }) => wanted.includes(step));

/** Returns the idempotency keys of a payment step. The id of the payment in each key is left out. */
export const keys = (app: OpenOperator, step: string): string[] =>
  steps(app, step).map(({ key }) => key.replace(/:[\w-]{22}:/, ':'));

export async function billOf(app: OpenOperator, ordered: Ordered): Promise<Bill> {
  const { bill } = await app.session(ordered);
  if (!bill) throw new Error('A session without a bill');
  return bill;
}
