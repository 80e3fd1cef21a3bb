import { Fragment } from 'react';
import { useConsole } from '../core/ConsoleContext.ts';
import { Form } from '../core/Form.tsx';
import { Mark, OtherLanguage } from '../core/Frame.tsx';
import { Icon } from '../core/Icon.tsx';
import { type TextKey, useWords } from '../core/translations.ts';

interface SignInProps {
  /** Path that starts the sign-in at the OpenID Connect provider. Null: no sign-in provider is configured. */
  providerPath: string | null;
  /** Path that signs every visitor of the demo in. Null: the app is not a demo. */
  demoPath: string | null;
  /** Address at which a person who has just signed out also signs out of the sign-in provider. Null: there is none. */
  signOutAddress: string | null;
  /** Why the previous sign-in failed. Null: no sign-in failed. */
  problem: Problem | null;
}

type Problem = 'provider' | 'no-role' | 'too-many';

const PROBLEMS = {
  provider: 'frame.signIn.failed',
  'no-role': 'frame.signIn.noRole',
  'too-many': 'frame.signIn.tooMany',
} as const satisfies Readonly<Record<Problem, TextKey>>;

export function SignIn({ providerPath, demoPath, signOutAddress, problem }: SignInProps) {
  const { t } = useWords();
  return (
    <div className="gate">
      <Mark />
      <h1>{t('frame.signIn.title')}</h1>
      <p className="muted gap">{t('frame.signIn.lead')}</p>
      {problem && (
        <div className="note note--error">
          <Icon name="circle-alert" />
          <div>
            <b>{t(PROBLEMS[problem])}</b>
          </div>
        </div>
      )}
      {signOutAddress && (
        <div className="note note--info">
          <Icon name="info" />
          <div>
            <p>{t('frame.signIn.stillAtProvider')}</p>
            <p>
              <a className="link" href={signOutAddress}>
                {t('frame.signIn.endAtProvider')}
              </a>
            </p>
          </div>
        </div>
      )}
      {demoPath && (
        <Form action={demoPath} className="gap">
          <button type="submit" className="btn btn--primary">
            {t('frame.signIn.demo')}
          </button>
          <p className="small muted gap">{t('frame.signIn.demoNote')}</p>
        </Form>
      )}
      {providerPath && (
        <p className="gap">
          <a className="btn btn--primary" href={providerPath}>
            <Icon name="key" />
            {t('frame.signIn.provider')}
          </a>
        </p>
      )}
      <p className="small muted">{t('frame.signIn.note')}</p>
      <p className="or">{t('frame.signIn.or')}</p>
      <h2>{t('frame.signIn.linkTitle')}</h2>
      <p className="gap">{t('frame.signIn.linkText')}</p>
      <SignInCommand />
      <p className="gap">
        <OtherLanguage />
      </p>
    </div>
  );
}

const COMMAND = ['npm run operator --', 'sign-in', '--name "…"', '--may act', '--who "…"'];

/** The command that prints a sign-in link. On narrow screens it wraps between its options, never within one. */
const SignInCommand = () => (
  <code className="code">
    {COMMAND.map((part, place) => (
      <Fragment key={part}>
        {place > 0 && ' '}
        <span className="unbroken">{part}</span>
      </Fragment>
    ))}
  </code>
);

/**
 * The page of a one-time sign-in link. It has a button that the visitor must press, because mail scanners open links and would
 * use this link up.
 */
export function OpenLink() {
  const { t } = useWords();
  const { address } = useConsole();
  return (
    <div className="gate">
      <Mark />
      <h1>{t('frame.link.title')}</h1>
      <p className="muted gap">{t('frame.link.lead')}</p>
      <Form action={address}>
        <button type="submit" className="btn btn--primary">
          {t('frame.link.button')}
        </button>
      </Form>
      <p className="gap">
        <OtherLanguage />
      </p>
    </div>
  );
}

/**
 * Shown for a sign-in link that was used, has expired or never existed. The text does not say which of these, so that nobody can
 * guess links.
 */
export function LinkUsed() {
  const { t } = useWords();
  return (
    <div className="gate">
      <Mark />
      <h1>{t('frame.link.used')}</h1>
      <p className="muted gap">{t('frame.link.usedText')}</p>
      <SignInCommand />
      <p className="gap">
        <a href="/operator/sign-in">{t('frame.signIn.title')}</a>
      </p>
    </div>
  );
}

/**
 * The page after a sign-in, with a link to the console. The sign-in cookie is sent only with requests that start on the app's
 * own pages, so a direct redirect would arrive without the cookie.
 */
export function SignedIn() {
  const { t } = useWords();
  return (
    <div className="gate">
      <Mark />
      <h1>{t('frame.welcome.title')}</h1>
      <p className="gap">
        <a className="btn btn--primary" href="/operator">
          {t('frame.signedIn.go')}
        </a>
      </p>
    </div>
  );
}
