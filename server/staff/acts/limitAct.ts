import { MIN_LIMIT_W, readKilowatts } from '../../../shared/console/chargingLimit.ts';
import { listPointsOf } from '../../store/shop/points.ts';
import { type ActContext, ActRefused, textsOf } from './act.ts';
import { field, parsed } from './fields.ts';
import { stationCommand } from './ocppActs.ts';

const { text, step } = textsOf('stations');

/** Limits the power of a whole station by OCPP. The app sets the limit again whenever the station boots. */
export const LIMIT_CHARGING = stationCommand('limit-charging', {
  command: { name: 'station limit', does: 'Limit the power of a station, in kW for all plugs together; `off` removes the limit' },
  fields: {
    limitW: field(
      '<kW>|off',
      parsed(typed => (typed === 'off' ? 'off' : readKilowatts(typed))).required(),
      'Invalid limit. Use kilowatts such as 11 or 7.4, or off.',
    ),
  },
  needsReason: true,
  async check({ identity, limitW }, _settings, context) {
    if (limitW === 'off') return;
    if (!Number.isInteger(limitW) || limitW < MIN_LIMIT_W)
      throw new ActRefused(
        `A limit is at least ${MIN_LIMIT_W / 1000} kW. Below that no vehicle charges.`,
        text('refusal.smallLimit', { min: { powerW: MIN_LIMIT_W } }),
      );
    const maxW = await powerOf(context, identity);
    if (limitW > maxW)
      throw new ActRefused(
        `The plugs of ${identity} have ${maxW / 1000} kW together. A limit is not above that.`,
        text('refusal.largeLimit', { identity, max: { powerW: maxW } }),
      );
  },
  send: ({ limitW }) => ({ does: 'limit its power', limitW: limitW === 'off' ? null : limitW }),
  button: ({ limitW }) => (limitW === 'off' ? 'offButton' : 'button'),
  steps: ({ limitW }) =>
    limitW === 'off'
      ? [step('command.limit-charging.off')]
      : [step('command.limit-charging.together'), step('command.limit-charging.session'), step('command.limit-charging.boot')],
  facts: ({ limitW }) => ({ limitW }),
});

/** Upper bound for a station of which no plug is offered, in W. */
const MAX_LIMIT_W = 99_999_000;

/** Returns the power of all plugs of a station that can be used at the same time. Of each EVSE, one connector can be used. */
async function powerOf({ trx }: ActContext, identity: string): Promise<number> {
  const points = await listPointsOf(trx, [identity]);
  const powers = points.map(({ point }) => Math.max(0, ...point.connectors.map(({ powerW }) => powerW)));
  return powers.reduce((total, powerW) => total + powerW, 0) || MAX_LIMIT_W;
}
