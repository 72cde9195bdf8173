import type { FieldKind } from '../../contract/field.ts'
import type { AnyCommand } from '../command/command.ts'
import type { Answers } from '../command/form.ts'
import type { FieldFlag } from '../syntax/flag.ts'
import type { ReferenceKind } from '../syntax/reference-kinds.ts'
import type { Verb } from '../syntax/verb.ts'

/** A flag or positional of which a value is asked. */
export interface AskedField {
  verb: Verb
  command: AnyCommand
  /** The other values of the run. */
  answers: Answers
  key: string
}

/** A flag or positional, as far as a question needs to know it. */
export interface FieldFacts {
  key: string
  kind: FieldKind
  name?: string
  choices?: readonly string[]
  reference?: ReferenceKind
  from?: FieldFlag['from']
  isRest?: boolean
  /** Whether a switch can be set to no. */
  canBeOff?: boolean
  help: string
}
