import type { Bill } from '../../shared/model/tariff.ts';
import type { OpenOperator, Ordered } from './openShop.ts';

/** 49 cents a kilowatt-hour: so much energy for so many cents. */
export const whFor = (cents: number): number => Math.round((cents / 49) * 1000);

/** Charges until the bill is so high, and lets the station end it. */
export async function charged(app: OpenOperator, cents: number, ordered?: Ordered): Promise<Ordered> {
  const session = ordered ?? (await app.charging());
  await app.pass(600);
  await app.stations.end(session.authorizationReference, { at: app.clock.now(), energyWh: whFor(cents) });
  await app.pass(0);
  return session;
}

/** The calls of some steps that arrived at the provider, in order. */
export const steps = ({ payments }: OpenOperator, ...wanted: readonly string[]) =>
  payments.calls.filter(({ step }) => wanted.includes(step));

/** The keys a step was asked with, without the payment's id. */
export const keys = (app: OpenOperator, step: string): string[] =>
  steps(app, step).map(({ key }) => key.replace(/:[\w-]{22}:/, ':'));

export async function billOf(app: OpenOperator, ordered: Ordered): Promise<Bill> {
  const { bill } = await app.session(ordered);
  if (!bill) throw new Error('A session without a bill');
  return bill;
}
