import { isChangeable, type StationSetting, type StationSettings } from '../../../../shared/console/stationCommands.ts';
import { addressOf } from '../../core/addressOf.ts';
import { useMayOperate } from '../../core/ConsoleContext.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column } from '../../parts/Board.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { FindForm } from '../../parts/FindForm.tsx';
import { Folded } from '../../parts/Folded.tsx';
import { groupSettings } from '../../parts/settingGroups.ts';
import { settingsPath, stationPath } from '../../parts/stationStyles.ts';

/** The settings of an OCPP station as it reported them at the last request. */
export const stationSettingsPage: ConsolePage = {
  path: '/stations/ocpp/:identity/settings',
  tab: 'stations',
  async show({ operating, params, query }) {
    const { identity = '' } = params;
    if (!(await operating.getStation({ identity }))) return null;
    const list = await operating.getStationSettings({ identity });
    const find = (query.find ?? '').trim().slice(0, 60);
    return { title: 'stations.settings.title', content: <SettingsView identity={identity} list={list} find={find} /> };
  },
};

interface SettingsViewProps {
  identity: string;
  /** Null: the settings were never read. */
  list: StationSettings | null;
  find: string;
}

function SettingsView({ identity, list, find }: SettingsViewProps) {
  const { t, dateTime } = useWords();
  const mayOperate = useMayOperate();
  return (
    <>
      <Crumb to={stationPath(identity)}>{identity}</Crumb>
      <div className="page-head">
        <div>
          <h1>{t('stations.settings.title')}</h1>
          <p>{list ? t('stations.settings.readAt', { at: dateTime(list.readAt) }) : t('stations.settings.never')}</p>
        </div>
        {mayOperate && (
          <a className="btn btn--primary" href={`${settingsPath(identity)}/read`}>
            <Icon name="rotate-cw" />
            {t('stations.settings.read')}
          </a>
        )}
      </div>
      {list && !list.isComplete && <p className="note gap">{t('stations.settings.arriving')}</p>}
      {list && <Settings identity={identity} settings={list.settings} find={find} />}
    </>
  );
}

/** Maximum number of settings of a group that are shown. The search finds the others. */
const MAX_SHOWN = 200;
/** A list of at most this many settings shows all of them at once. */
const MAX_OPEN = 60;

function Settings({ identity, settings, find }: { identity: string; settings: readonly StationSetting[]; find: string }) {
  const { t } = useWords();
  const mayOperate = useMayOperate();
  const shown = settings.filter(({ name }) => name.toLowerCase().includes(find.toLowerCase()));
  const columns: readonly Column<StationSetting>[] = [
    {
      text: 'stations.settings.name',
      cell: ({ name, isRequired }) => (
        <>
          <span className="mono">{name}</span>
          {isRequired && <small>{t('stations.settings.required')}</small>}
        </>
      ),
    },
    {
      text: 'stations.settings.value',
      className: 'lab wide-s',
      cell: ({ value, unit, isSecret }) =>
        isSecret ? (
          <span className="muted">{t('stations.settings.secret')}</span>
        ) : (
          [value ?? '–', unit].filter(Boolean).join(' ')
        ),
    },
    {
      text: 'stations.settings.change',
      className: 'wide-s',
      cell: setting =>
        mayOperate && isChangeable(setting) ? (
          <a href={addressOf(`${settingsPath(identity)}/change`, { setting: setting.name })}>
            {t('stations.settings.changeLink')}
          </a>
        ) : (
          <span className="muted small">{setting.isReadOnly ? t('stations.settings.readOnly') : ''}</span>
        ),
    },
  ];
  return (
    <>
      <FindForm path={settingsPath(identity)} label="stations.settings.find" value={find} limit={60} />
      <Block name={t('stations.settings.count', { count: shown.length })}>
        {shown.some(({ isRequired }) => isRequired) && <p className="muted small">{t('stations.settings.requiredText')}</p>}
        {groupSettings(shown).map(({ name: group, settings: members }) => (
          <Folded
            key={group ?? ''}
            isOpen={find !== '' || shown.length <= MAX_OPEN}
            text={
              <>
                {group ? <span lang="en">{group}</span> : t('stations.settings.vendor')}{' '}
                <span className="dim">{members.length}</span>
              </>
            }
          >
            <Board columns={columns} lines={members.slice(0, MAX_SHOWN)} keyOf={({ name }) => name} />
            {members.length > MAX_SHOWN && <p className="muted small">{t('stations.settings.narrow', { count: MAX_SHOWN })}</p>}
          </Folded>
        ))}
      </Block>
    </>
  );
}
