import type { ReactNode } from 'react';
import type { RefusedThing, SoldConnection, SoldRemark, Some } from '../../../../shared/console/stations.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column } from '../../parts/Board.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { DoneNote } from '../../parts/DoneNote.tsx';
import { connectionPath, STATIONS_PATH } from '../../parts/stationStyles.ts';
import { At, Works } from './ConnectionBoard.tsx';
import { PartyBoard, Represented } from './PartyBoard.tsx';

/** The page of an OCPI connection, with the parts of its locations that cannot be offered to drivers. */
export const connectionPage: ConsolePage = {
  path: '/stations/connections/:name',
  tab: 'stations',
  async show({ operating, params, query: { after = '', done } }) {
    const found = await operating.getConnection({ name: params.name ?? '', ...(after === '' ? {} : { after }) });
    if (!found) return null;
    return { title: 'stations.title', content: <ConnectionView {...found} done={done} /> };
  },
};

interface ConnectionViewProps {
  connection: SoldConnection;
  refused: Some<RefusedThing>;
  remarks: readonly SoldRemark[];
  /** Name of the staff action that was just performed. Undefined: none was. */
  done: string | undefined;
}

function ConnectionView({ connection, refused, remarks, done }: ConnectionViewProps) {
  const { t } = useWords();
  const { name, partner } = connection;
  return (
    <>
      <Crumb to={STATIONS_PATH}>{t('stations.title')}</Crumb>
      <div className="page-head">
        <div>
          <h1>{partner || name}</h1>
          {partner && <p>{name}</p>}
        </div>
      </div>
      {(done === 'parties' || done === 'connected') && connection.state === 'active' && (
        <DoneNote>{t(`stations.done.${done}`, { name })}</DoneNote>
      )}
      <PartyBoard connection={connection} />
      <Facts connection={connection} />
      {remarks.length > 0 && (
        <Block name={t('stations.connection.remarks')}>
          <Board columns={REMARK_COLUMNS} lines={remarks} keyOf={({ path, reason }) => path + reason} />
        </Block>
      )}
      <Block name={t('stations.connection.refused')}>
        {refused.lines.length === 0 ? (
          <p className="st st--ok">
            <Icon name="circle-check" />
            {t('stations.connection.allSold')}
          </p>
        ) : (
          <Board columns={COLUMNS} lines={refused.lines} keyOf={({ location, path, reason }) => location + path + reason} />
        )}
        {refused.after !== null && (
          <div className="pages">
            <a className="btn btn--quiet" href={`${connectionPath(name)}?after=${encodeURIComponent(refused.after)}`}>
              <Icon name="chevron-right" />
              {t('stations.more')}
            </a>
          </div>
        )}
      </Block>
    </>
  );
}

const REMARK_COLUMNS: readonly Column<SoldRemark>[] = [
  { text: 'stations.connection.where', cell: ({ path }) => <span className="mono">{path}</span> },
  { text: 'stations.connection.remark', className: 'lab wide-s', cell: ({ reason }) => <span lang="en">{reason}</span> },
];

const COLUMNS: readonly Column<RefusedThing>[] = [
  { text: 'stations.connection.location', cell: ({ location }) => <b className="id">{location}</b> },
  {
    text: 'stations.connection.why',
    className: 'lab wide-s',
    cell: ({ reason }) => <span lang="en">{reason}</span>,
  },
  { text: 'stations.connection.where', className: 'mono lab', cell: ({ path }) => path },
];

function Facts({ connection }: { connection: SoldConnection }) {
  const { t } = useWords();
  const { version, lastExchangeAt, pulledAt, openStarts, awaitedCdrs, points } = connection;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('stations.col.state'), <Works key="state" connection={connection} />],
    [t('stations.connection.parties'), <Represented key="parties" connection={connection} />],
    [t('stations.col.version'), version === null ? '–' : `OCPI ${version}`],
    [t('stations.col.exchange'), <At key="exchange" at={lastExchangeAt} />],
    [t('stations.col.pulled'), <At key="pulled" at={pulledAt} />],
    [t('stations.col.sold'), points],
    [t('stations.connection.open'), openStarts],
    [t('stations.connection.awaited'), awaitedCdrs],
  ];
  return (
    <Block name={t('stations.connection.what')}>
      <dl className="rows">
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}
