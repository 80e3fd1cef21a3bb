import type { StationAct } from '../../../../shared/console/acts.ts';
import { TRIGGERS, type Trigger } from '../../../../shared/console/stationCommands.ts';
import { LOG_KINDS, type LogKind } from '../../../../shared/console/stationLogFiles.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { useWords } from '../../core/translations.ts';
import { AffixField } from '../../parts/AffixField.tsx';
import { previewed } from '../../parts/actForms.ts';
import { actPage } from '../../parts/actPage.tsx';
import { Field } from '../../parts/Field.tsx';
import { Radios } from '../../parts/Radios.tsx';
import { logFilesPath, settingsPath, stationPath } from '../../parts/stationStyles.ts';

type OcppAct = Extract<StationAct, { identity: string }>;
type ActOf<Name extends OcppAct['does']> = Extract<OcppAct, { does: Name }>;
type Values = Readonly<Record<string, string>>;

const backToStation = ({ identity }: OcppAct) => ({ to: stationPath(identity), name: identity });
const backToSettings = ({ identity }: OcppAct) => ({ to: settingsPath(identity), text: 'stations.settings.title' as const });

export const restartStationPage = actPage<ActOf<'restart-station'>>({
  path: '/stations/ocpp/:identity/restart',
  tab: 'stations',
  title: 'stations.reset.title',
  back: backToStation,
  read: ({ identity = '' }, { how, reason = '' }) => ({
    ...{ does: 'restart-station', identity, isHard: how === 'hard', reason: reason.trim() },
  }),
  preview: previewed,
  fields: values => <RestartFields values={values} />,
  done: (_, { identity }) => ({ go: `${stationPath(identity)}?done=restart` }),
});

function RestartFields({ values }: { values: Values }) {
  const { t } = useWords();
  const choices = (['soft', 'hard'] as const).map(how => ({
    value: how,
    title: t(`stations.restart.${how}`),
    note: t(`stations.restart.${how}Text`),
  }));
  return <Radios name="how" legend={t('stations.restart.how')} choices={choices} value={values.how ?? ''} />;
}

/** Reads the number of an EVSE. Null: none is typed. Other text becomes 0, which the action refuses. */
function readEvse(typed: string): number | null {
  if (typed === '') return null;
  return /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
}

/** Creates the page that takes a station or one of its EVSEs out of service, or back into service. */
const availabilityPage = (path: string, isOperative: boolean) =>
  actPage<ActOf<'set-availability'>>({
    path,
    tab: 'stations',
    title: isOperative ? 'stations.availability.onTitle' : 'stations.availability.offTitle',
    ...(isOperative ? {} : { lead: 'stations.availability.lead' as const }),
    back: backToStation,
    read: ({ identity = '' }, { evse = '', reason = '' }) => ({
      ...{ does: 'set-availability', identity, isOperative, reason: reason.trim() },
      evse: readEvse(evse.trim()),
    }),
    preview: act => previewed({ ...act, evse: null }),
    fields: ({ evse = '' }) => (
      <Field
        name="evse"
        label="stations.availability.evse"
        hint="stations.availability.evseHint"
        value={evse}
        limit={3}
        className="input--mid"
      />
    ),
    done: (_, { identity }) => ({ go: `${stationPath(identity)}?done=availability` }),
  });

export const outOfServicePage = availabilityPage('/stations/ocpp/:identity/out-of-service', false);
export const inServicePage = availabilityPage('/stations/ocpp/:identity/in-service', true);

export const triggerPage = actPage<ActOf<'trigger-message'>>({
  path: '/stations/ocpp/:identity/trigger',
  tab: 'stations',
  title: 'stations.trigger.title',
  lead: 'stations.trigger.lead',
  back: backToStation,
  read: ({ identity = '' }, { message, reason = '' }) => ({
    ...{ does: 'trigger-message', identity, reason: reason.trim() },
    // The action refuses any other word.
    message: (message ?? '') as Trigger,
  }),
  preview: act => previewed({ ...act, message: TRIGGERS[0] }),
  fields: values => <TriggerFields values={values} />,
  done: (_, { identity }) => ({ go: `${stationPath(identity)}/messages` }),
});

function TriggerFields({ values }: { values: Values }) {
  const { t } = useWords();
  const choices = TRIGGERS.map(message => ({ value: message, title: t(`stations.trigger.${message}`), note: message }));
  return <Radios name="message" legend={t('stations.trigger.message')} choices={choices} value={values.message ?? ''} />;
}

export const changePasswordPage = actPage<ActOf<'change-password'>>({
  path: '/stations/ocpp/:identity/change-password',
  tab: 'stations',
  title: 'stations.changePassword.title',
  back: backToStation,
  read: ({ identity = '' }, { reason = '' }) => ({ does: 'change-password', identity, reason: reason.trim() }),
  preview: previewed,
  done: (_, { identity }) => ({ go: `${stationPath(identity)}?done=password` }),
});

export const readSettingsPage = actPage<ActOf<'read-settings'>>({
  path: '/stations/ocpp/:identity/settings/read',
  tab: 'stations',
  title: 'stations.readSettings.title',
  back: backToSettings,
  read: ({ identity = '' }, { reason = '' }) => ({ does: 'read-settings', identity, reason: reason.trim() }),
  done: (_, { identity }) => ({ go: settingsPath(identity) }),
});

export const requestLogPage = actPage<ActOf<'request-log'>>({
  path: '/stations/ocpp/:identity/log-files/request',
  tab: 'stations',
  title: 'stations.requestLog.title',
  back: ({ identity }) => ({ to: logFilesPath(identity), text: 'stations.logFiles.title' }),
  read: ({ identity = '' }, { log, to = '', reason = '' }) => ({
    ...{ does: 'request-log', identity, to: to.trim() || null, reason: reason.trim() },
    // The action refuses any other word.
    log: (log ?? '') as LogKind,
  }),
  preview: act => previewed({ ...act, log: LOG_KINDS[0], to: null }),
  fields: values => <RequestLogFields values={values} />,
  done: (_, { identity }) => ({ go: logFilesPath(identity) }),
});

function RequestLogFields({ values: { log = '', to = '' } }: { values: Values }) {
  const { t } = useWords();
  const choices = LOG_KINDS.map(kind => ({
    value: kind,
    title: t(`stations.logFiles.kind.${kind}`),
    note: t(`stations.requestLog.${kind}`),
  }));
  return (
    <>
      <Radios name="log" legend={t('stations.requestLog.log')} choices={choices} value={log} />
      <Field name="to" label="stations.requestLog.to" hint="stations.requestLog.toHint" value={to} limit={512} />
    </>
  );
}

/** Changes one setting. The setting is part of the address, so that the list of settings can link to the form. */
const changeSetting = actPage<ActOf<'change-setting'>>({
  path: '/stations/ocpp/:identity/settings/change',
  tab: 'stations',
  title: 'stations.changeSetting.title',
  heading: ({ setting }) => ['stations.changeSetting.heading', { setting }],
  back: backToSettings,
  read: ({ identity = '' }, { setting = '', value = '', reason = '' }) => ({
    ...{ does: 'change-setting', identity, setting, value: value.trim(), reason: reason.trim() },
  }),
  preview: act => previewed({ ...act, value: '' }),
  hidden: ['setting', 'now', 'unit'],
  fields: values => <SettingField values={values} />,
  done: (_, { identity, setting }) => ({ go: `${settingsPath(identity)}?find=${encodeURIComponent(setting)}` }),
});
export const changeSettingPage: ConsolePage = {
  ...changeSetting,
  async show(request) {
    const { operating, params, query } = request;
    const list = await operating.getStationSettings({ identity: params.identity ?? '' });
    const found = list?.settings.find(({ name }) => name === query.setting);
    // The present value comes from the list and not from the address, which logs and histories store.
    return found
      ? changeSetting.show({ ...request, query: { setting: found.name, now: found.value ?? '', unit: found.unit ?? '' } })
      : null;
  },
};

const BOOLEANS = ['true', 'false'];

function SettingField({ values: { now = '', unit = '', value = now } }: { values: Values }) {
  const { t } = useWords();
  const isBoolean = BOOLEANS.includes(now.toLowerCase());
  return (
    <>
      <p>{t('stations.changeSetting.now', { value: `${now || '–'} ${unit}`.trim() })}</p>
      {isBoolean ? (
        <Radios
          name="value"
          legend={t('stations.changeSetting.value')}
          choices={BOOLEANS.map(each => ({ value: each, title: each }))}
          value={value.toLowerCase()}
        />
      ) : (
        <ValueField value={value} unit={unit} />
      )}
    </>
  );
}

function ValueField({ value, unit }: { value: string; unit: string }) {
  const { t } = useWords();
  const label = 'stations.changeSetting.value';
  return unit === '' ? (
    <Field name="value" label={label} value={value} limit={500} />
  ) : (
    <AffixField name="value" label={t(label)} value={value} unit={unit} />
  );
}
