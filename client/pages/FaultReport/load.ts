import type { Alternatives } from '../../../shared/charging/alternatives.ts';
import type { Charging, ChargingPoint, Plug } from '../../../shared/charging/charging.ts';
import { orNull } from '../../core/orNull.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface FaultReportData {
  point: ChargingPoint;
  /** The plug that the report is about. Null: the driver chooses in the form. */
  plug: Plug | null;
  /** What the server has stored. Null: the form is shown. 'answer': the driver has left an e-mail address. */
  sent: (typeof SENT)[number] | null;
  /** Where else to charge, after the report. Null: not loaded. */
  alternatives: Alternatives | null;
}

const SENT = ['answer', 'report'] as const;

/** Loads the page on which a driver reports a fault, and what is shown after the report. */
export async function load(charging: Charging, { params, query }: PageRequest): Promise<Loaded<FaultReportData>> {
  const point = await charging.getChargingPoint({ clientId: params.clientId ?? '', evseId: params.evseId ?? '' });
  const { clientId, evseId, plugs } = point;
  const plug = plugs.find(({ id }) => id === query.plug) ?? null;
  const sent = SENT.find(word => word === query.sent) ?? null;
  const alternatives =
    sent && (await orNull(charging.findAlternatives({ clientId, evseId, ...(plug ? { connector: plug.id } : {}) })));
  return { data: { point, plug, sent, alternatives } };
}
