import { useConsole, useIsOfBrand } from '../core/ConsoleContext.ts';
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
}

/** An error page with a link to continue. */
export function Trouble({ title, text, id, again }: TroubleProps) {
  const { t } = useWords();
  const { who } = useConsole();
  // People who are limited to one brand have no overview.
  const start = useIsOfBrand() ? 'frame.nav.sessions' : 'frame.backToToday';
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
      <div className="acts gap">
        <a className="btn btn--quiet" href={again ?? '/operator'}>
          {t(again ? 'frame.trouble.again' : start)}
        </a>
      </div>
    </div>
  );
}
