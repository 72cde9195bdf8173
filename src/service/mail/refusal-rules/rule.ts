import type { RefusalKind } from './refusal-kinds.ts'

/** What the words of a refusal mean. The words are in lower case, without accents: `wordsOf`. */
export type Rule = readonly [RefusalKind, RegExp]
