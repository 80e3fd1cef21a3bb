import { Problem } from '../../shared/model/problem.ts';

/** Returns null if the server refuses the data, because a page must be shown without them. */
export async function orNull<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
