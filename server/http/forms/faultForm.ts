import { MAX_PHOTO_BYTES } from '../../../shared/charging/faultReport.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { faultUploadOf } from '../request/faultUpload.ts';
import { formTokenOf } from '../request/formToken.ts';
import { STATUS } from '../request/problems.ts';
import { type Outcome, redisplayForm, type Submission } from './submission.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * Reports a fault at a charging point. After an error, the page keeps the text; browsers do not let a page choose a file again,
 * so the page asks for the photo.
 */
export async function submitFault({ dependencies, visitor, params, values, response }: Submission): Promise<Outcome> {
  const { clientId = '', evseId = '' } = params;
  const { kind = '', email = '', plug = '' } = values;
  const { locale } = visitor;
  const upload = faultUploadOf(response);
  const words = (values.words ?? '').replaceAll('\r\n', '\n');
  const again = {
    again: visitor.path,
    query: plug === '' ? {} : { plug },
    values: { kind, email, words, ...(upload?.hadPhoto ? { hadPhoto: 'yes' } : {}) },
  };
  try {
    const formToken = formTokenOf(response.req);
    if (!dependencies.formTokens.isOurs(formToken, new Date())) throw new Problem('link-expired');
    const retryAfterS = upload ? upload.retryAfterS : await dependencies.faults.countNetwork(response.req.ip ?? '');
    if (retryAfterS !== null) throw new Problem('too-many', { retryAfterS });
    if (upload?.trouble) throw new Problem('invalid-input', { fields: { photo: TROUBLES[upload.trouble] } });
    const connector = plug === '' ? null : plug;
    await dependencies.faults.report({
      ...{ clientId, evseId, connector, kind, words, email, locale, formToken },
      photo: upload?.photo ?? null,
    });
  } catch (error) {
    // A new page has a new token, and the driver presses the button again.
    if (error instanceof Problem && error.code === 'link-expired') {
      const { values: kept, ...page } = again;
      return { ...page, form: { values: kept, errors: {}, problem: error.code }, status: STATUS[error.code] };
    }
    return redisplayForm(error, again);
  }
  const query = new URLSearchParams({ ...again.query, sent: email.trim() === '' ? 'report' : 'answer' });
  return { redirect: `${pathTo('faultReport', { locale, clientId, evseId })}?${query}` };
}

const TROUBLES = {
  tooLarge: { key: 'fault.error.size', values: { megabytes: MAX_PHOTO_BYTES / MEBIBYTE } },
  tooSlow: { key: 'fault.error.slow' },
} as const;
