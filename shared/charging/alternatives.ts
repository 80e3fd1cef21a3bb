import type { Currency } from '../model/money.ts';
import type { PricePeriod } from '../model/tariff.ts';
import type { PlugFacts } from './session.ts';

/** A plug at which a driver can charge now, for a list of plugs beside one that is not usable. */
export interface FreePlug extends PlugFacts {
  evseId: string;
  currency: Currency;
  /** The prices that apply now. */
  prices: PricePeriod;
  isFree: boolean;
}

/** A place of the same brand with free plugs, near a charging point. */
export interface FreeSite {
  street: string;
  city: string;
  /** Distance from the charging point in metres, as the crow flies. */
  distanceM: number;
  /** Direction from the charging point in degrees: 0 is north, 90 is east. */
  bearingDeg: number;
  freePlugs: number;
  /** One of the free plugs, of the kind that the driver needs if there is one. */
  plug: FreePlug;
}

/** Where a driver can charge instead of at one plug. */
export interface Alternatives {
  asOf: string;
  /** The other free plugs at the address of the charging point. */
  here: readonly FreePlug[];
  /** At most three places, the nearest first. Empty if the position of the charging point is unknown. */
  near: readonly FreeSite[];
}
