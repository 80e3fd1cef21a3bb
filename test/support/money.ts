import type { Bill } from '../../shared/tariff.ts';
import type { OpenOperator, Ordered } from './openOperator.ts';

export const MINUTE_S = 60;

/** 49 cents a kilowatt-hour: so much energy for so many cents. */
export const whFor = (cents: number): number => Math.round((cents / 49) * 1000);

/** Charges until the bill is so high, and lets the station end it. */
export async function charged(house: OpenOperator, cents: number, ordered?: Ordered): Promise<Ordered> {
  const session = ordered ?? (await house.charging());
  await house.pass(600);
  await house.stations.end(session.startId, { at: house.clock.now(), energyWh: whFor(cents) });
  await house.pass(0);
  return session;
}

/** The calls of some steps that arrived at the provider, in order. */
export const steps = ({ payments }: OpenOperator, ...wanted: readonly string[]) =>
  payments.calls.filter(({ step }) => wanted.includes(step));

/** The keys a step was asked with, without the payment's id. */
export const keys = (house: OpenOperator, step: string): string[] =>
  steps(house, step).map(({ key }) => key.replace(/:[\w-]{22}:/, ':'));

export const billOf = async (house: OpenOperator, ordered: Ordered): Promise<Bill> =>
  JSON.parse((await house.session(ordered)).bill ?? 'null') as Bill;
