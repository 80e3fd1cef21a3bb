import type { StationAct } from '../../../../shared/console/acts.ts';
import { aboutPoint } from '../../parts/AddressLine.tsx';
import { previewed } from '../../parts/actForms.ts';
import { actPage } from '../../parts/actPage.tsx';
import { pointPath } from '../../parts/stationStyles.ts';

type ActOf<Name extends StationAct['does']> = Extract<StationAct, { does: Name }>;

/** What the pages have in common: the point with its address, the link back, and the reason. */
const AT_POINT = {
  back: ({ point }: { point: string }) => ({ to: pointPath(point), name: point }),
  about: aboutPoint,
  required: { reason: 'stations.refusal.noReason' },
} as const;

/** Restarts the station of a point. */
export const resetStationPage = actPage<ActOf<'reset-station'>>({
  path: '/stations/points/:point/reset',
  tab: 'stations',
  title: 'stations.reset.title',
  ...AT_POINT,
  read: ({ point = '' }, { reason = '' }) => ({ does: 'reset-station', point, reason: reason.trim() }),
  preview: previewed,
  done: (_, { point }) => ({ go: `${pointPath(point)}?done=reset` }),
});

/** Creates the page that switches a point off or on for new orders. */
const switchPage = (path: string, isOn: boolean) =>
  actPage<ActOf<'switch'>>({
    path,
    tab: 'stations',
    title: isOn ? 'stations.switch.titleOn' : 'stations.switch.titleOff',
    ...AT_POINT,
    read: ({ point = '' }, { reason = '' }) => ({ does: 'switch', point, isOn, reason: reason.trim() }),
    preview: previewed,
    done: (_, { point }) => ({ go: `${pointPath(point)}?done=${isOn ? 'on' : 'off'}` }),
  });

export const switchOffPage = switchPage('/stations/points/:point/switch-off', false);
export const switchOnPage = switchPage('/stations/points/:point/switch-on', true);
