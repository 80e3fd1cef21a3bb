import type { ActPreview, Refusal } from '../../../../shared/console/operating.ts';
import type { TariffShown, TariffVersion } from '../../../../shared/console/prices.ts';
import type { ConsoleForm, ConsolePage, ConsoleRequest, Shown } from '../../core/consolePage.ts';
import { Form } from '../../core/Form.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { FaultSummary, type Faults } from '../../parts/FieldFault.tsx';
import { PricePreview, PriceRemarks } from '../../parts/PricePreview.tsx';
import { changePricePath, pricePath } from '../../parts/pricePaths.ts';
import { Why } from '../../parts/Refused.tsx';
import { Steps } from '../../parts/Steps.tsx';
import { WeekPictures } from '../../parts/WeekPictures.tsx';
import { ChangePriceFields } from './ChangePriceFields.tsx';
import { PriceConflict } from './PriceConflict.tsx';
import { addedCount, findFaults, isStartRefusal, MAX_ADDED, readablePart, readPriceChange, type Values } from './priceForm.ts';
import { timedRows } from './rowTimes.ts';
import { useRowLabel } from './rowWords.ts';
import { SoldAt } from './Tariff.tsx';

/**
 * Changes prices of a tariff in two steps: prices, start and reason, then what the change does, with the button that performs the
 * change. Nothing changes before that button.
 */
export const changePricePage: ConsolePage = {
  path: '/prices/:tariff/change',
  tab: 'prices',
  show: request => show(request, {}),
  post,
};

type Step = 'edit' | 'check';

/** The tariff, and the version whose prices are edited: the current one, or an announced one. */
interface Edited {
  tariff: TariffShown;
  version: TariffVersion;
}

async function findEdited({ operating, params }: ConsoleRequest, from: string | undefined): Promise<Edited | null> {
  const { shown: tariff } = await operating.getPrices({ tariff: params.tariff ?? '' });
  if (!tariff?.isEditable) return null;
  return { tariff, version: tariff.announced.find(each => each.from === from) ?? tariff };
}

async function show(request: ConsoleRequest, values: Values): Promise<Shown> {
  const edited = await findEdited(request, request.query.from);
  return edited && view({ ...edited, values, step: 'edit', preview: null });
}

async function post(sent: ConsoleForm): Promise<Shown> {
  const { operating, values, form } = sent;
  const edited = await findEdited(sent, values.announced);
  if (!edited) return null;
  const edit = { ...edited, values, step: 'edit', preview: null } as const;
  if (values.step === 'add')
    return view({ ...edit, values: { ...values, added: String(Math.min(addedCount(values) + 1, MAX_ADDED)) } });
  if (values.step === 'edit') return view(edit);
  const { rows } = edited.version;
  const act = readPriceChange(edited.tariff.id, values, rows);
  const faults = findFaults(values, rows);
  const isFaulty = Object.keys(faults).length > 0;
  if (values.step !== 'save' || isFaulty) {
    const preview = await operating.preview(isFaulty ? readablePart(act) : act);
    if (preview.kind === 'changed') return conflict(edited, values, preview);
    // Other refusals, such as that nothing changes, do not count while some input is left out.
    const counts = !isFaulty || (preview.kind === 'not-now' && preview.text && isStartRefusal(preview.text));
    const step = preview.kind === 'possible' && !isFaulty ? 'check' : 'edit';
    return view({ ...edit, faults, step, preview: counts ? preview : null });
  }
  const acted = await operating.act({ ...act, seen: 0, form });
  if (acted.kind === 'changed') return conflict(edited, values, acted);
  if (acted.kind !== 'done') return view({ ...edit, preview: acted, status: 409 });
  const isRequested = act.needsSecond || edited.tariff.needsSecond;
  return { go: `${pricePath(edited.tariff.id)}?done=${isRequested ? 'request' : 'change'}` };
}

const conflict = (edited: Edited, values: Values, refusal: Extract<Refusal, { kind: 'changed' }>): Shown => ({
  title: 'acts.conflict.title',
  status: 409,
  content: <PriceConflict {...edited} values={values} refusal={refusal} />,
});

interface ViewProps extends Edited {
  values: Values;
  step: Step;
  preview: ActPreview | null;
  /** What is wrong with the typed values. */
  faults?: ReturnType<typeof findFaults>;
}

const view = ({ status, ...props }: ViewProps & { status?: number }): Shown => ({
  title: 'acts.name.change-price',
  status: status ?? (props.step === 'edit' && (props.preview || Object.keys(props.faults ?? {}).length > 0) ? 422 : 200),
  content: <ChangePriceView {...props} />,
});

function ChangePriceView(props: ViewProps) {
  const { t } = useWords();
  const { tariff, step, preview } = props;
  return (
    <>
      <Crumb to={pricePath(tariff.id)}>{tariff.id}</Crumb>
      <div className="page-head">
        <div>
          <h1>{t('prices.change.title', { tariff: tariff.id })}</h1>
          <SoldAt tariff={tariff} />
        </div>
        <Steps names={['prices.step.edit', 'prices.step.check']} current={step === 'edit' ? 0 : 1} />
      </div>
      {step === 'check' && preview?.kind === 'possible' ? <Check {...props} preview={preview} /> : <Edit {...props} />}
    </>
  );
}

/** Returns the text of each fault. A refusal of the start of the new prices is a fault of the date. */
function useFaultTexts({ faults = {}, preview }: ViewProps): { texts: Faults; refusal: ActPreview | null } {
  const { t, text } = useWords();
  const texts = Object.fromEntries(Object.entries(faults).map(([id, key]) => [id, t(key)]));
  const isStart = preview?.kind === 'not-now' && preview.text && isStartRefusal(preview.text);
  if (!isStart || !preview.text) return { texts, refusal: preview };
  return { texts: { ...texts, ...(!texts.date && { date: text(preview.text) }) }, refusal: null };
}

/** Returns a function that writes the label of a field, by the id of the field. */
function useFieldNames({ tariff, version }: ViewProps) {
  const { t } = useWords();
  const labelOf = useRowLabel(tariff.table.currency);
  const rows = new Map(timedRows(version.rows).map(each => [`price${each.row.row}`, labelOf(each)]));
  const names: Readonly<Record<string, string>> = {
    ...{ date: t('prices.from'), time: t('prices.change.time'), reason: t('acts.reason') },
  };
  return (id: string): string => {
    const row = rows.get(id);
    if (row) return [row.name, row.detail].filter(Boolean).join(', ');
    return names[id] ?? t('prices.change.added', { number: Number(id.at(-1)) + 1 });
  };
}

const hiddenOf = ({ tariff, version, values }: Omit<ViewProps, 'preview'>) => ({
  revision: values.revision ?? tariff.revision,
  base: values.base ?? version.version,
  announced: version === tariff ? '' : (version.from ?? ''),
  added: addedCount(values),
});

function Edit(props: ViewProps) {
  const { t } = useWords();
  const { tariff, version, values } = props;
  const { texts, refusal } = useFaultTexts(props);
  const nameOf = useFieldNames(props);
  const fields = { tariff, version, values, faults: texts };
  return (
    <Form action={changePricePath(tariff.id)} hidden={hiddenOf(props)} className="cols" isChecked>
      {/* Enter in a field presses the first button of a form, which must not be the one that adds a row. */}
      <button type="submit" name="step" value="check" className="vh" tabIndex={-1} aria-hidden="true">
        {t('prices.change.check')}
      </button>
      <div>
        {refusal && <Why refusal={refusal} />}
        <FaultSummary faults={texts} nameOf={nameOf} />
        <Block name={t('prices.now')}>
          <WeekPictures table={version.table} />
        </Block>
        <ChangePriceFields {...fields} part="prices" />
      </div>
      <div>
        <ChangePriceFields {...fields} part="start" />
      </div>
    </Form>
  );
}

/** What the change does. The fields are hidden, so that exactly what was checked is performed. */
function Check({ preview, ...props }: ViewProps & { preview: Extract<ActPreview, { kind: 'possible' }> }) {
  const { t, text } = useWords();
  const { tariff, values } = props;
  const { step: _, form: __, ...typed } = values;
  const { price, steps, button } = preview;
  return (
    <div className="cols">
      <div>{price && <PricePreview preview={price} />}</div>
      <Block name={t('prices.change.when')}>
        <ul className="stack-sm">
          {steps.map(({ text: what }) => (
            <li key={what.key}>{text(what)}</li>
          ))}
        </ul>
        <dl className="rows gap">
          <div>
            <dt>{t('acts.reason')}</dt>
            <dd>{values.reason}</dd>
          </div>
        </dl>
        {price && <PriceRemarks remarks={price.remarks} />}
        <Form action={changePricePath(tariff.id)} hidden={{ ...typed, ...hiddenOf(props) }} className="gap">
          <div className="acts acts--wide">
            <button type="submit" name="step" value="save" className="btn btn--danger">
              {text(button)}
            </button>
            <button type="submit" name="step" value="edit" className="btn btn--quiet">
              {t('prices.change.again')}
            </button>
          </div>
        </Form>
        <p className="small muted gap">{t('acts.once')}</p>
      </Block>
    </div>
  );
}
