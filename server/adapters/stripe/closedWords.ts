/**
 * Narrows SDK parameters to the string values that the SDK lists. The SDK's own types also accept any other string, so a typing
 * error would compile.
 */
export type ClosedWords<T> = Words<Extract<T, string>> | Parts<Exclude<T, string>>;

/** If the SDK lists no values for a field, any string is accepted. */
type Words<T extends string> = [Listed<T>] extends [never] ? T : Listed<T>;
type Listed<T extends string> = T extends string ? (string extends T ? never : T) : never;
type Parts<T> = T extends readonly (infer Item)[]
  ? ClosedWords<Item>[]
  : T extends { toJSON(): unknown }
    ? T
    : T extends object
      ? { [Key in keyof T]: ClosedWords<T[Key]> }
      : T;
