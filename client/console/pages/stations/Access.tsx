import { accessRows } from '../../../../shared/console/stationList.ts';
import type { StationAccess } from '../../../../shared/console/stations.ts';
import { type TextKey, useWords } from '../../core/translations.ts';
import { Crumb } from '../../parts/Crumb.tsx';
import { OnceWarning, ShownOnce } from '../../parts/ShownOnce.tsx';
import { Steps } from '../../parts/Steps.tsx';
import { STATIONS_PATH, stationPath } from '../../parts/stationStyles.ts';

const STEPS = ['stations.add.step1', 'stations.add.step2', 'stations.add.step3'] as const;

/** The steps of adding a station. The current step is marked. */
export const AddSteps = ({ current }: { current: 0 | 1 | 2 }) => <Steps names={STEPS} current={current} />;

/** The last step of adding a station, on the page of a station that has never connected. */
export function FirstSteps({ address }: { address: string }) {
  const { t } = useWords();
  return (
    <section className="focus gap" aria-label={t('stations.add.title')}>
      <AddSteps current={2} />
      <p>{t('stations.add.waiting')}</p>
      <p className="code select-all">{address}</p>
      <p className="small muted">{t('stations.add.waitingHint')}</p>
    </section>
  );
}

/** The connection data that must be entered at the station. The password is shown only once, in this response. */
export function Access({ access: { identity, address, password } }: { access: StationAccess }) {
  const { t } = useWords();
  return (
    <Page>
      <h1>{t('stations.access.title')}</h1>
      <AddSteps current={1} />
      <ShownOnce
        name="stations.access.title"
        values={[
          ['stations.access.address', address],
          ['stations.access.password', password],
        ]}
        warning="stations.access.once"
      />
      <p className="muted gap">{t('stations.access.next')}</p>
      <See identity={identity} />
    </Page>
  );
}

/** Shown if the form was submitted twice. The action was done once, and only the first response contained the passwords. */
export function AlreadyShown({ text, identity }: { text: TextKey; identity?: string }) {
  const { t } = useWords();
  return (
    <Page>
      <h1>{t('stations.access.again')}</h1>
      <p className="gap">{t(text)}</p>
      <See {...(identity !== undefined && { identity })} />
    </Page>
  );
}

/** The connection data of several stations, as a table and as a file. The passwords are shown only once, in this response. */
export function Accesses({ stations }: { stations: readonly StationAccess[] }) {
  const { t } = useWords();
  const file = `${accessRows(stations).join('\r\n')}\r\n`;
  return (
    <Page>
      <h1>{t('stations.accesses.title', { count: stations.length })}</h1>
      <OnceWarning text="stations.accesses.once" />
      <div className="acts gap">
        <a className="btn btn--primary" href={`data:text/csv;charset=utf-8,${encodeURIComponent(file)}`} download="stations.csv">
          {t('stations.accesses.file')}
        </a>
      </div>
      <dl className="rows gap">
        {stations.map(({ identity, password }) => (
          <div key={identity}>
            <dt>{identity}</dt>
            <dd className="mono breaks">{password}</dd>
          </div>
        ))}
      </dl>
      <p className="muted gap">
        {t('stations.access.address')}: <span className="mono breaks">{stations[0]?.address}</span>
      </p>
      <See />
    </Page>
  );
}

function Page({ children }: { children: React.ReactNode }) {
  const { t } = useWords();
  return (
    <>
      <Crumb to={STATIONS_PATH}>{t('stations.title')}</Crumb>
      <div className="focus">{children}</div>
    </>
  );
}

/** A link to the page of a station. Without `identity`: a link to all stations. */
function See({ identity }: { identity?: string }) {
  const { t } = useWords();
  return (
    <div className="acts gap">
      <a
        className={identity === undefined ? 'btn' : 'btn btn--primary'}
        href={identity === undefined ? STATIONS_PATH : stationPath(identity)}
      >
        {t(identity === undefined ? 'stations.accesses.see' : 'stations.access.see')}
      </a>
    </div>
  );
}
