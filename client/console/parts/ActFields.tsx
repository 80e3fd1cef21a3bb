import type { ActName } from '../../../shared/console/acts.ts';
import { decimalText, type Money, stepMinor } from '../../../shared/model/money.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import { useWords } from '../core/translations.ts';
import { AffixField } from './AffixField.tsx';
import { isAllAndPart } from './actForms.ts';
import { Field } from './Field.tsx';
import { describedBy, type Faults, FieldFault } from './FieldFault.tsx';

interface ActFieldsProps {
  does: ActName;
  values: Readonly<Record<string, string>>;
  /** Maximum amount of the action. Null: unknown. */
  limit: Money | null;
  faults: Faults;
}

/** The fields of an action, except the reason. */
export function ActFields({ does, ...props }: ActFieldsProps) {
  if (does === 'refund') return <HowMuch {...props} />;
  return does === 'bill' ? <Energy {...props} /> : null;
}

function HowMuch({ values, limit, faults }: Omit<ActFieldsProps, 'does'>) {
  const { t, money } = useWords();
  const { locale } = useConsole();
  const isBoth = isAllAndPart(values);
  const isPart = values.how === 'part' || (values.how !== 'all' && Boolean(values.part));
  return (
    <fieldset>
      <legend className="label">{t('acts.refund.howMuch')}</legend>
      <div className="choices">
        <label className="choice">
          <input type="radio" name="how" value="all" defaultChecked={values.how === 'all' && !isBoth} />
          <span className="choice__text">
            <span className="choice__name">{t('acts.refund.all')}</span>
            <span className="choice__meta">{t('acts.refund.allText')}</span>
          </span>
          {limit && <b className="num">{money(limit.amountMinor, limit.currency)}</b>}
        </label>
        <label className="choice">
          <input type="radio" name="how" value="part" defaultChecked={isPart} />
          <span className="choice__text">
            <span className="choice__name">{t('acts.refund.part')}</span>
            <span className="choice__meta">{t('acts.refund.partText')}</span>
          </span>
          <span className="affix">
            <input
              className="input input--short"
              id="part"
              name="part"
              inputMode="decimal"
              autoComplete="off"
              aria-label={t('acts.refund.partLabel')}
              // If the input is not empty, CSS shows the option "part" as selected. It detects this because the placeholder is
              // then hidden.
              placeholder={decimalText(0, limit && stepMinor(limit.currency) > 1 ? 0 : 2, locale === 'de' ? ',' : '.')}
              defaultValue={values.part}
              {...describedBy('part', { fault: faults.part })}
            />
            {limit?.currency}
          </span>
        </label>
      </div>
      <FieldFault id="part" fault={faults.part} />
    </fieldset>
  );
}

function Energy({ values, faults }: Omit<ActFieldsProps, 'does'>) {
  const { t } = useWords();
  return (
    <AffixField
      name="energy"
      label={t('acts.bill.energy')}
      hint="acts.bill.energyHint"
      value={values.energy}
      unit="kWh"
      fault={faults.energy}
    />
  );
}

/** The field for the reason of an action. The audit stores the reason. */
export function ReasonField({ value, isShort = false, fault }: { value: string; isShort?: boolean; fault?: string | undefined }) {
  const hint = isShort ? {} : ({ hint: 'acts.reasonHint' } as const);
  return <Field name="reason" label="acts.reason" value={value} limit={300} fault={fault} {...hint} />;
}
