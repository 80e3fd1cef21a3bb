import { useConsole, useIsOfBrand } from '../core/ConsoleContext.ts';
import { Form } from '../core/Form.tsx';
import { Mark } from '../core/Frame.tsx';
import { Icon } from '../core/Icon.tsx';
import { type TextKey, useWords } from '../core/translations.ts';

interface TroubleProps {
  title: TextKey;
  text: TextKey;
  /** Id of the failed request, which the person can give to support. */
  id?: string;
  /** Address at which the person can try again. Default: the link leads to the start page. */
  again?: string;
  /** What was typed into an expired form. A button sends the values again. Absent: the values cannot be sent again. */
  typed?: Readonly<Record<string, string>> | undefined;
}

/** An error page with a link to continue. */
export function Trouble({ title, text, id, again, typed }: TroubleProps) {
  const { t } = useWords();
  const { who } = useConsole();
  // People who are limited to one brand have no overview.
  const start = useIsOfBrand() ? 'frame.nav.sessions' : 'frame.backToToday';
  const reopen = typed ? 'frame.trouble.form.open' : 'frame.trouble.again';
  return (
    <div className={who ? 'focus' : 'gate'}>
      {!who && <Mark />}
      <h1>{t(title)}</h1>
      <div className="gap note note--warning">
        <Icon name="triangle-alert" />
        <div>
          <p>{t(text)}</p>
          {id && <p className="mono">{id}</p>}
        </div>
      </div>
      {typed && (
        <Form hidden={typed} className="gap">
          <button type="submit" className="btn btn--primary">
            {t('frame.trouble.form.again')}
          </button>
        </Form>
      )}
      <div className="acts gap">
        <a className="btn btn--quiet" href={again ?? '/operator'}>
          {t(again ? reopen : start)}
        </a>
      </div>
    </div>
  );
}
