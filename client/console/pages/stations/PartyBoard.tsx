import type { PartyClaim, SoldConnection } from '../../../../shared/console/stations.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column } from '../../parts/Board.tsx';
import { connectionPath } from '../../parts/stationStyles.ts';

/**
 * The OCPI parties that a connection claims to represent and that staff must confirm, with the connections that already
 * represent a party.
 */
export function PartyBoard({ connection: { name, undecided } }: { connection: SoldConnection }) {
  const { t } = useWords();
  const mayAct = useConsole().who?.may === 'act';
  if (undecided.length === 0) return null;
  const columns: readonly Column<PartyClaim>[] = [
    { text: 'stations.parties.party', cell: ({ party }) => <b className="id">{party}</b> },
    { text: 'stations.parties.state', className: 'lab wide-s', cell: ({ kind }) => t(`stations.parties.${kind}`) },
    { text: 'stations.parties.heldBy', className: 'lab wide-s', cell: ({ heldBy }) => heldBy.join(', ') || '–' },
    {
      text: 'stations.parties.confirm',
      className: 'wide-s',
      cell: claim => mayAct && <a href={confirmPath(name, claim)}>{t('stations.parties.confirmLink')}</a>,
    },
  ];
  return (
    <Block name={t('stations.parties.undecided')}>
      <Board columns={columns} lines={undecided} keyOf={({ kind, party }) => `${kind} ${party}`} />
    </Block>
  );
}

const confirmPath = (name: string, { kind, party }: PartyClaim): string =>
  `${connectionPath(name)}/confirm?${kind === 'hub' ? 'hub' : 'party'}=${encodeURIComponent(party)}`;

/** The OCPI parties that a connection may represent, each with a link to withdraw the confirmation. */
export function Represented({ connection: { name, parties } }: { connection: SoldConnection }) {
  const { t } = useWords();
  const mayAct = useConsole().who?.may === 'act';
  if (parties.length === 0) return '–';
  return parties.map(party => (
    <div key={party}>
      {party}{' '}
      {mayAct && (
        <a href={withdrawPath(name, party)} aria-label={`${party}: ${t('stations.parties.withdraw')}`}>
          {t('stations.parties.withdraw')} …
        </a>
      )}
    </div>
  ));
}

/** Returns the path of the page that withdraws a confirmation. A hub is listed as 'DE*HUB (hub)', so the suffix is split off. */
function withdrawPath(name: string, listed: string): string {
  const [party = '', hub] = listed.split(' ');
  return `${connectionPath(name)}/withdraw?${hub === undefined ? 'party' : 'hub'}=${encodeURIComponent(party)}`;
}
