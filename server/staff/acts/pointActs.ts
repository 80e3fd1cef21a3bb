import Joi from 'joi';
import type { StationAct } from '../../../shared/console/acts.ts';
import type { Text } from '../../../shared/console/operating.ts';
import { iso } from '../../../shared/model/time.ts';
import type { PointRecord } from '../../core/records/records.ts';
import { stationAddress } from '../../shop/catalogue/stationAddress.ts';
import { plugTopic, publishAfterCommit } from '../../store/engine/changeFeed.ts';
import type { Trx } from '../../store/engine/database.ts';
import { setPlugState } from '../../store/shop/catalogue.ts';
import { findPointRow, switchPoint } from '../../store/shop/points.ts';
import { findSessionAtPlug, plugsAt } from '../../store/shop/sessions.ts';
import { ActRefused, act, NO_MONEY, textsOf } from './act.ts';
import { CHECKED_REASON, field, parsed, WITHOUT_REASON } from './fields.ts';
import { sendToStation } from './sendToStation.ts';

const { text, step } = textsOf('stations');
const refuse = (message: string, key: string, values: Text['values'] = {}) =>
  new ActRefused(message, text(`refusal.${key}`, values));

/** Disables or enables a charging point for new sessions. Running sessions continue. */
export const switchPointSale = act<Extract<StationAct, { does: 'switch' }>>({
  subject: 'point',
  fields: {
    point: field('<EVSE ID>', Joi.string().required(), 'Missing EVSE ID of the charging point.'),
    isOn: field(
      '--to on|off',
      parsed(typed => (['on', 'off'].includes(typed) ? typed === 'on' : null)).required(),
      'Missing state. Use --to on or --to off.',
    ),
    reason: CHECKED_REASON,
  },
  command: {
    does: 'Disable or enable a charging point; running sessions continue',
  },
  about: ({ point }) => point,
  async run({ actor, trx, now }, { point: evseId, isOn, reason }) {
    if (reason === '') throw refuse(WITHOUT_REASON, 'noReason');
    const row = await findPointRow(trx, evseId);
    if (!row) throw refuse(`No offered charging point has the ID ${evseId}.`, 'noPoint', { point: evseId });
    const { point } = row;
    const off = isOn ? null : { at: iso(now), by: actor.who.name, reason };
    if (!(await switchPoint(trx, { evseId, off })))
      throw isOn
        ? refuse(`${point.evseId} is already enabled.`, 'isOn', { point: point.evseId })
        : refuse(`${point.evseId} is already disabled.`, 'isOff', { point: point.evseId, who: row.off?.by ?? '–' });
    publishAfterCommit(trx, plugTopic(point.evseId));
    const sessions = await countSessionsAt(trx, point);
    return {
      ...NO_MONEY,
      button: text(isOn ? 'switch.onButton' : 'switch.offButton'),
      steps: isOn
        ? [step('switch.sold'), step('switch.state')]
        : [step('switch.notSold'), step('switch.told'), ...(sessions > 0 ? [step('switch.going', { count: sessions })] : [])],
      lines: [isOn ? `${evseId} is enabled.` : `${evseId} is disabled. New sessions cannot start there.`],
    };
  },
});

/** Restarts the station of a charging point. A station with a running session refuses. */
export const resetStation = act<Extract<StationAct, { does: 'reset-station' }>>({
  subject: 'point',
  fields: {
    point: field('<EVSE ID>', Joi.string().required(), 'Missing EVSE ID of the charging point.'),
    reason: CHECKED_REASON,
  },
  command: { name: 'reset', does: 'Restart the station of a charging point when no session is running' },
  about: ({ point }) => point,
  async run({ dependencies: { stationAdmin }, trx, now }, { point: evseId, reason }) {
    if (reason === '') throw refuse(WITHOUT_REASON, 'noReason');
    const row = await findPointRow(trx, evseId);
    if (!row) throw refuse(`No offered charging point has the ID ${evseId}.`, 'noPoint', { point: evseId });
    const { point } = row;
    if ((await countSessionsAt(trx, point)) > 0) throw refuse('A session is running at the charging point.', 'isBusy');
    const { source } = stationAddress(point, '');
    const effects = { ...NO_MONEY, button: text('reset.button'), lines: [`The station of ${evseId} restarts.`] };
    if (source === 'simulator') {
      await resetSimulated(trx, point, now);
      return { ...effects, steps: [step('reset.simulated')] };
    }
    const identity = point.station?.chargePoint?.id;
    const ocpp = stationAdmin?.ocpp;
    if (!ocpp || !identity) throw refuse('Only the charge point operator can restart this station.', 'noReset');
    return {
      ...effects,
      steps: [step('reset.restarts', { identity }), step('reset.back')],
      async afterwards() {
        await sendToStation(ocpp, identity, { does: 'reset', isHard: false });
        return null;
      },
    };
  },
});

/** A simulated station has no hardware: after its restart, its connectors that were out of order are free. */
async function resetSimulated(trx: Trx, { evseId, connectors }: PointRecord, now: Date): Promise<void> {
  const { states } = await plugsAt(trx, { evseId, connectors: connectors.map(({ id }) => id) });
  for (const { id } of connectors)
    if (states.get(id) === 'unavailable') await setPlugState(trx, { evseId, connector: id, state: 'available', now });
  publishAfterCommit(trx, plugTopic(evseId));
}

async function countSessionsAt(trx: Trx, { evseId, connectors }: PointRecord): Promise<number> {
  const sessions = await Promise.all(connectors.map(({ id }) => findSessionAtPlug(trx, { evseId, connector: id })));
  return sessions.filter(session => session !== null).length;
}
