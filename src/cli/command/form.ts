import type { Context } from '../context/context.ts'

/** A value from the parser or a prompt: a switch is true, a repeated flag a list. */
type Answer = string | readonly string[] | boolean

/** The values of a verb, by the keys of its flags and positionals. */
export type Answers = Readonly<Record<string, Answer | undefined>>

export interface AskOptions {
  /** The question, where the name of the field is not enough. */
  label?: string
  /** Whether it may be left empty. */
  isOptional?: boolean
  /** The choice that leaves it empty. */
  none?: string
  /** The answer of Enter. */
  fallback?: string | undefined
  /** What can be chosen, if the declaration of the field does not say. */
  choices?: readonly { value: string; name: string }[]
  /** True for a good answer, otherwise the sentence that says what is wrong. */
  validate?: (text: string) => Promise<true | string>
}

/** The questions of one run about what is missing on its command line. */
export interface Form {
  readonly answers: Answers
  /** Asks for a flag or positional, unless it has a value. */
  ask(key: string, options?: AskOptions): Promise<void>
  set(key: string, answer: Answer): void
}

/** What a verb asks for at a terminal besides its required flags and positionals. */
export interface FormDeclaration {
  /** Flags to ask for although they may be left out. They are asked only if something required is missing. */
  extras?: readonly string[]
  /** Whether something is missing although nothing required is: one of two flags, for example. */
  isIncomplete?(answers: Answers): boolean
  /** Whether the run asks more itself, and shows the command after that. */
  asksMore?(answers: Answers): boolean
  /** Asks the questions, instead of each missing field in the order of its declaration. */
  ask?(context: Context, form: Form): Promise<void>
}
