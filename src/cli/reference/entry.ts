import type { Endpoint } from '../../contract/endpoint.ts'
import type { AnyCommand } from '../command.ts'
import { commands } from '../commands/index.ts'
import { type OutputField, outputFields } from '../output-fields.ts'
import { tree } from '../tree.ts'
import type { Verb } from '../verb.ts'

/** A verb with what only its declaration knows. */
export interface Entry {
  verb: Verb
  fields: readonly OutputField[]
  endpoint?: Endpoint
}

export const loadEntries = (): Promise<Entry[]> =>
  Promise.all(
    tree.map(async (verb) => {
      const command = (await commands[verb.path]?.())?.command
      if (!command) throw new Error(`no command for ${verb.path}: npm run generate`)
      return entryOf(verb, command)
    }),
  )

const entryOf = (verb: Verb, command: AnyCommand): Entry => ({
  verb,
  fields: outputFields(command),
  ...(command.endpoint && { endpoint: command.endpoint }),
})
