import type { Foreseen } from '../../../../shared/console/operating.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../../core/consolePage.ts';
import { useWords } from '../../core/translations.ts';
import { Crumb } from '../../parts/Crumb.tsx';
import { stationPath } from '../../parts/stationStyles.ts';
import { Access, PasswordAlreadyShown } from './Access.tsx';
import { Why } from './AddForm.tsx';
import { Confirm } from './Confirm.tsx';

/** Gives a charge point another password, shown on the answer. */
export const newPasswordPage: ConsolePage = {
  path: '/stations/ocpp/:identity/new-password',
  tab: 'stations',
  show: ask => show(ask, { refused: null, reason: '' }),
  async post(sent) {
    const { operating, params, values, form } = sent;
    const [identity, reason] = [params.identity ?? '', (values.reason ?? '').trim()];
    const acted = await operating.act({ does: 'new-password', identity, reason, seen: 0, form });
    if (acted.kind !== 'done') return show(sent, { refused: acted, reason });
    const { access } = acted;
    return {
      title: 'stations.password.title',
      content: access ? <Access access={access} /> : <PasswordAlreadyShown identity={identity} />,
    };
  },
};

interface Tried {
  refused: Foreseen | null;
  reason: string;
}

async function show({ operating, params }: ConsoleRequest, { refused, reason }: Tried): Promise<Shown> {
  const identity = params.identity ?? '';
  const foreseen = refused ?? (await operating.foresee({ does: 'new-password', identity, reason }));
  return {
    title: 'stations.password.title',
    status: refused ? 409 : 200,
    content: <NewPasswordView identity={identity} foreseen={foreseen} reason={reason} />,
  };
}

function NewPasswordView({ identity, foreseen, reason }: { identity: string; foreseen: Foreseen; reason: string }) {
  const { say } = useWords();
  return (
    <>
      <Crumb to={stationPath(identity)}>{identity}</Crumb>
      <div className="focus">
        <h1>{say('stations.password.title')}</h1>
        <Why refusal={foreseen} />
        {foreseen.kind === 'possible' && <Confirm foreseen={foreseen} reason={reason} back={stationPath(identity)} />}
      </div>
    </>
  );
}
