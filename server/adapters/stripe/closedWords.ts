/**
 * Parameters with the words that the SDK lists, and no others. The SDK's own types end every list of words with any text, so that
 * a mistyped word compiles.
 */
export type ClosedWords<T> = Words<Extract<T, string>> | Parts<Exclude<T, string>>;

/** A field without a list of words takes any text. */
type Words<T extends string> = [Listed<T>] extends [never] ? T : Listed<T>;
type Listed<T extends string> = T extends string ? (string extends T ? never : T) : never;
type Parts<T> = T extends readonly (infer Item)[]
  ? ClosedWords<Item>[]
  : T extends { toJSON(): unknown }
    ? T
    : T extends object
      ? { [Key in keyof T]: ClosedWords<T[Key]> }
      : T;
