import type { ActPreview, Refusal } from '../../../../shared/console/operating.ts';
import type { TariffShown, TariffVersion } from '../../../../shared/console/prices.ts';
import type { ConsoleForm, ConsolePage, ConsoleRequest, Shown } from '../../core/consolePage.ts';
import { Form } from '../../core/Form.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { PricePreview } from '../../parts/PricePreview.tsx';
import { changePricePath, pricePath } from '../../parts/pricePaths.ts';
import { Refused } from '../../parts/Refused.tsx';
import { Steps } from '../../parts/Steps.tsx';
import { WeekPictures } from '../../parts/WeekPictures.tsx';
import { ChangePriceFields } from './ChangePriceFields.tsx';
import { PriceConflict } from './PriceConflict.tsx';
import { addedCount, MAX_ADDED, readPriceChange, type Values } from './priceForm.ts';
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
  if (values.step === 'add')
    return view({
      ...edited,
      values: { ...values, added: String(Math.min(addedCount(values) + 1, MAX_ADDED)) },
      step: 'edit',
      preview: null,
    });
  if (values.step === 'edit') return view({ ...edited, values, step: 'edit', preview: null });
  const act = readPriceChange(edited.tariff.id, values, edited.version.rows);
  if (values.step !== 'save') {
    const preview = await operating.preview(act);
    if (preview.kind === 'changed') return conflict(edited, values, preview);
    return view({ ...edited, values, step: preview.kind === 'possible' ? 'check' : 'edit', preview });
  }
  const acted = await operating.act({ ...act, seen: 0, form });
  if (acted.kind === 'changed') return conflict(edited, values, acted);
  if (acted.kind !== 'done') return view({ ...edited, values, step: 'edit', preview: acted, status: 409 });
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
}

const view = ({ status, ...props }: ViewProps & { status?: number }): Shown => ({
  title: 'acts.name.change-price',
  status: status ?? (props.preview && props.preview.kind !== 'possible' ? 422 : 200),
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
      {preview && preview.kind !== 'possible' && <Refused refusal={preview} />}
      {step === 'check' && preview?.kind === 'possible' ? <Check {...props} preview={preview} /> : <Edit {...props} />}
    </>
  );
}

const hiddenOf = ({ tariff, version, values }: Omit<ViewProps, 'preview'>) => ({
  revision: values.revision ?? tariff.revision,
  base: values.base ?? version.version,
  announced: version === tariff ? '' : (version.from ?? ''),
  added: addedCount(values),
});

function Edit(props: ViewProps) {
  const { t } = useWords();
  const { tariff, version } = props;
  return (
    <Form action={changePricePath(tariff.id)} hidden={hiddenOf(props)} className="cols">
      <div>
        <Block name={t('prices.now')}>
          <WeekPictures table={version.table} />
        </Block>
        <ChangePriceFields {...props} part="prices" />
      </div>
      <div>
        <ChangePriceFields {...props} part="start" />
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
