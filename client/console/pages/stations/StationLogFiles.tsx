import type { StationLogFile } from '../../../../shared/console/stationLogFiles.ts';
import { useMayOperate } from '../../core/ConsoleContext.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Board, type Column } from '../../parts/Board.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { logFilesPath, stationPath } from '../../parts/stationStyles.ts';

/** The log files that staff have requested of an OCPP station, newest first. */
export const stationLogFilesPage: ConsolePage = {
  path: '/stations/ocpp/:identity/log-files',
  tab: 'stations',
  async show({ operating, params: { identity = '' } }) {
    const files = await operating.listStationLogFiles({ identity });
    return files && { title: 'stations.logFiles.title', content: <LogFilesView identity={identity} files={files} /> };
  },
};

/** A log file that a station has uploaded. */
export const stationLogFilePage: ConsolePage = {
  path: '/stations/ocpp/:identity/log-files/:file',
  tab: 'stations',
  async show({ operating, params: { identity = '', file: id = '' } }) {
    const file = await operating.exportStationLogFile({ identity, file: id });
    return file && { file };
  },
};

const BYTES_IN_KB = 1000;

function LogFilesView({ identity, files }: { identity: string; files: readonly StationLogFile[] }) {
  const { t, dateTime, number } = useWords();
  const mayOperate = useMayOperate();
  const columns: readonly Column<StationLogFile>[] = [
    {
      text: 'stations.logFiles.log',
      cell: ({ kind, requestedAt }) => (
        <>
          {t(`stations.logFiles.kind.${kind}`)}
          <small>{t('stations.logFiles.requestedAt', { at: dateTime(requestedAt) })}</small>
        </>
      ),
    },
    { text: 'stations.logFiles.state', className: 'lab wide-s', cell: line => <State line={line} /> },
    {
      text: 'stations.logFiles.file',
      className: 'wide-s',
      cell: ({ id, file }) =>
        file && (
          <>
            <a href={`${logFilesPath(identity)}/${id}`} download>
              {file.name}
            </a>
            <small>{t('stations.logFiles.size', { size: number(Math.ceil(file.sizeBytes / BYTES_IN_KB)) })}</small>
          </>
        ),
    },
  ];
  return (
    <>
      <Crumb to={stationPath(identity)}>{identity}</Crumb>
      <div className="page-head">
        <div>
          <h1>{t('stations.logFiles.title')}</h1>
          <p>{t('stations.logFiles.lead')}</p>
        </div>
        {mayOperate && (
          <a className="btn btn--primary" href={`${logFilesPath(identity)}/request`}>
            <Icon name="download" />
            {t('stations.requestLog.link')}
          </a>
        )}
      </div>
      {files.length === 0 ? (
        <p className="muted gap">{t('stations.logFiles.none')}</p>
      ) : (
        <Board columns={columns} lines={files} keyOf={({ id }) => id} />
      )}
    </>
  );
}

type Word = 'received' | 'missing' | StationLogFile['state'];
const BAD: readonly Word[] = ['missing', 'failed', 'refused', 'none'];

/** Returns what has happened to a requested file. A station can report an upload that has never arrived. */
function wordOf({ state, to, file }: StationLogFile): Word {
  if (file) return 'received';
  return state === 'uploaded' && to === null ? 'missing' : state;
}

function State({ line }: { line: StationLogFile }) {
  const { t, dateTime } = useWords();
  const { stateAt, to, file } = line;
  const word = wordOf(line);
  return (
    <>
      <span className={classOf(word)}>
        {BAD.includes(word) && <Icon name="triangle-alert" />}
        {file && <Icon name="circle-check" />}
        {t(`stations.logFiles.state.${word}`)}
      </span>
      <small>
        {dateTime(file?.receivedAt ?? stateAt)}
        {to !== null && <> · {t('stations.logFiles.to', { server: to })}</>}
      </small>
    </>
  );
}

function classOf(word: Word): string {
  if (word === 'received') return 'st st--ok';
  return BAD.includes(word) ? 'st st--warn' : 'st';
}
