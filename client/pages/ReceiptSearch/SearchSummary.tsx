import { useTranslation } from 'react-i18next';
import type { FieldErrors, ProblemCode } from '../../../shared/model/problem.ts';
import { ErrorSummary } from '../../components/form/ErrorSummary.tsx';

/** Says why a search has no result: a field is invalid, no session was found, or the search failed. Renders nothing otherwise. */
export function SearchSummary({ errors, problem }: { errors: FieldErrors; problem: ProblemCode | null }) {
  const { t } = useTranslation();
  if (Object.keys(errors).length > 0) return <ErrorSummary errors={errors} />;
  switch (problem) {
    case null:
      return null;
    case 'no-receipt':
      return <ErrorSummary errors={{}} title={t('search.none.title')} text={t('search.none.text')} />;
    case 'too-many':
      return <ErrorSummary errors={{}} text={t('search.tooMany')} />;
    default:
      return <ErrorSummary errors={{}} text={t('search.failed')} />;
  }
}
