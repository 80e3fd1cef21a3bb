/** Gathers what is asked without waiting in between, and asks for it at once. `askAll` answers in the order of what it is asked. */
export function gathered<Ask, Answer>(
  askAll: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  let open: { asks: Ask[]; answers: Promise<readonly Answer[]> } | null = null;
  const begin = () => {
    const requests: Ask[] = [];
    const answers = Promise.resolve().then(() => {
      open = null;
      return askAll(requests);
    });
    return { asks: requests, answers };
  };
  return async ask => {
    open ??= begin();
    const { asks, answers } = open;
    const at = asks.push(ask) - 1;
    return (await answers)[at] as Answer;
  };
}
