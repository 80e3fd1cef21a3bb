import { Icon } from '../core/Icon.tsx';
import { type TextKey, useWords } from '../core/translations.ts';
import { Field } from './Field.tsx';

interface FindFormProps {
  /** Path of the page that shows what is found. */
  path: string;
  label: TextKey;
  value: string;
  /** Maximum number of characters. */
  limit: number;
  button?: TextKey;
  /** True: on phones, the label stands inside the field. */
  isCompact?: boolean;
}

/** A form with one field that searches a list. */
export function FindForm({ path, button = 'stations.findButton', isCompact = false, ...field }: FindFormProps) {
  const { t } = useWords();
  return (
    <form className={isCompact ? 'find find--compact' : 'find gap'} method="get" action={path}>
      <Field name="find" {...field} {...(isCompact && { placeholder: t(field.label) })} />
      <button type="submit" className="btn btn--quiet">
        <Icon name="search" />
        {t(button)}
      </button>
    </form>
  );
}
