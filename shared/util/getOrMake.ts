/** Returns the stored value of a key. If there is none, creates and stores it. */
export function getOrMake<Key, Value>(
  stored: { get(key: Key): Value | undefined; set(key: Key, value: NoInfer<Value>): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = stored.get(key);
  if (known !== undefined) return known;
  const made = make();
  stored.set(key, made);
  return made;
}
