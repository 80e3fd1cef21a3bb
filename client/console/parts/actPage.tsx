import type { ReactNode } from 'react';
import type { Act } from '../../../shared/console/acts.ts';
import type { Brands } from '../../../shared/console/brands.ts';
import type { Acted, ActPreview, Refusal } from '../../../shared/console/operating.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../core/consolePage.ts';
import { Form } from '../core/Form.tsx';
import { type TextKey, useWords } from '../core/translations.ts';
import { Crumb } from './Crumb.tsx';
import { Decide } from './Decide.tsx';
import { FaultSummary } from './FieldFault.tsx';
import { Why } from './Refused.tsx';
import { Will } from './Will.tsx';

type Values = Readonly<Record<string, string>>;
/** Id and name of each brand, for a choice. */
export type BrandNames = Brands['brands'];
type CompletedAct = Extract<Acted, { kind: 'done' }>;

/** The parts that differ between the pages of actions. */
interface ActForm<A extends Act> extends Pick<ConsolePage, 'path' | 'tab' | 'typed'> {
  title: TextKey;
  /** Returns the heading, with values of the action. Undefined: the heading is `title`. */
  heading?(act: A): readonly [TextKey, Record<string, string>?];
  lead?: TextKey;
  /** Content between the link to the parent page and the heading. */
  steps?: ReactNode;
  /** Link to the parent page. */
  back(act: A): { to: string; name?: string; text?: TextKey };
  read(params: Values, values: Values): A;
  /**
   * Returns the action to preview. A form with fields needs this function, because values may still be missing. Undefined: the
   * parsed action is previewed.
   */
  preview?(act: A, isRefused: boolean): A;
  fields?(values: Values, brands: BrandNames): ReactNode;
  /** True: `fields` gets all brands. Otherwise an empty list. */
  needsBrands?: boolean;
  /** Names of values from the query that are sent as hidden fields. */
  hidden?: readonly string[];
  done(done: CompletedAct, act: A): Shown;
}

/**
 * Creates the page of an action, with fields, preview and button. If the action is refused, the page shows the typed values
 * again.
 */
export function actPage<A extends Act>(form: ActForm<A>): ConsolePage {
  async function show({ operating, params }: ConsoleRequest, values: Values, refused: Refusal | null): Promise<Shown> {
    const act = form.read(params, values);
    const preview = form.preview
      ? await operating.preview(form.preview(act, refused !== null))
      : (refused ?? (await operating.preview(act)));
    const brands = form.needsBrands ? (await operating.getBrands({})).brands : [];
    const content = <ActView form={form} act={act} values={values} brands={brands} preview={preview} refused={refused} />;
    return { title: form.title, status: refused ? statusOf(refused) : 200, content };
  }
  return {
    ...{ path: form.path, tab: form.tab },
    ...(form.typed ? { typed: form.typed } : {}),
    show: request => show(request, { ...request.query, reason: '' }, null),
    async post(sent) {
      const act = form.read(sent.params, sent.values);
      const acted = await sent.operating.act({ ...act, seen: 0, form: sent.form });
      return acted.kind === 'done' ? form.done(acted, act) : show(sent, sent.values, acted);
    },
  };
}

interface ActViewProps<A extends Act> {
  form: ActForm<A>;
  act: A;
  values: Values;
  brands: BrandNames;
  preview: ActPreview;
  refused: Refusal | null;
}

function ActView<A extends Act>({ form, act, values, brands, preview, refused }: ActViewProps<A>) {
  const { t } = useWords();
  const { to, name, text } = form.back(act);
  const [heading, words] = form.heading?.(act) ?? [form.title];
  const reasonFault = refused && isReasonMissing(refused) ? t('acts.fault.reason') : undefined;
  const hidden = Object.fromEntries((form.hidden ?? []).flatMap(key => (values[key] ? [[key, values[key]]] : [])));
  return (
    <>
      <Crumb to={to}>{text ? t(text) : name}</Crumb>
      <div className="focus">
        {form.steps}
        <h1>{t(heading, words)}</h1>
        {form.lead && <p className="gap">{t(form.lead)}</p>}
        {reasonFault ? (
          <FaultSummary faults={{ reason: reasonFault }} nameOf={() => t('acts.reason')} />
        ) : (
          <Why refusal={refused ?? preview} />
        )}
        {preview.kind === 'possible' && (
          <Confirm preview={preview} hidden={hidden} reason={values.reason ?? ''} fault={reasonFault} back={to}>
            {form.fields?.(values, brands)}
          </Confirm>
        )}
      </div>
    </>
  );
}

/** Refusals of an action because its reason is missing, which is shown at the field. */
const isReasonMissing = (refusal: Refusal): boolean => refusal.kind === 'not-now' && /\.noReason$/.test(refusal.text?.key ?? '');

const statusOf = (refusal: Refusal): number => (isReasonMissing(refusal) ? 422 : 409);

interface ConfirmProps {
  preview: Extract<ActPreview, { kind: 'possible' }>;
  hidden?: Values;
  reason: string;
  fault: string | undefined;
  back: string;
  /** Fields of the form, shown above the preview. */
  children?: ReactNode;
}

/** The form of an action: fields, preview, and the button that performs the action. */
function Confirm({ preview, hidden = {}, reason, fault, back, children }: ConfirmProps) {
  const { t } = useWords();
  return (
    <>
      <Form hidden={{ ...hidden, seen: preview.seen }} className="fields gap">
        {children}
        <Will consequence={preview} />
        <Decide button={preview.button} reason={reason} back={back} fault={fault} />
      </Form>
      <p className="small muted gap">{t('acts.once')}</p>
    </>
  );
}
