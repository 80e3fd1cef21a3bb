/** Maximum number of connections to this process, because each occupies memory. */
const MAX_CONNECTIONS = 10_000;
/** Maximum number of connections from one network. The stations of a depot may share an address. */
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
     * Counts a new connection of `network`.
     * @returns a function that must be called once, when the connection has ended
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
