import type { StationAct } from '../../../../shared/console/acts.ts';
import { listedParties } from '../../../../shared/console/parties.ts';
import { OCPP_VERSIONS, readStationList } from '../../../../shared/console/stationList.ts';
import type { StationAccess } from '../../../../shared/console/stations.ts';
import type { Shown } from '../../core/consolePage.ts';
import { type TextKey, useWords } from '../../core/translations.ts';
import { actPage } from '../../parts/actPage.tsx';
import { Check } from '../../parts/Checks.tsx';
import { Field } from '../../parts/Field.tsx';
import { Radios } from '../../parts/Radios.tsx';
import { connectionPath, STATIONS_PATH, stationPath } from '../../parts/stationStyles.ts';
import { TextArea } from '../../parts/TextArea.tsx';
import { Access, Accesses, AddSteps, AlreadyShown } from './Access.tsx';

type ActOf<Name extends StationAct['does']> = Extract<StationAct, { does: Name }>;

const VERSIONS = OCPP_VERSIONS.map(protocol => protocol.slice('ocpp'.length));
const protocolOf = (typed: string) => OCPP_VERSIONS.find(protocol => protocol === `ocpp${typed}`) ?? null;
/** Value in the preview while no value is typed. */
const NOT_YET = '-';
const MAX_LIST_LENGTH = 20_000;
const backToStations = () => ({ to: STATIONS_PATH, text: 'stations.title' as const });

/** Returns the page with the station's connection data. The password is shown only once, in this response. */
const accessShown = (title: TextKey, access: StationAccess | undefined, identity: string): Shown => ({
  title,
  content: access ? <Access access={access} /> : <AlreadyShown text="stations.access.againText" identity={identity} />,
});

/** Allows a charging station to connect by OCPP. */
export const addStationPage = actPage<ActOf<'add-station'>>({
  path: '/stations/add',
  tab: 'stations',
  title: 'stations.add.title',
  steps: <AddSteps current={0} />,
  back: backToStations,
  read: (_, { identity = '', version = '', reason = '' }) => ({
    does: 'add-station',
    identity: identity.trim(),
    protocol: protocolOf(version),
    reason,
  }),
  preview: (act, isRefused) => ({ ...act, identity: isRefused ? NOT_YET : act.identity || NOT_YET }),
  fields: ({ identity = '', version = '' }) => (
    <>
      <Field
        name="identity"
        label="stations.add.identity"
        hint="stations.add.identityHint"
        value={identity}
        limit={48}
        className="input--mid"
        required
      />
      <Versions value={version} />
    </>
  ),
  done: ({ access }, { identity }) => accessShown('stations.add.title', access, identity),
});

/** Allows several charging stations to connect by OCPP. */
export const addStationsPage = actPage<ActOf<'add-stations'>>({
  path: '/stations/add-list',
  tab: 'stations',
  title: 'stations.addList.title',
  back: backToStations,
  read: (_, { list = '', newPasswords, reason = '' }) => ({
    ...{ does: 'add-stations', stations: readStationList(list), newPasswords: newPasswords !== undefined, reason },
  }),
  preview: (act, isRefused) => ({
    ...act,
    stations: isRefused || act.stations.length === 0 ? [{ identity: NOT_YET, protocol: null }] : act.stations,
  }),
  fields: values => <StationListFields values={values} />,
  done: ({ accesses }) => ({
    title: 'stations.addList.title',
    content: accesses ? <Accesses stations={accesses} /> : <AlreadyShown text="stations.accesses.againText" />,
  }),
});

function StationListFields({ values }: { values: Readonly<Record<string, string>> }) {
  const { t } = useWords();
  return (
    <>
      <TextArea
        name="list"
        label="stations.addList.list"
        hint="stations.addList.hint"
        value={values.list ?? ''}
        rows={8}
        limit={MAX_LIST_LENGTH}
        placeholder={'HOTEL-1\nHOTEL-2;1.6'}
        className="mono"
        required
      />
      <Check
        name="newPasswords"
        title={t('stations.addList.newPasswords')}
        note={t('stations.addList.newPasswordsText')}
        values={values}
      />
    </>
  );
}

function Versions({ value }: { value: string }) {
  const { t } = useWords();
  const choices = ['', ...VERSIONS].map(version => ({
    value: version,
    title: version === '' ? t('stations.add.anyVersion') : t('stations.add.only', { version }),
    note: t(version === '' ? 'stations.add.anyVersionText' : 'stations.add.onlyText'),
  }));
  return <Radios name="version" legend={t('stations.add.version')} choices={choices} value={value} />;
}

export const newPasswordPage = actPage<ActOf<'new-password'>>({
  path: '/stations/ocpp/:identity/new-password',
  tab: 'stations',
  title: 'stations.password.title',
  back: ({ identity }) => ({ to: stationPath(identity), name: identity }),
  read: ({ identity = '' }, { reason = '' }) => ({ does: 'new-password', identity, reason }),
  done: ({ access }, { identity }) => accessShown('stations.password.title', access, identity),
});

const CONNECTION_FIELDS = [
  { name: 'name', label: 'stations.connect.name', hint: 'stations.connect.nameHint', limit: 30, required: true },
  { name: 'url', type: 'url', label: 'stations.connect.url', placeholder: 'https://…/ocpi/versions', limit: 500, required: true },
  {
    name: 'token',
    type: 'password',
    label: 'stations.connect.token',
    hint: 'stations.connect.tokenHint',
    autoComplete: 'new-password',
    limit: 64,
    required: true,
  },
  { name: 'parties', label: 'stations.connect.parties', hint: 'stations.connect.partiesHint', placeholder: 'DE*CPO', limit: 200 },
  { name: 'hub', label: 'stations.connect.hub', hint: 'stations.connect.hubHint', placeholder: 'DE*HUB', limit: 6 },
] as const;

/** Connects the app to a CPO by OCPI. */
export const addConnectionPage = actPage<ActOf<'add-connection'>>({
  path: '/stations/connect',
  tab: 'stations',
  title: 'stations.connect.title',
  back: backToStations,
  read: (_, { name = '', url = '', token = '', parties = '', hub = '', reason = '' }) => ({
    does: 'add-connection',
    name: name.trim(),
    versionsUrl: url.trim(),
    token: token.trim(),
    parties: listedParties(parties),
    hub: hub.trim() || null,
    reason,
  }),
  preview: act => ({ ...act, name: NOT_YET, versionsUrl: 'https://-', token: NOT_YET, parties: [], hub: null }),
  fields: values => CONNECTION_FIELDS.map(field => <Field key={field.name} {...field} value={values[field.name] ?? ''} />),
  done: (_, { name }) => ({ go: `${connectionPath(name)}?done=connected` }),
});

/**
 * Confirms or withdraws that a connection may represent a party or hub. The party is part of the address, so that the preview
 * shows the exact effect.
 */
const partiesPage = (change: 'confirm' | 'withdraw', path: string) =>
  actPage<Extract<StationAct, { parties: unknown; name: string }>>({
    path,
    tab: 'stations',
    title: `stations.parties.${change}Title`,
    ...(change === 'confirm' ? { lead: 'stations.parties.check' as const } : {}),
    back: ({ name }) => ({ to: connectionPath(name), name }),
    read: ({ name = '' }, { party = '', hub = '', reason = '' }) => ({
      ...{ does: `${change}-parties` as const, name, reason },
      parties: party === '' ? [] : [party],
      hub: hub === '' ? null : hub,
    }),
    hidden: ['party', 'hub'],
    done: (_, { name }) => ({ go: `${connectionPath(name)}?done=parties` }),
  });

export const confirmPartiesPage = partiesPage('confirm', '/stations/connections/:name/confirm');
export const withdrawPartiesPage = partiesPage('withdraw', '/stations/connections/:name/withdraw');
