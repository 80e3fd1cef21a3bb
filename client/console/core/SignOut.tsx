import { Form } from './Form.tsx';
import { useWords } from './translations.ts';

/** A button that signs the person out on this device. With `isEverywhere`, it signs out on all devices. */
export function SignOut({ className, isEverywhere = false }: { className: string; isEverywhere?: boolean }) {
  const { t } = useWords();
  return (
    <Form action={isEverywhere ? '/operator/sign-out-everywhere' : '/operator/sign-out'}>
      <button type="submit" className={className}>
        {t(isEverywhere ? 'frame.signOutEverywhere' : 'frame.signOut')}
      </button>
    </Form>
  );
}
