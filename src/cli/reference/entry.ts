import type { Endpoint } from '../../contract/endpoint.ts'
import type { AnyCommand } from '../command/command.ts'
import { loadCommand } from '../commands/index.ts'
import { tree } from '../generated/tree.ts'
import type { Verb } from '../syntax/verb.ts'
import { type OutputField, outputFields } from './output-fields.ts'

/** A verb with details from its declaration that the tree does not contain. */
export interface Entry {
  verb: Verb
  fields: readonly OutputField[]
  endpoint?: Endpoint
}

export const loadEntries = (): Promise<Entry[]> =>
  Promise.all(
    tree.map(async (verb) => {
      const command = await loadCommand(verb.path)
      if (!command) throw new Error(`no command for ${verb.path}: npm run generate`)
      return entryOf(verb, command)
    }),
  )

const entryOf = (verb: Verb, command: AnyCommand): Entry => ({
  verb,
  fields: outputFields(command),
  ...(command.endpoint && { endpoint: command.endpoint }),
})
