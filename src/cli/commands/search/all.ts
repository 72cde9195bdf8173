import { search } from '../../../contract/modules/search.ts'
import { callOnce } from '../../call.ts'
import { defineCommand } from '../../command.ts'
import { text } from '../../view.ts'

export const command = defineCommand({
  endpoint: search.all,
  positionals: ['q'],
  isDefault: true,
  examples: ['search ana', 'search "spring news" -o json', 'search -- contacts'],
  async run(context, { input }) {
    const found: object = await callOnce(context, search.all, input)
    // Rows are what people and scripts look through; JSON is the answer itself.
    return context.output.format === 'json' ? { one: found } : { page: { items: rowsOf(found) } }
  },
  view: { columns: [text('type'), text('id'), text('name'), text('status')] },
})

/** Whatever kinds of things a server finds: each under its kind, by the name it has. */
const rowsOf = (found: object): object[] =>
  Object.entries(found).flatMap(([type, items]) =>
    Array.isArray(items) ? items.map((item) => ({ type, ...item, name: nameOf(item) })) : [],
  )

const nameOf = ({ camp_name, name, email }: Record<string, unknown>): unknown =>
  camp_name ?? name ?? email
