import type { StationAct } from '../../../../shared/console/acts.ts';
import { type ChargingLimit, MIN_LIMIT_W, readKilowatts } from '../../../../shared/console/chargingLimit.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { AffixField } from '../../parts/AffixField.tsx';
import { previewed } from '../../parts/actForms.ts';
import { actPage } from '../../parts/actPage.tsx';
import { stationPath } from '../../parts/stationStyles.ts';

type LimitAct = Extract<StationAct, { does: 'limit-charging' }>;

const back = ({ identity }: LimitAct) => ({ to: stationPath(identity), name: identity });

export const limitChargingPage = actPage<LimitAct>({
  path: '/stations/ocpp/:identity/limit',
  tab: 'stations',
  title: 'stations.limit.title',
  lead: 'stations.limit.lead',
  back,
  read: ({ identity = '' }, { kw = '', reason = '' }) => ({
    // The action refuses 0.
    ...{ does: 'limit-charging', identity, limitW: readKilowatts(kw) ?? 0, reason: reason.trim() },
  }),
  preview: act => previewed({ ...act, limitW: MIN_LIMIT_W }),
  fields: ({ kw }) => <LimitField kw={kw} />,
  done: (_, { identity }) => ({ go: `${stationPath(identity)}?done=limit` }),
});

function LimitField({ kw }: { kw: string | undefined }) {
  const { t } = useWords();
  return <AffixField name="kw" label={t('stations.limit.power')} value={kw} unit="kW" />;
}

export const removeLimitPage = actPage<LimitAct>({
  path: '/stations/ocpp/:identity/limit/remove',
  tab: 'stations',
  title: 'stations.limit.removeTitle',
  back,
  read: ({ identity = '' }, { reason = '' }) => ({
    ...{ does: 'limit-charging', identity, limitW: 'off', reason: reason.trim() },
  }),
  preview: previewed,
  done: (_, { identity }) => ({ go: `${stationPath(identity)}?done=unlimited` }),
});

/** The charging limit of a station: its power, since when, and whether the station has confirmed it. */
export function Limit({ limit: { limitW, setAt, state } }: { limit: ChargingLimit }) {
  const { t, decimal, dateTime } = useWords();
  const isConfirmed = state === 'confirmed';
  return (
    <>
      {limitW === null ? t('stations.limit.removed') : `${decimal(limitW / 1000)} kW`}
      <br />
      <span className={isConfirmed ? 'st st--ok' : 'st st--warn'}>
        <Icon name={isConfirmed ? 'circle-check' : 'triangle-alert'} />
        <span>
          {t(`stations.limit.state.${state}`)}
          <small>{t('stations.limit.since', { at: dateTime(setAt) })}</small>
        </span>
      </span>
    </>
  );
}
