import type { Currency } from '../../../../shared/money.ts';
import type { OcpiCdr } from '../messages/cdr.ts';
import { wholeOf } from '../messages/decimals.ts';

interface DoubtsAsk {
  cdr: OcpiCdr;
  currency: Currency;
  /** What the connector can give. */
  powerW: number;
  /** What was heard of the session while it ran; null: nothing. */
  session: { startedAt: Date; endedAt: Date | null; energyWh: number } | null;
}

/** Why a CDR is not billed before a person has looked at it. */
export type CdrDoubt =
  | 'other currency'
  | 'more energy than the connector can give'
  | 'less energy than told before'
  | 'other times';

const NEARLY_WH = 100;
const NEARLY_MS = 10 * 60_000;
/** Powers are stated too low more often than too high. */
const POWER_MARGIN = 1.1;

export function doubtsAbout({ cdr, currency, powerW, session }: DoubtsAsk): CdrDoubt[] {
  const energyWh = wholeOf(cdr.total_energy, 3);
  const [startMs, endMs] = [cdr.start_date_time.getTime(), cdr.end_date_time.getTime()];
  const mostWh = (powerW * POWER_MARGIN * Math.max(0, endMs - startMs)) / 3_600_000 + NEARLY_WH;
  const isNear = (ms: number, told: Date) => Math.abs(ms - told.getTime()) <= NEARLY_MS;
  const areTimesNear = !session || (isNear(startMs, session.startedAt) && (!session.endedAt || isNear(endMs, session.endedAt)));
  const doubts: readonly (readonly [CdrDoubt, boolean])[] = [
    ['other currency', cdr.currency !== currency],
    ['more energy than the connector can give', energyWh > mostWh],
    ['less energy than told before', session !== null && energyWh < session.energyWh - NEARLY_WH],
    ['other times', endMs < startMs || !areTimesNear],
  ];
  return doubts.filter(([, isDoubtful]) => isDoubtful).map(([doubt]) => doubt);
}
