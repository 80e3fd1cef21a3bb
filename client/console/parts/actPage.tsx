import type { ReactNode } from 'react';
import type { Act } from '../../../shared/console/acts.ts';
import type { Brands } from '../../../shared/console/brands.ts';
import type { Acted, ActPreview, Operating, Refusal } from '../../../shared/console/operating.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../core/consolePage.ts';
import { Form } from '../core/Form.tsx';
import { type TextKey, useWords } from '../core/translations.ts';
import { Crumb } from './Crumb.tsx';
import { Decide } from './Decide.tsx';
import { FaultSummary } from './FieldFault.tsx';
import { type FieldFaults, FieldFaultsContext, faultsOf } from './fieldFaults.tsx';
import { Why } from './Refused.tsx';
import { Will } from './Will.tsx';

type Values = Readonly<Record<string, string>>;
/** Id and name of each brand, for a choice. */
export type BrandNames = Brands['brands'];
type CompletedAct = Extract<Acted, { kind: 'done' }>;

/** The parts that differ between the pages of actions. `L`: what the page loads about the object of the action. */
interface ActForm<A extends Act, L> extends Pick<ConsolePage, 'path' | 'tab' | 'typed'> {
  title: TextKey;
  /** Returns the heading, with values of the action. Undefined: the heading is `title`. */
  heading?(act: A): readonly [TextKey, Record<string, string>?];
  lead?: TextKey;
  /** Content below the heading: the steps of which this form is one. */
  steps?: ReactNode;
  /** Loads the object of the action. */
  load?(act: A, operating: Operating): Promise<L>;
  /** Content below the heading: the object of the action. Null: nothing was loaded. */
  about?(loaded: L | null): ReactNode;
  /** Fields that need a value, each with the text that says so. */
  required?: Readonly<Record<string, TextKey>>;
  /** False: the action needs no reason, so the form has no field for one. */
  hasReason?: false;
  /** Link to the parent page. */
  back(act: A): { to: string; name?: string; text?: TextKey };
  read(params: Values, values: Values): A;
  /**
   * Returns the action to preview. A form with fields needs this function, because values may still be missing. Undefined: the
   * parsed action is previewed.
   */
  preview?(act: A, isRefused: boolean, loaded: L | null): A;
  fields?(values: Values, brands: BrandNames, loaded: L | null): ReactNode;
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
export function actPage<A extends Act, L = never>(form: ActForm<A, L>): ConsolePage {
  const { required = {} } = form;
  async function show(
    { operating, params }: ConsoleRequest,
    values: Values,
    refused: Refusal | null,
    missing: FieldFaults = {},
  ): Promise<Shown> {
    const act = form.read(params, values);
    const faults = refused ? faultsOf(refused) : missing;
    const isFaulty = Object.keys(faults).length > 0;
    const loaded = (await form.load?.(act, operating)) ?? null;
    const preview = form.preview
      ? await operating.preview(form.preview(act, refused !== null, loaded))
      : (refused ?? (await operating.preview(act)));
    const brands = form.needsBrands ? (await operating.getBrands({})).brands : [];
    const view = { form, act, values, brands, preview, loaded, faults, refused: isFaulty ? null : refused };
    const status = refused ? 409 : 200;
    return { title: form.title, status: isFaulty ? 422 : status, content: <ActView {...view} /> };
  }
  return {
    ...{ path: form.path, tab: form.tab },
    ...(form.typed ? { typed: form.typed } : {}),
    show: request => show(request, { ...request.query, reason: '' }, null),
    async post(sent) {
      const act = form.read(sent.params, sent.values);
      const missing = Object.entries(required).filter(([name]) => !sent.values[name]?.trim());
      if (missing.length > 0)
        return show(sent, sent.values, null, Object.fromEntries(missing.map(([name, key]) => [name, { key }])));
      const acted = await sent.operating.act({ ...act, seen: 0, form: sent.form });
      return acted.kind === 'done' ? form.done(acted, act) : show(sent, sent.values, acted);
    },
  };
}

interface ActViewProps<A extends Act, L> {
  form: ActForm<A, L>;
  act: A;
  values: Values;
  brands: BrandNames;
  preview: ActPreview;
  loaded: L | null;
  faults: FieldFaults;
  /** A refusal that no single field causes. */
  refused: Refusal | null;
}

function ActView<A extends Act, L>({ form, act, values, brands, preview, loaded, faults, refused }: ActViewProps<A, L>) {
  const { t, text: textOf } = useWords();
  const { to, name, text } = form.back(act);
  const [heading, words] = form.heading?.(act) ?? [form.title];
  const texts = Object.fromEntries(Object.entries(faults).map(([id, fault]) => [id, textOf(fault)]));
  const hidden = Object.fromEntries((form.hidden ?? []).flatMap(key => (values[key] ? [[key, values[key]]] : [])));
  return (
    <>
      <Crumb to={to}>{text ? t(text) : name}</Crumb>
      <div className="focus">
        <h1>{t(heading, words)}</h1>
        {form.steps}
        <FaultSummary faults={texts} />
        {form.about?.(loaded)}
        {form.lead && <p className="gap">{t(form.lead)}</p>}
        <Why refusal={refused ?? preview} />
        {preview.kind === 'possible' && (
          <FieldFaultsContext value={faults}>
            <Confirm preview={preview} hidden={hidden} reason={values.reason ?? ''} back={to} hasReason={form.hasReason ?? true}>
              {form.fields?.(values, brands, loaded)}
            </Confirm>
          </FieldFaultsContext>
        )}
      </div>
    </>
  );
}

interface ConfirmProps {
  preview: Extract<ActPreview, { kind: 'possible' }>;
  hidden?: Values;
  reason: string;
  back: string;
  hasReason: boolean;
  /** Fields of the form, shown above the preview. */
  children?: ReactNode;
}

/** The form of an action: fields, preview, and the button that performs the action. */
function Confirm({ preview, hidden = {}, reason, back, hasReason, children }: ConfirmProps) {
  const { t } = useWords();
  return (
    <>
      <Form hidden={{ ...hidden, seen: preview.seen }} className="fields gap">
        {children}
        <Will consequence={preview} />
        <Decide button={preview.button} reason={reason} back={back} hasReason={hasReason} />
      </Form>
      <p className="small muted gap">{t('acts.once')}</p>
    </>
  );
}
