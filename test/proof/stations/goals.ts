/** A requirement, and what was observed. */
export interface Goal {
  goal: string;
  found: string;
  isMet: boolean;
}

export const missed = (goals: readonly Goal[]): readonly Goal[] => goals.filter(({ isMet }) => !isMet);
