import type { BillCheck, BillReason } from '../../../shared/charging/receipt.ts';
import type { Bill, Tariff } from '../../../shared/model/tariff.ts';
import { iso } from '../../../shared/model/time.ts';
import type { SignedValue } from '../ports/stationPort.ts';
import { readTariffText, tariffTextOf } from '../pricing/tariffText.ts';
import { type Span, spanOf } from './belonging.ts';
import { addsUp, billedEnergyWh } from './billLines.ts';
import { verifyRecord } from './verifyRecord.ts';

/** A bill with everything that is needed to check it. */
export interface Evidence {
  values: readonly SignedValue[];
  evseId: string;
  tariff: Tariff;
  bill: Bill;
  /** Energy of the session in Wh, as on the receipt. */
  energyWh: number;
}

/** Reasons that do not prove the bill wrong, but make the check incomplete. */
const OPEN: readonly BillReason[] = ['no-records', 'incomplete'];
/** Maximum number of records per session, of which there are usually two. If there are more, none is checked. */
const MAX_RECORDS = 200;

/** Checks a bill against the signed meter records of its session. */
export function checkEvidence({ values, evseId, tariff, bill, energyWh }: Evidence): BillCheck {
  const checked = values.length > MAX_RECORDS ? [] : values.map(value => ({ ...value, ...verifyRecord(value) }));
  const readable = checked.flatMap(({ record, context, publicKey }) => (record ? [{ record, context, publicKey }] : []));
  const span = spanOf(readable, { evseId });
  const billedWh = billedEnergyWh({ bill, tariff, energyWh });
  const signedWh = signedEnergyWh(span, billedWh);
  const reasons: BillReason[] = values.length === 0 ? ['no-records'] : [...span.reasons];
  if (signedWh !== null && signedWh !== billedWh) reasons.push('energy');
  if (readable.some(({ record }) => isOtherTariff(record.values.tariffText, tariff))) reasons.push('tariff');
  if (!addsUp(bill, tariff)) reasons.push('amount');
  return {
    overall: overallOf(checked, reasons),
    records: checked.map(({ verdict, reason, publicKey }) => ({ verdict, reason, publicKey })),
    reasons,
    signedEnergyWh: signedWh,
    billedEnergyWh: billedWh,
    meter: meterOf(span),
  };
}

function overallOf(checked: readonly Pick<BillCheck['records'][number], 'verdict'>[], reasons: readonly BillReason[]) {
  const verdicts = checked.map(({ verdict }) => verdict);
  if (verdicts.includes('invalid') || reasons.some(reason => !OPEN.includes(reason))) return 'problem';
  return verdicts.includes('unverifiable') || reasons.length > 0 ? 'open' : 'ok';
}

/**
 * Returns the signed energy in whole Wh. A meter may have a finer resolution, which the station source may have rounded up or
 * down, so a difference below 1 Wh counts as equal.
 */
function signedEnergyWh({ milliWh }: Span, billedWh: number): number | null {
  if (milliWh === null) return null;
  return Math.abs(milliWh / 1000 - billedWh) < 1 ? billedWh : Math.round(milliWh / 1000);
}

/**
 * Returns true if the record contains another tariff than the bill's. A tariff text that is not in the format of this app cannot
 * be compared and counts as equal.
 */
function isOtherTariff(text: string | null, tariff: Tariff): boolean {
  const stated = text === null ? null : readTariffText(text);
  return stated !== null && tariffTextOf(stated) !== tariffTextOf(tariff);
}

function meterOf({ meterId, begin, end }: Span): BillCheck['meter'] {
  const wh = (milliWh: number | null | undefined) => (milliWh == null ? null : Math.round(milliWh / 1000));
  return {
    id: meterId,
    startWh: wh(begin?.milliWh),
    stopWh: wh(end?.milliWh),
    startedAt: iso(begin?.at),
    stoppedAt: iso(end?.at),
  };
}
