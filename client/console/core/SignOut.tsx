import { Form } from './Form.tsx';
import { useWords } from './translations.ts';

/** Here, or on every device. */
export function SignOut({ looks, isEverywhere = false }: { looks: string; isEverywhere?: boolean }) {
  const { say } = useWords();
  return (
    <Form action={isEverywhere ? '/operator/sign-out-everywhere' : '/operator/sign-out'}>
      <button type="submit" className={looks}>
        {say(isEverywhere ? 'frame.signOutEverywhere' : 'frame.signOut')}
      </button>
    </Form>
  );
}
