import type { Act } from '../../../../shared/console/acts.ts';
import type { OperatedPoint } from '../../../../shared/console/point.ts';
import { useWords } from '../../core/translations.ts';
import { AddressLine, AT_POINT } from '../../parts/AddressLine.tsx';
import { previewed, readNumber } from '../../parts/actForms.ts';
import { actPage } from '../../parts/actPage.tsx';
import { Radios } from '../../parts/Radios.tsx';
import { pointPath } from '../../parts/stationStyles.ts';
import { type UnlockablePlug, unlockablePlugs } from '../../parts/unlockablePlugs.ts';

type ActOf<Name extends Act['does']> = Extract<Act, { does: Name }>;

/** The act on the last session at a plug, and the point of the page. */
type UnlockAct = { does: 'unlock'; number: number; point: string; reason: string };

const backToPoint = ({ point }: { point: string }) => ({ to: pointPath(point), name: point });

/** Restarts the station of a point. */
export const resetStationPage = actPage<ActOf<'reset-station'>, OperatedPoint | null>({
  path: '/stations/points/:point/reset',
  tab: 'stations',
  title: 'stations.reset.title',
  ...AT_POINT,
  back: backToPoint,
  read: ({ point = '' }, { reason = '' }) => ({ does: 'reset-station', point, reason: reason.trim() }),
  preview: previewed,
  done: (_, { point }) => ({ go: `${pointPath(point)}?done=reset` }),
});

/** Creates the page that switches a point off or on for new orders. */
const switchPage = (path: string, isOn: boolean) =>
  actPage<ActOf<'switch'>, OperatedPoint | null>({
    path,
    tab: 'stations',
    title: isOn ? 'stations.switch.titleOn' : 'stations.switch.titleOff',
    ...AT_POINT,
    back: backToPoint,
    read: ({ point = '' }, { reason = '' }) => ({ does: 'switch', point, isOn, reason: reason.trim() }),
    preview: previewed,
    done: (_, { point }) => ({ go: `${pointPath(point)}?done=${isOn ? 'on' : 'off'}` }),
  });

export const switchOffPage = switchPage('/stations/points/:point/switch-off', false);
export const switchOnPage = switchPage('/stations/points/:point/switch-on', true);

/** Unlocks a plug of a point, by the last session at the plug. */
export const unlockPlugPage = actPage<UnlockAct, OperatedPoint | null>({
  path: '/stations/points/:point/unlock',
  tab: 'stations',
  title: 'acts.unlock.button',
  ...AT_POINT,
  required: { session: 'stations.unlock.choose', ...AT_POINT.required },
  back: backToPoint,
  about: operated => {
    const [plug, ...others] = operated ? unlockablePlugs(operated) : [];
    return <AddressLine operated={operated} plug={others.length === 0 ? plug?.number : undefined} />;
  },
  read: ({ point = '' }, { session, reason = '' }) => ({
    ...{ does: 'unlock', point, reason: reason.trim() },
    number: readNumber({ number: session ?? '' }),
  }),
  // The effects are the same for each plug of the point.
  preview: (act, _, operated) => {
    const [plug] = operated ? unlockablePlugs(operated) : [];
    return previewed({ ...act, number: act.number || (plug?.session.number ?? 0) });
  },
  fields: ({ session = null }, _, operated) => <PlugChoice plugs={operated ? unlockablePlugs(operated) : []} chosen={session} />,
  done: (_, { point }) => ({ go: `${pointPath(point)}?done=unlock` }),
});

/** The plugs of which one is unlocked. A single plug needs no choice. */
function PlugChoice({ plugs, chosen }: { plugs: readonly UnlockablePlug[]; chosen: string | null }) {
  const { t, decimal, when } = useWords();
  const [only, ...others] = plugs;
  if (only && others.length === 0) return <input type="hidden" name="session" value={only.session.number} />;
  const choices = plugs.map(({ number, kind, powerW, session }) => ({
    value: String(session.number),
    title: `${t('stations.plugName', { number })}, ${t(`session.plug.${kind}`)} ${decimal(powerW / 1000)} kW`,
    note: t('stations.unlock.last', { at: when(session.createdAt) }),
  }));
  return <Radios name="session" legend={t('stations.unlock.which')} choices={choices} value={chosen} />;
}
