import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Tokens of the console's forms: each belongs to one sign-in, and names one form. */
export interface FormMarks {
  mint(signIn: string): string;
  isOurs(mark: string, signIn: string): boolean;
}

export function createFormMarks({ secret }: { secret: string }): FormMarks {
  const sign = (body: string, signIn: string): string =>
    createHmac('sha256', secret).update(`operator-form:${body}:${signIn}`).digest('base64url').slice(0, 22);
  return {
    mint(signIn) {
      const body = randomBytes(16).toString('base64url');
      return `${body}.${sign(body, signIn)}`;
    },
    isOurs(mark, signIn) {
      const [, body = '', signature = ''] = /^([\w-]{22})\.([\w-]{22})$/.exec(mark) ?? [];
      return body !== '' && timingSafeEqual(Buffer.from(sign(body, signIn)), Buffer.from(signature));
    },
  };
}
