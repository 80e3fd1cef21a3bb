/** Returns the cached value of a key. If there is none, makes the value and caches it. */
export function getOrMake<Key, Value>(
  kept: { get(key: Key): Value | undefined; set(key: Key, value: NoInfer<Value>): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}
