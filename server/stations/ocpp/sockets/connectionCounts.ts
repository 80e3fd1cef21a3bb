/** Limit of a process, because each open connection occupies memory. */
const MAX_CONNECTIONS = 10_000;
/** Limit of a network. The stations of a depot may share an address. */
const MAX_CONNECTIONS_PER_NETWORK = 2000;

interface Limits {
  maxConnections?: number;
  maxPerNetwork?: number;
}

/** Counts the open connections of stations, in total and by network. */
export function countConnections({ maxConnections = MAX_CONNECTIONS, maxPerNetwork = MAX_CONNECTIONS_PER_NETWORK }: Limits = {}) {
  const networks = new Map<string, number>();
  let total = 0;
  return {
    isFull: (network: string): boolean => total >= maxConnections || (networks.get(network) ?? 0) >= maxPerNetwork,
    /**
     * Counts one more connection of `network`.
     * @returns a function that ends the count; call it once
     */
    open(network: string): () => void {
      total++;
      networks.set(network, (networks.get(network) ?? 0) + 1);
      return () => {
        total--;
        const count = (networks.get(network) ?? 0) - 1;
        if (count > 0) networks.set(network, count);
        else networks.delete(network);
      };
    },
  };
}

export type ConnectionCounts = ReturnType<typeof countConnections>;
