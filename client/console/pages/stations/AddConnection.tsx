import type { Foreseen, StationAct } from '../../../../shared/operating.ts';
import type { ConsoleAsk, ConsolePage, Shown } from '../../consolePage.ts';
import { Crumb } from '../../parts/Crumb.tsx';
import { Refused } from '../../parts/Refused.tsx';
import { type TextKey, useWords } from '../../words.ts';
import { Why } from './AddStation.tsx';
import { Confirm } from './Confirm.tsx';
import { connectionPath, STATIONS_PATH } from './looks.ts';

type Values = Readonly<Record<string, string>>;
type Connect = Extract<StationAct, { does: 'add-connection' }>;

const readAsk = ({ name = '', url = '', token = '', reason = '' }: Values): Connect => ({
  does: 'add-connection',
  name: name.trim(),
  versionsUrl: url.trim(),
  token: token.trim(),
  reason: reason.trim(),
});

/** Until somebody has typed anything, it is looked at what would be with this. */
const NOT_YET = { name: '-', versionsUrl: 'https://-', token: '-' } as const;

/** Connects us with a charge point operator by OCPI. What was typed stays where it does not work. */
export const addConnectionPage: ConsolePage = {
  path: '/stations/connect',
  tab: 'stations',
  show: ask => show(ask, ask.query, null),
  async post(sent) {
    const { operating, values, form } = sent;
    const ask = readAsk(values);
    const acted = await operating.act({ ...ask, seen: 0, form });
    return acted.kind === 'done' ? { go: `${connectionPath(ask.name)}?done=connected` } : show(sent, values, acted);
  },
};

async function show({ operating }: ConsoleAsk, values: Values, refused: Foreseen | null): Promise<Shown> {
  const foreseen = await operating.foresee({ ...readAsk(values), ...NOT_YET });
  return {
    title: 'stations.connect.title',
    status: refused ? 409 : 200,
    content: <AddConnectionView values={values} foreseen={foreseen} refused={refused} />,
  };
}

interface AddConnectionViewProps {
  values: Values;
  foreseen: Foreseen;
  refused: Foreseen | null;
}

function AddConnectionView({ values, foreseen, refused }: AddConnectionViewProps) {
  const { say } = useWords();
  return (
    <>
      <Crumb to={STATIONS_PATH}>{say('stations.title')}</Crumb>
      <div className="focus">
        <h1>{say('stations.connect.title')}</h1>
        <Why refusal={refused} />
        {foreseen.kind === 'possible' ? (
          <Confirm foreseen={foreseen} reason={values.reason ?? ''} back={STATIONS_PATH}>
            {FIELDS.map(field => (
              <Field key={field.name} {...field} value={values[field.name] ?? ''} />
            ))}
          </Confirm>
        ) : (
          !refused && <Refused refusal={foreseen} />
        )}
      </div>
    </>
  );
}

interface FieldProps {
  name: string;
  type: 'text' | 'url' | 'password';
  label: TextKey;
  hint?: TextKey;
  most: number;
}

const FIELDS: readonly FieldProps[] = [
  { name: 'name', type: 'text', label: 'stations.connect.name', hint: 'stations.connect.nameHint', most: 30 },
  { name: 'url', type: 'url', label: 'stations.connect.url', most: 500 },
  { name: 'token', type: 'password', label: 'stations.connect.token', hint: 'stations.connect.tokenHint', most: 64 },
];

function Field({ name, type, label, hint, most, value }: FieldProps & { value: string }) {
  const { say } = useWords();
  return (
    <div className="field">
      <label htmlFor={name}>{say(label)}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {say(hint)}
        </p>
      )}
      <input
        className="input"
        id={name}
        name={name}
        type={type}
        defaultValue={value}
        maxLength={most}
        required
        placeholder={type === 'url' ? 'https://…/ocpi/versions' : undefined}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        aria-describedby={hint && `${name}-hint`}
      />
    </div>
  );
}
