import type { Answer, Endpoint, Page, Request } from '../contract/endpoint.ts'
import type { FieldKind } from '../contract/field.ts'
import type { FailureCode } from '../core/failure.ts'
import type { Context } from './context.ts'
import type { FieldFlags } from './flag.ts'
import type { Document, View } from './output/document.ts'
import type { Errand } from './sending/errand.ts'

/** A flag that no field of the endpoint stands behind. */
export interface Option {
  kind: FieldKind
  short?: string
  choices?: readonly string[]
  placeholder?: string
  required?: true
}

type Options = Record<string, Option>

/** Refused without it, before the verb's own run. */
type Needed = { readonly required: true }

type OptionValue<O extends Option> = O['kind'] extends 'switch'
  ? boolean
  : O['kind'] extends 'number'
    ? number
    : O['kind'] extends 'repeat'
      ? readonly string[]
      : O['kind'] extends 'map'
        ? Readonly<Record<string, string>>
        : string

type NameOf<P extends string> = P extends `${infer Name}?` | `${infer Name}...` ? Name : P

/** The name of a positional without what says how often it stands there. */
export const nameOfPositional = (positional: string): string => positional.replace(/\?$|\.{3}$/, '')

export interface Given<E extends Endpoint, O extends Options, P extends string> {
  /** The request that flags and positionals make, typed as the contract has it. */
  input: Request<E>
  options: {
    readonly [K in keyof O as O[K] extends Needed ? K : never]: OptionValue<O[K]>
  } & { readonly [K in keyof O as O[K] extends Needed ? never : K]?: OptionValue<O[K]> }
  /** Positionals that no field of the endpoint stands behind. */
  words: {
    readonly [K in P as NameOf<K>]?: K extends `${string}...` ? readonly string[] : string
  }
}

/** What a verb does to the world, for people and for the tiers of confirmation. */
export interface Plan {
  /** One sentence: what is about to happen. */
  sentence: string
  /** How many people or rows it reaches; unknown counts as many. */
  count?: number
  /** What has to be typed, or given by `--confirm`, where much is at stake. */
  name?: string
  /** Taken for `--confirm` where there is no name. */
  id?: string | number
  /** What is said before it happens, however it was confirmed. */
  details?: string
}

type Item<E extends Endpoint> = Answer<E> extends Page<infer I> ? I : Answer<E>

/** The end of a verb that ran another program: its exit code, whatever it means. */
export interface Ending {
  exit: number
}

/** A verb: a declaration that flags, help, completion and the run are made of. */
export interface Command<
  E extends Endpoint = Endpoint,
  O extends Options = Options,
  P extends string = string,
> {
  endpoint?: E
  /** Fields of the endpoint, tokens of its path, or words of the verb's own; `?` behind one: optional; `...`: all that follow, as they are. */
  positionals?: readonly P[]
  fields?: FieldFlags
  options?: O
  aliases?: readonly string[]
  isDefault?: true
  /** Without the binary's name. */
  examples: readonly string[]
  /** Works without a session: public routes, and what asks no server. */
  isPublic?: boolean
  /** Runs where the settings are broken too, as if there were none. */
  mends?: true
  /** Its own run looks at `--dry-run`, and changes nothing then. */
  rehearses?: true
  /** Asked for in a terminal when they are missing. */
  ask?: readonly string[]
  /** The request that acts, where it is not simply the endpoint's; an earlier run of it is looked for first. */
  errand?(context: Context, given: Given<E, O, P>): Promise<Errand>
  /** Undefined: nothing to confirm. */
  plan?(context: Context, given: Given<E, O, P>, errand: Errand): Promise<Plan | undefined>
  /** Without it the endpoint is called and its answer shown. */
  run?(
    context: Context,
    given: Given<E, O, P>,
    errand: Errand,
  ): Promise<Document | Ending | undefined>
  view?: View<Item<E> & object>
  /** Codes of its own run, for help: those of the endpoint and of what is asked for are found. */
  failures?: readonly FailureCode[]
}

export const defineCommand = <
  E extends Endpoint = Endpoint,
  const O extends Options = Record<never, Option>,
  const P extends string = never,
>(
  command: Command<E, O, P>,
): Command<E, O, P> => command

/** A command of any kind, as the table of contents holds it. */
// biome-ignore lint/suspicious/noExplicitAny: methods take what their own declaration says
export type AnyCommand = Command<any, any, any>
