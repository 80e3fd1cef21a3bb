import { type Request, type Response, Router } from 'express';
import { LinkUsed, OpenLink, SignIn } from '../../../client/console/pages/SignIn.tsx';
import type { SignedIn, SignIns } from '../../core/ports/consolePort.ts';
import { limitSignIns } from '../limits/signInLimits.ts';
import { metOf } from './authenticate.ts';
import type { ConsoleDependencies } from './consoleDependencies.ts';
import type { FormMarks } from './formMarks.ts';
import { type Gate, PROVIDER_PATH, providerPages } from './providerPages.tsx';
import type { ShowConsole } from './showConsole.tsx';
import type { SignInCookie } from './signInCookie.ts';

interface SignInDependencies extends ConsoleDependencies {
  cookie: SignInCookie;
  marks: FormMarks;
  show: ShowConsole;
  refusal(request: Request, response: Response, signIn: string): 'form' | null;
  trouble(response: Response, kind: 'form'): void;
}

/** Stands for "nobody is signed in" when form tokens are issued and checked. */
const ANONYMOUS = '';
const DEMO_PATH = '/operator/sign-in/demo';
/** Query of the sign-in page after a sign-out. The page then leads to the sign-out of the identity provider. */
const SIGNED_OUT = 'signed-out';

/**
 * Routes for sign-in and sign-out. A sign-in link takes effect only after a button is pressed, because e-mail scanners open
 * every link in a message.
 */
export function signInPages(dependencies: SignInDependencies): Router {
  const { cookie, marks, show, refusal, trouble, isOpen, provider } = dependencies;
  const { signIns } = dependencies.console;
  const countSignIn = limitSignIns(dependencies.createLimiter);
  const router = Router();
  const gate: Gate = (response, title, content, status = 200) =>
    show(response, { title, content, status, tab: null, who: null, attention: 0, mintForm: () => marks.mint(ANONYMOUS) });
  const enter = (response: Response, signedIn: SignedIn) => {
    cookie.write(response, signedIn.token, signedIn.lastsMs);
    response.redirect(303, '/operator');
  };

  router.get('/sign-in', async (request, response) => {
    const demoPath = isOpen ? DEMO_PATH : null;
    const returnTo = `${metOf(response).origin}/operator/sign-in`;
    const signOutAddress =
      request.query[SIGNED_OUT] === undefined ? null : ((await provider?.signOutAddress({ returnTo })) ?? null);
    const places = { providerPath: provider && PROVIDER_PATH, demoPath, signOutAddress };
    gate(response, 'frame.signIn.title', <SignIn {...places} problem={null} />);
  });
  if (isOpen) router.use(openToAll(dependencies, enter));
  if (provider) router.use(providerPages({ ...dependencies, provider, gate, countSignIn }));
  router.get('/sign-in/:token', (_request, response) => gate(response, 'frame.link.title', <OpenLink />));
  router.post('/sign-in/:token', async (request, response) => {
    if (refusal(request, response, ANONYMOUS)) return trouble(response, 'form');
    const signedIn = await signIns.openLink(request.params.token, metOf(response).requestId);
    if (signedIn) return enter(response, signedIn);
    if ((await countSignIn(request.ip ?? '')) === null) await signIns.refused('link', metOf(response).requestId);
    gate(response, 'frame.link.used', <LinkUsed />, 410);
  });
  router.post(['/sign-out', '/sign-out-everywhere'], async (request, response) => {
    const signIn = cookie.read(request);
    if (refusal(request, response, signIn ?? ANONYMOUS)) return trouble(response, 'form');
    await leave(signIns, { signIn, isEverywhere: request.path.endsWith('everywhere'), requestId: metOf(response).requestId });
    cookie.clear(response);
    response.redirect(303, provider ? `/operator/sign-in?${SIGNED_OUT}` : '/operator/sign-in');
  });
  return router;
}

interface Leaving {
  signIn: string | null;
  isEverywhere: boolean;
  requestId: string;
}

async function leave(signIns: SignIns, { signIn, isEverywhere, requestId }: Leaving): Promise<void> {
  const who = signIn === null ? null : await signIns.find(signIn);
  if (signIn === null || who === null) return;
  await (isEverywhere ? signIns.leaveEverywhere(who, requestId) : signIns.leave(signIn, requestId));
}

/** Lets every visitor sign in. Mounted only in a demo that has no public address. */
function openToAll(
  { console, refusal, trouble }: SignInDependencies,
  enter: (response: Response, signedIn: SignedIn) => void,
): Router {
  const router = Router();
  router.post('/sign-in/demo', async (request, response) => {
    if (refusal(request, response, ANONYMOUS)) return trouble(response, 'form');
    enter(response, await console.signIns.enter({ name: 'Demo', may: 'act', by: 'demo' }, metOf(response).requestId));
  });
  return router;
}
