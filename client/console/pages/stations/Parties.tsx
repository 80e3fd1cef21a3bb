import type { Foreseen } from '../../../../shared/console/operating.ts';
import type { NamedParties } from '../../../../shared/console/parties.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../../core/consolePage.ts';
import { useWords } from '../../core/translations.ts';
import { Crumb } from '../../parts/Crumb.tsx';
import { connectionPath } from '../../parts/stationStyles.ts';
import { Why } from './AddForm.tsx';
import { Confirm } from './Confirm.tsx';

type Values = Readonly<Record<string, string>>;
type Change = 'confirm' | 'withdraw';

/** A page that changes one party, or the hub, of a connection. The address names what is changed, so the consequences are exact. */
const partiesPage = (change: Change): Omit<ConsolePage, 'path'> => ({
  tab: 'stations',
  show: ask => show(ask, change, { values: ask.query, refused: null }),
  async post(sent) {
    const { operating, values, form } = sent;
    const acted = await operating.act({ ...actOf(sent, change, values), seen: 0, form });
    if (acted.kind !== 'done') return show(sent, change, { values, refused: acted });
    return { go: `${connectionPath(sent.params.name ?? '')}?done=parties` };
  },
});

export const confirmPartiesPage: ConsolePage = { path: '/stations/connections/:name/confirm', ...partiesPage('confirm') };
export const withdrawPartiesPage: ConsolePage = { path: '/stations/connections/:name/withdraw', ...partiesPage('withdraw') };

const namedIn = ({ party = '', hub = '' }: Values): NamedParties => ({
  parties: party === '' ? [] : [party],
  hub: hub === '' ? null : hub,
});

const actOf = ({ params }: Pick<ConsoleRequest, 'params'>, change: Change, values: Values) => ({
  ...({ does: `${change}-parties`, name: params.name ?? '', reason: (values.reason ?? '').trim() } as const),
  ...namedIn(values),
});

interface Sent {
  values: Values;
  refused: Foreseen | null;
}

async function show(ask: ConsoleRequest, change: Change, { values, refused }: Sent): Promise<Shown> {
  const foreseen = refused ?? (await ask.operating.foresee(actOf(ask, change, values)));
  return {
    title: `stations.parties.${change}Title`,
    status: refused ? 409 : 200,
    content: <PartiesView name={ask.params.name ?? ''} change={change} values={values} foreseen={foreseen} />,
  };
}

interface PartiesViewProps {
  name: string;
  change: Change;
  values: Values;
  foreseen: Foreseen;
}

function PartiesView({ name, change, values, foreseen }: PartiesViewProps) {
  const { say } = useWords();
  const { party = '', hub = '', reason = '' } = values;
  return (
    <>
      <Crumb to={connectionPath(name)}>{name}</Crumb>
      <div className="focus">
        <h1>{say(`stations.parties.${change}Title`)}</h1>
        {change === 'confirm' && <p className="gap">{say('stations.parties.check')}</p>}
        <Why refusal={foreseen} />
        {foreseen.kind === 'possible' && (
          <Confirm foreseen={foreseen} hidden={{ party, hub }} reason={reason} back={connectionPath(name)} />
        )}
      </div>
    </>
  );
}
