import type { StationAct } from '../../../../shared/console/acts.ts';
import type { Foreseen } from '../../../../shared/console/operating.ts';
import { listedParties } from '../../../../shared/console/parties.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../../core/consolePage.ts';
import { Field } from '../../parts/Field.tsx';
import { connectionPath } from '../../parts/stationStyles.ts';
import { AddForm, type AddViewProps, addShown } from './AddForm.tsx';

type Values = AddViewProps['values'];
type Connect = Extract<StationAct, { does: 'add-connection' }>;

const parseValues = ({ name = '', url = '', token = '', parties = '', hub = '', reason = '' }: Values): Connect => ({
  does: 'add-connection',
  name: name.trim(),
  versionsUrl: url.trim(),
  token: token.trim(),
  parties: listedParties(parties),
  hub: hub.trim() || null,
  reason: reason.trim(),
});

/** Until somebody has typed anything, it is looked at what would be with this. */
const NOT_YET = { name: '-', versionsUrl: 'https://-', token: '-', parties: [], hub: null } as const;

/** Connects us with a charge point operator by OCPI. What was typed stays where it does not work. */
export const addConnectionPage: ConsolePage = {
  path: '/stations/connect',
  tab: 'stations',
  show: ask => show(ask, ask.query, null),
  async post(sent) {
    const { operating, values, form } = sent;
    const input = parseValues(values);
    const acted = await operating.act({ ...input, seen: 0, form });
    return acted.kind === 'done' ? { go: `${connectionPath(input.name)}?done=connected` } : show(sent, values, acted);
  },
};

async function show({ operating }: ConsoleRequest, values: Values, refused: Foreseen | null): Promise<Shown> {
  const foreseen = await operating.foresee({ ...parseValues(values), ...NOT_YET });
  const content = <AddConnectionView values={values} foreseen={foreseen} refused={refused} />;
  return addShown('stations.connect.title', { refused, content });
}

const AddConnectionView = ({ values, ...tried }: AddViewProps) => (
  <AddForm title="stations.connect.title" reason={values.reason ?? ''} {...tried}>
    <Field
      name="name"
      label="stations.connect.name"
      hint="stations.connect.nameHint"
      value={values.name ?? ''}
      most={30}
      required
    />
    <Field
      name="url"
      type="url"
      label="stations.connect.url"
      placeholder="https://…/ocpi/versions"
      value={values.url ?? ''}
      most={500}
      required
    />
    <Field
      name="token"
      type="password"
      label="stations.connect.token"
      hint="stations.connect.tokenHint"
      autoComplete="new-password"
      value={values.token ?? ''}
      most={64}
      required
    />
    <Field
      name="parties"
      label="stations.connect.parties"
      hint="stations.connect.partiesHint"
      placeholder="DE*CPO"
      value={values.parties ?? ''}
      most={200}
    />
    <Field
      name="hub"
      label="stations.connect.hub"
      hint="stations.connect.hubHint"
      placeholder="DE*HUB"
      value={values.hub ?? ''}
      most={6}
    />
  </AddForm>
);
