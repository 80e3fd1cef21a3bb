import { Icon } from '../core/Icon.tsx';
import { type TextKey, useWords } from '../core/translations.ts';

interface ShownOnceProps {
  name: TextKey;
  /** Labels and values, such as an address and a password. */
  values: readonly (readonly [label: TextKey, value: string])[];
  /** Says that the values are shown only now. */
  warning: TextKey;
}

/** Secrets that only this response contains. */
export function ShownOnce({ name, values, warning }: ShownOnceProps) {
  const { t } = useWords();
  return (
    <>
      <section className="will gap" aria-label={t(name)}>
        <dl className="rows">
          {values.map(([label, value]) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd className="mono breaks select-all">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="small muted">{t('stations.access.select')}</p>
      </section>
      <OnceWarning text={warning} />
    </>
  );
}

/** Says that secrets are shown only now. */
export function OnceWarning({ text }: { text: TextKey }) {
  const { t } = useWords();
  return (
    <div className="note note--warning gap" role="alert">
      <Icon name="triangle-alert" />
      <p>{t(text)}</p>
    </div>
  );
}
