import type { Foreseen, StationAct } from '../../../../shared/operating.ts';
import type { ConsoleAsk, ConsolePage, Shown } from '../../consolePage.ts';
import { Crumb } from '../../parts/Crumb.tsx';
import { Problem, Refused } from '../../parts/Refused.tsx';
import { useWords } from '../../words.ts';
import { Access, ToldBefore } from './Access.tsx';
import { Confirm } from './Confirm.tsx';
import { STATIONS_PATH } from './looks.ts';

type Values = Readonly<Record<string, string>>;
type AddStation = Extract<StationAct, { does: 'add-station' }>;

const VERSIONS = ['2.1', '2.0.1', '1.6'] as const;
/** Until somebody has typed one, it is looked at what would be with this. */
const NOT_YET = '-';

const readAsk = ({ identity = '', version = '', reason = '' }: Values): AddStation => ({
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
    const ask = readAsk(values);
    const acted = await operating.act({ ...ask, seen: 0, form });
    if (acted.kind !== 'done') return show(sent, values, acted);
    const { access } = acted;
    return {
      title: 'stations.add.title',
      content: access ? <Access access={access} /> : <ToldBefore identity={ask.identity} />,
    };
  },
};

async function show({ operating }: ConsoleAsk, values: Values, refused: Foreseen | null): Promise<Shown> {
  const foreseen = await operating.foresee({
    ...readAsk(values),
    identity: refused ? NOT_YET : values.identity?.trim() || NOT_YET,
  });
  return {
    title: 'stations.add.title',
    status: refused ? 409 : 200,
    content: <AddStationView values={values} foreseen={foreseen} refused={refused} />,
  };
}

interface AddStationViewProps {
  values: Values;
  foreseen: Foreseen;
  refused: Foreseen | null;
}

function AddStationView({ values, foreseen, refused }: AddStationViewProps) {
  const { say } = useWords();
  return (
    <>
      <Crumb to={STATIONS_PATH}>{say('stations.title')}</Crumb>
      <div className="focus">
        <p className="steps">
          <b>{say('stations.add.step1')}</b>
          <span>{say('stations.add.step2')}</span>
          <span>{say('stations.add.step3')}</span>
        </p>
        <h1>{say('stations.add.title')}</h1>
        <Why refusal={refused} />
        {foreseen.kind === 'possible' ? (
          <Confirm foreseen={foreseen} reason={values.reason ?? ''} back={STATIONS_PATH}>
            <Identity value={values.identity ?? ''} />
            <Version value={values.version ?? ''} />
          </Confirm>
        ) : (
          !refused && <Refused refusal={foreseen} />
        )}
      </div>
    </>
  );
}

/** What is wrong with what was typed, in the reader's language. */
export function Why({ refusal }: { refusal: Foreseen | null }) {
  const { text } = useWords();
  if (!refusal || refusal.kind === 'possible') return null;
  return refusal.kind === 'not-now' && refusal.text ? <Problem text={text(refusal.text)} /> : <Refused refusal={refusal} />;
}

function Identity({ value }: { value: string }) {
  const { say } = useWords();
  return (
    <div className="field">
      <label htmlFor="identity">{say('stations.add.identity')}</label>
      <p className="hint" id="identity-hint">
        {say('stations.add.identityHint')}
      </p>
      <input
        className="input input--mid"
        id="identity"
        name="identity"
        defaultValue={value}
        maxLength={48}
        required
        autoComplete="off"
        aria-describedby="identity-hint"
      />
    </div>
  );
}

function Version({ value }: { value: string }) {
  const { say } = useWords();
  const chosen = VERSIONS.find(version => version === value) ?? '';
  return (
    <fieldset>
      <legend className="label">{say('stations.add.version')}</legend>
      <div className="choices">
        {(['', ...VERSIONS] as const).map(version => (
          <label key={version} className="choice">
            <input type="radio" name="version" value={version} defaultChecked={version === chosen} />
            <span className="choice__text">
              <span className="choice__name">
                {version === '' ? say('stations.add.anyVersion') : say('stations.add.only', { version })}
              </span>
              <span className="choice__meta">
                {say(version === '' ? 'stations.add.anyVersionText' : 'stations.add.onlyText')}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
