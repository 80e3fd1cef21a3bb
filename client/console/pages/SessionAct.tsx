import type { ActName } from '../../../shared/console/acts.ts';
import { type Acted, type ActPreview, needsReadMeter, type Refusal } from '../../../shared/console/operating.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import type { ConsoleForm, ConsolePage, Shown } from '../core/consolePage.ts';
import { Form } from '../core/Form.tsx';
import { type TextKey, useWords } from '../core/translations.ts';
import { ActFields, ReasonField } from '../parts/ActFields.tsx';
import { type ActFaults, findFaults, refusedAmount } from '../parts/actFaults.ts';
import { type ActForm, actForm, readNumber } from '../parts/actForms.ts';
import { Crumb } from '../parts/Crumb.tsx';
import { Decide } from '../parts/Decide.tsx';
import { FaultSummary, type Faults } from '../parts/FieldFault.tsx';
import { Refused } from '../parts/Refused.tsx';
import { Steps } from '../parts/Steps.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { Will } from '../parts/Will.tsx';
import { Conflict } from './Conflict.tsx';

type Values = Readonly<Record<string, string>>;

/** Hidden field of the first of two forms. The first form shows the preview, the second one performs the action. */
const PREVIEW_STEP = { step: 'look' } as const;

/**
 * The page of one staff action on a session: fields, preview and button. Typed values are sent only by POST, because addresses
 * end up in logs and browser histories.
 */
export const sessionActPage: ConsolePage = {
  path: '/sessions/:number/:does',
  tab: 'sessions',
  async show({ operating, params }) {
    const form = actForm(params.does);
    if (!form) return null;
    const number = readNumber(params);
    const action = form.read(number, { how: 'all' });
    const preview: ActPreview | null = action && (await operating.preview(action));
    return shown({ does: params.does as ActName, number, values: {}, preview, isFirst: form.confirmsFirst, faults: {} });
  },
  async post(sent) {
    const { operating, params, values, form: token } = sent;
    const form = actForm(params.does);
    if (!form) return null;
    const number = readNumber(params);
    const does = params.does as ActName;
    const read = form.read(number, values);
    const seen = Number(values.seen);
    const faults = findFaults(form, { does, read, values });
    const isPreviewStep = form.confirmsFirst && values.step === PREVIEW_STEP.step;
    if (isPreviewStep || !read || faults.reason || !Number.isSafeInteger(seen)) {
      const preview = read && (await operating.preview(read));
      const amountFault = preview && refusedAmount(does, preview);
      // If the typed amount is invalid, the full refund is previewed, so that the form can show the maximum.
      const possible = read && !amountFault ? preview : await previewAll(sent, form);
      const all = amountFault ? { part: amountFault, ...faults } : faults;
      const isFaulty = Object.keys(all).length > 0;
      const isFirst = !read || amountFault !== null || (isFaulty && isPreviewStep);
      return shown({ does, number, values, preview: possible, isFirst, faults: all });
    }
    const reason = values.reason?.trim() || 'asked for';
    return answered(sent, { number, acted: await operating.act({ ...read, reason, seen, form: token }) });
  },
};

async function previewAll({ operating, params }: ConsoleForm, form: ActForm): Promise<ActPreview | null> {
  const all = form.read(readNumber(params), { how: 'all' });
  return all && operating.preview(all);
}

function answered({ params, values }: ConsoleForm, { number, acted }: { number: number; acted: Acted }): Shown {
  const does = params.does as ActName;
  if (acted.kind === 'done') {
    if (!acted.contact) return { go: `/operator/sessions/${number}?done=${does}` };
    return {
      title: 'acts.name.see-contact',
      content: <ContactDetails number={number} name={acted.contact.name} email={acted.contact.email} />,
    };
  }
  if (acted.kind === 'changed')
    return {
      title: 'acts.conflict.title',
      status: 409,
      content: <Conflict number={number} does={does} refusal={acted} values={values} />,
    };
  return shown({ does, number, values, preview: acted, isFirst: false, faults: {}, status: 409 });
}

interface ViewProps {
  does: ActName;
  number: number;
  values: Values;
  preview: ActPreview | null;
  /** True: the first step with amount and reason. False: the second step with the preview. */
  isFirst: boolean;
  faults: ActFaults;
}

const shown = ({ status = 200, ...view }: ViewProps & { status?: number }): Shown => ({
  title: `acts.name.${view.does}`,
  status: Object.keys(view.faults).length > 0 ? 422 : status,
  content: <ActView {...view} />,
});

function ActView(view: ViewProps) {
  const { t, text, number } = useWords();
  const { does, preview, isFirst } = view;
  const faults = Object.fromEntries(Object.entries(view.faults).map(([id, fault]) => [id, text(fault)]));
  const { who } = useConsole();
  const session = `/operator/sessions/${view.number}`;
  const isOwn = does === 'decline-refund' && preview?.kind === 'possible' && preview.waiting?.by === who?.name;
  const needsSteps = actForm(does)?.confirmsFirst && (!preview || preview.kind === 'possible');
  const needsMeterValue = does === 'bill' && preview !== null && needsReadMeter(preview);
  return (
    <>
      <Crumb to={session}>
        {t('session.word')} {number(view.number)}
      </Crumb>
      <div className="focus">
        <h1>{t(isOwn ? 'acts.withdrawRequest' : `acts.name.${does}`)}</h1>
        {needsSteps && <Steps names={STEPS} current={isFirst ? 0 : 1} />}
        <FaultSummary faults={faults} nameOf={id => t(FIELD_NAMES[id] ?? 'acts.reason')} />
        {preview && preview.kind !== 'possible' && <NotNow refusal={preview} session={session} isOver={!needsMeterValue} />}
        {(!preview || needsMeterValue || (preview.kind === 'possible' && isFirst)) && (
          <First {...view} texts={faults} session={session} />
        )}
        {preview?.kind === 'possible' && !isFirst && <Confirm {...view} preview={preview} texts={faults} session={session} />}
      </div>
    </>
  );
}

function NotNow({ refusal, session, isOver }: { refusal: Refusal; session: string; isOver: boolean }) {
  const { t } = useWords();
  return (
    <>
      <Refused refusal={refusal} />
      {isOver && (
        <div className="acts gap">
          <a className="btn btn--primary" href={session}>
            {t('acts.back')}
          </a>
        </div>
      )}
    </>
  );
}

interface StepProps extends ViewProps {
  session: string;
  texts: Faults;
}

function First({ does, number, values, preview, session, texts }: StepProps) {
  const { t } = useWords();
  const maxAmount = preview?.kind === 'possible' ? (preview.before[0]?.amount ?? null) : null;
  return (
    <Form action={`/operator/sessions/${number}/${does}`} hidden={PREVIEW_STEP} className="fields gap">
      <ActFields does={does} values={values} limit={maxAmount} faults={texts} />
      <ReasonField value={values.reason ?? ''} fault={texts.reason} />
      <div className="acts acts--wide">
        <button type="submit" className="btn btn--primary">
          {t('acts.goOn')}
        </button>
        <a className="btn btn--quiet" href={session}>
          {t('acts.back')}
        </a>
      </div>
    </Form>
  );
}

const STEPS = ['acts.step.first', 'acts.step.second'] as const;
const FIELD_NAMES: Readonly<Record<string, TextKey>> = { part: 'acts.refund.howMuch', energy: 'acts.bill.energy' };

/** The preview, and below it the button that performs the action. */
function Confirm({
  does,
  number,
  values,
  preview,
  session,
  texts,
}: StepProps & { preview: Extract<ActPreview, { kind: 'possible' }> }) {
  const { t } = useWords();
  const isSecondStep = actForm(does)?.confirmsFirst ?? false;
  const hiddenValues = Object.fromEntries(
    ['how', 'part', 'energy'].flatMap(name => (values[name] ? [[name, values[name]]] : [])),
  );
  return (
    <>
      {preview.waiting && <Waiting waiting={preview.waiting} />}
      <Will consequence={preview} />
      <Form
        action={`/operator/sessions/${number}/${does}`}
        hidden={{ ...hiddenValues, seen: preview.seen }}
        className="fields gap"
      >
        <Decide button={preview.button} reason={values.reason ?? ''} back={session} isShort={isSecondStep} fault={texts.reason} />
      </Form>
      <p className="small muted gap">{t('acts.once')}</p>
    </>
  );
}

function ContactDetails({ number, name, email }: { number: number; name: string; email: string }) {
  const { t } = useWords();
  return (
    <div className="focus">
      <h1>{t('acts.name.see-contact')}</h1>
      <dl className="rows gap">
        <div>
          <dt>{t('session.order.name')}</dt>
          <dd>{name || '–'}</dd>
        </div>
        <div>
          <dt>{t('session.order.email')}</dt>
          <dd>{email || '–'}</dd>
        </div>
      </dl>
      <div className="acts gap">
        <a className="btn btn--primary" href={`/operator/sessions/${number}`}>
          {t('acts.back')}
        </a>
      </div>
    </div>
  );
}
