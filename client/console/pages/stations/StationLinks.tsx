import { useMayOperate } from '../../core/ConsoleContext.ts';
import { Icon } from '../../core/Icon.tsx';
import { type TextKey, useWords } from '../../core/translations.ts';
import { STATIONS_PATH } from '../../parts/stationStyles.ts';

/** The links of the heading. On phones they are folded, so that the first place is in the first view. */
export function HeadLinks({ hasOcpp }: { hasOcpp: boolean }) {
  const { t } = useWords();
  const links = (
    <div className="acts">
      <a className="btn btn--quiet" href="/operator/labels">
        <Icon name="qr-code" />
        {t('frame.nav.labels')}
      </a>
      {hasOcpp && <AddLink to="/add-list" text="stations.addList" className="btn btn--quiet" />}
      {hasOcpp && <AddLink to="/add" text="stations.add" className="btn btn--primary" />}
    </div>
  );
  return (
    <>
      <div className="wide-only">{links}</div>
      <details className="more narrow-only">
        <summary>
          <Icon name="plus" />
          <span className="vh">{t('stations.addOrPrint')}</span>
        </summary>
        {links}
      </details>
    </>
  );
}

/** A link to a form that adds something. Only people who may act on stations see the link. */
export function AddLink({ to, text, className }: { to: string; text: TextKey; className?: string }) {
  const { t } = useWords();
  if (!useMayOperate()) return null;
  return (
    <a className={className} href={STATIONS_PATH + to}>
      {t(text)}
    </a>
  );
}
