import type { ActName } from '../../../shared/console/acts.ts';
import type { ActRow } from './act.ts';
import { FAULT_ACTS } from './faultActs.ts';
import { UPDATE_FIRMWARE } from './firmwareAct.ts';
import { IMPORT_ACTS } from './importActs.ts';
import { LIMIT_CHARGING } from './limitAct.ts';
import { OCPP_ACTS } from './ocppActs.ts';
import { OTHER_ACTS } from './otherActs.ts';
import { resetStation, switchPointSale } from './pointActs.ts';
import { PRICE_ACTS } from './priceActs.ts';
import { REFUND_ACTS } from './refundActs.ts';
import { SESSION_ACTS } from './sessionActs.ts';
import { STATION_ACTS } from './stationActs.ts';
import { ADD_STATIONS } from './stationListAct.ts';
import { TOKEN_ACTS } from './tokenActs.ts';
import { WEBHOOK_ACTS } from './webhookActs.ts';

/**
 * All actions of staff, by their name in the audit log. The console form and preview, the command, the operator API, the audit
 * log entry and the list in docs/operators.md are derived from these definitions.
 */
export const ACTS = {
  ...SESSION_ACTS,
  ...REFUND_ACTS,
  ...OTHER_ACTS,
  ...PRICE_ACTS,
  ...IMPORT_ACTS,
  switch: switchPointSale,
  'reset-station': resetStation,
  ...FAULT_ACTS,
  ...STATION_ACTS,
  ...OCPP_ACTS,
  'limit-charging': LIMIT_CHARGING,
  'update-firmware': UPDATE_FIRMWARE,
  'add-stations': ADD_STATIONS,
  ...WEBHOOK_ACTS,
  ...TOKEN_ACTS,
} satisfies Readonly<Record<ActName, ActRow>>;
