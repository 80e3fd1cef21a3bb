import type { StationAct } from '../../../../shared/console/acts.ts';
import type { Foreseen } from '../../../../shared/console/operating.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../../core/consolePage.ts';
import { useWords } from '../../core/translations.ts';
import { Field } from '../../parts/Field.tsx';
import { Access, PasswordAlreadyShown } from './Access.tsx';
import { AddForm, type AddViewProps, addShown } from './AddForm.tsx';

type Values = AddViewProps['values'];
type AddStation = Extract<StationAct, { does: 'add-station' }>;

const VERSIONS = ['2.1', '2.0.1', '1.6'] as const;
/** Until somebody has typed one, it is looked at what would be with this. */
const NOT_YET = '-';

const parseValues = ({ identity = '', version = '', reason = '' }: Values): AddStation => ({
  does: 'add-station',
  identity: identity.trim(),
  protocol: VERSIONS.some(known => known === version) ? `ocpp${version}` : null,
  reason: reason.trim(),
});

/** Lets a charge point connect by OCPP. The password is shown on the answer. */
export const addStationPage: ConsolePage = {
  path: '/stations/add',
  tab: 'stations',
  show: ask => show(ask, ask.query, null),
  async post(sent) {
    const { operating, values, form } = sent;
    const input = parseValues(values);
    const acted = await operating.act({ ...input, seen: 0, form });
    if (acted.kind !== 'done') return show(sent, values, acted);
    const { access } = acted;
    return {
      title: 'stations.add.title',
      content: access ? <Access access={access} /> : <PasswordAlreadyShown identity={input.identity} />,
    };
  },
};

async function show({ operating }: ConsoleRequest, values: Values, refused: Foreseen | null): Promise<Shown> {
  const foreseen = await operating.foresee({
    ...parseValues(values),
    identity: refused ? NOT_YET : values.identity?.trim() || NOT_YET,
  });
  const content = <AddStationView values={values} foreseen={foreseen} refused={refused} />;
  return addShown('stations.add.title', { refused, content });
}

function AddStationView({ values, foreseen, refused }: AddViewProps) {
  const { say } = useWords();
  return (
    <AddForm title="stations.add.title" reason={values.reason ?? ''} foreseen={foreseen} refused={refused} step={<Steps />}>
      <Field
        name="identity"
        label="stations.add.identity"
        hint="stations.add.identityHint"
        value={values.identity ?? ''}
        most={48}
        looks="input--mid"
        required
      />
      <fieldset>
        <legend className="label">{say('stations.add.version')}</legend>
        <Versions value={values.version ?? ''} />
      </fieldset>
    </AddForm>
  );
}

function Steps() {
  const { say } = useWords();
  return (
    <p className="steps">
      <b>{say('stations.add.step1')}</b>
      <span>{say('stations.add.step2')}</span>
      <span>{say('stations.add.step3')}</span>
    </p>
  );
}

function Versions({ value }: { value: string }) {
  const { say } = useWords();
  const chosen = VERSIONS.find(version => version === value) ?? '';
  return (
    <div className="choices">
      {(['', ...VERSIONS] as const).map(version => (
        <label key={version} className="choice">
          <input type="radio" name="version" value={version} defaultChecked={version === chosen} />
          <span className="choice__text">
            <span className="choice__name">
              {version === '' ? say('stations.add.anyVersion') : say('stations.add.only', { version })}
            </span>
            <span className="choice__meta">{say(version === '' ? 'stations.add.anyVersionText' : 'stations.add.onlyText')}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
