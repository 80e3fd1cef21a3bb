import { fillPath, PATHS, pathTo } from '../../../shared/charging/paths.ts';
import { companyErrors, tidyCompany } from '../../../shared/forms/company.ts';
import { COMPANY_FIELDS, type CompanyForm } from '../../../shared/forms/companyFields.ts';
import { savedCompanyValues } from '../../../shared/forms/savedCompany.ts';
import { type FieldErrors, Problem, type ProblemCode } from '../../../shared/model/problem.ts';
import { STATUS } from '../request/problems.ts';
import type { Outcome, Submission } from './submission.ts';

/**
 * Handles the three steps of the company invoice form: details, review of the printed text, and issue. `step` names the pressed
 * button.
 */
export async function submitCompany({ dependencies, visitor, params, values }: Submission): Promise<Outcome> {
  const { locale, path: again } = visitor;
  const { clientId = '', receipt = '' } = params;
  const company = Object.fromEntries(COMPANY_FIELDS.map(name => [name, values[name] ?? ''])) as unknown as CompanyForm;
  const errors = values.step === 'change' ? {} : companyErrors(company);
  const page = (status: number, { shown = company, step = '', ...more }: PageMore = {}): Outcome => ({
    again,
    form: { values: { ...shown, step }, errors, problem: null, ...more },
    status,
  });
  if (await hasLapsed(dependencies, receipt)) {
    const form = { values: savedCompanyValues(company), errors: {}, problem: null };
    return { again: fillPath(PATHS.receipts, { clientId }), form, status: STATUS['link-expired'] };
  }
  if (Object.keys(errors).length > 0) return page(STATUS['invalid-input']);
  if (values.step === 'change') return page(200);
  if (values.step !== 'confirm') return page(200, { shown: tidyCompany(company), step: 'review' });
  const done: Outcome = { redirect: pathTo('companyInvoice', { locale, clientId, receipt }) };
  try {
    await dependencies.backend.requestCompanyInvoice({ receipt, company });
    return done;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The button was pressed twice. The driver is redirected to the invoice that the first request created.
    if (error.code === 'invoice-replaced') return done;
    if (error.code === 'invalid-input') return page(STATUS[error.code], { errors: error.fields });
    if (error.code === 'not-now') return page(STATUS[error.code], { problem: error.code });
    throw error;
  }
}

/**
 * Whether the receipt token has expired. If so, the driver must search for the receipt again; the form keeps the typed details.
 */
async function hasLapsed({ backend }: Submission['dependencies'], receipt: string): Promise<boolean> {
  try {
    if (receipt.startsWith('r.')) await backend.getReceipt({ receipt });
    return false;
  } catch (error) {
    if (error instanceof Problem && error.code === 'link-expired') return true;
    throw error;
  }
}

interface PageMore {
  shown?: CompanyForm;
  step?: string;
  errors?: FieldErrors;
  problem?: ProblemCode;
}
