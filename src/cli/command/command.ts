import type { Answer, Effect, Endpoint, Page, Request } from '../../contract/endpoint.ts'
import type { FieldKind } from '../../contract/field.ts'
import type { FailureCode } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import type { Document, View } from '../output/document.ts'
import type { FieldFlag, FieldFlags } from '../syntax/flag.ts'
import { type ReferenceKind, referenceOf } from '../syntax/reference-kinds.ts'
import type { FormDeclaration } from './form.ts'
import type { Operation } from './operation.ts'

/** A flag that is not a field of the endpoint. */
export interface Option {
  kind: FieldKind
  /** The name of the flag; the key by default. */
  name?: string
  formerNames?: readonly string[]
  short?: string
  choices?: readonly string[]
  /** Whether a number has no fraction. */
  isWhole?: true
  placeholder?: string
  /** How its value is read, for prompts. */
  from?: FieldFlag['from']
  /** What its value refers to. The number is passed on, whatever was typed. */
  reference?: ReferenceKind
  /** Whether the verb looks up the name itself, because it can create what does not exist. */
  isResolvedLater?: true
  required?: true
}

type Options = Record<string, Option>

/** An option that is required: the run fails without it. */
type Required = { readonly required: true }

type OptionValue<O extends Option> = O['kind'] extends 'switch'
  ? boolean
  : O['kind'] extends 'number'
    ? number
    : O['kind'] extends 'repeat'
      ? readonly string[]
      : O['kind'] extends 'map'
        ? Readonly<Record<string, string>>
        : string

export type OptionValues<O extends Options> = {
  readonly [K in keyof O as O[K] extends Required ? K : never]: OptionValue<O[K]>
} & { readonly [K in keyof O as O[K] extends Required ? never : K]?: OptionValue<O[K]> }

type NameOf<P extends string> = P extends `${infer Name}...?`
  ? Name
  : P extends `${infer Name}?` | `${infer Name}...`
    ? Name
    : P

/** The name of a positional without its `?`, `...` or `...?`. */
export const nameOfPositional = (positional: string): string =>
  positional.replace(/(?:\.{3})?\??$/, '')

export interface ParsedArguments<E extends Endpoint, O extends Options, P extends string> {
  /** The request from flags and positionals, typed by the contract. */
  input: Request<E>
  options: OptionValues<O>
  /** Positionals that are not fields of the endpoint. */
  positionals: {
    readonly [K in P as NameOf<K>]?: K extends `${string}...` | `${string}...?`
      ? readonly string[]
      : string
  }
  /** The paths of the files that fields were read from. */
  files: Readonly<Record<string, string>>
}

/** What an operation will do: shown to the user, and used to choose the kind of confirmation. */
export interface Plan {
  /** One sentence about what will happen. */
  sentence: string
  /** How many people or rows it affects. Unknown counts as large. */
  count?: number
  /** The name to type or to pass to `--confirm` for a large count. */
  name?: string
  /** The number, which `--confirm` takes as well. */
  id?: string | number
  /** Whether `--yes` is enough whatever the threshold, because it reaches no people. */
  isMinor?: true
  /** Shown before the operation, also when it is confirmed by a flag. */
  details?: string
}

type Item<E extends Endpoint> = Answer<E> extends Page<infer I> ? I : Answer<E>

/** The result of a verb that ran another program: the program's exit code. */
interface ProgramExit {
  exit: number
}

/** A verb: the declaration from which its flags, help, completion and run are derived. */
interface Command<
  E extends Endpoint = Endpoint,
  O extends Options = Options,
  P extends string = string,
> {
  endpoint?: E
  /** What the verb does, if it has no endpoint that says so. */
  effect?: Effect
  /** Names of fields, path tokens or the verb's own arguments. `?` marks an optional one, `...` the rest, `...?` both. */
  positionals?: readonly P[]
  /** The choices of positionals that are no fields of the endpoint; those of fields are in the contract. */
  positionalChoices?: Readonly<Record<string, readonly string[]>>
  /** What positionals refer to that are no fields of the endpoint; for those of fields the contract says it. */
  references?: Readonly<Record<string, ReferenceKind>>
  fields?: FieldFlags
  options?: O
  aliases?: readonly string[]
  isDefault?: true
  /** Without `remite`. */
  examples: readonly string[]
  /** Whether it works without a session: public routes, and verbs that call no server. */
  isPublic?: boolean
  /** Whether `--profile` may name a new profile. */
  createsProfile?: true
  /** Whether it runs with broken settings, as if there were none. */
  toleratesBrokenSettings?: true
  /** Whether `run` handles `--dry-run` itself. */
  handlesDryRun?: true
  /** The states of the things to offer at a terminal, where its endpoint does not say them. */
  actsOn?: readonly string[]
  /** What is asked at a terminal besides the required flags and positionals. */
  form?: FormDeclaration
  /** Creates the operation if it is not the plain request. Earlier runs of it are looked up first. */
  operation?(context: Context, given: ParsedArguments<E, O, P>): Promise<Operation>
  /** Undefined when there is nothing to confirm. */
  plan?(
    context: Context,
    given: ParsedArguments<E, O, P>,
    operation: Operation,
  ): Promise<Plan | undefined>
  /** By default the endpoint is called and its answer shown. */
  run?(
    context: Context,
    given: ParsedArguments<E, O, P>,
    operation: Operation,
  ): Promise<Document | ProgramExit | undefined>
  view?: View<Item<E> & object>
  /** Failure codes of `run`, for help. Those of the endpoint and of the flags are derived. */
  failures?: readonly FailureCode[]
}

export const defineCommand = <
  E extends Endpoint = Endpoint,
  const O extends Options = Record<never, Option>,
  const P extends string = never,
>(
  command: Command<E, O, P>,
): Command<E, O, P> => command

/** A command of any endpoint and options. */
// biome-ignore lint/suspicious/noExplicitAny: the types of the methods come from each declaration
export type AnyCommand = Command<any, any, any>

/** What a positional refers to. */
export const referenceOfPositional = (
  { endpoint, references }: AnyCommand,
  key: string,
): ReferenceKind | undefined => references?.[key] ?? (endpoint && referenceOf(endpoint, key))

/** Loads the verb of a path, such as `lists create`; undefined when there is none. */
export type LoadCommand = (path: string) => Promise<AnyCommand | undefined>

/** Whether a run changes something. */
export const isChange = (
  {
    endpoint,
    effect = endpoint?.effect,
    handlesDryRun,
  }: Pick<AnyCommand, 'endpoint' | 'effect' | 'handlesDryRun'>,
  { dryRun }: { dryRun: boolean },
): boolean => effect !== undefined && effect !== 'read' && !(dryRun && handlesDryRun)
