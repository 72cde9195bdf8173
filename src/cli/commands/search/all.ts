import { search } from '../../../contract/modules/search.ts'
import { maxResults } from '../../../contract/shapes/search.ts'
import { defineCommand } from '../../command/command.ts'
import { state, text, worded } from '../../command/view.ts'
import { callOnce } from '../../sending/call-once.ts'
import { shellQuoted } from '../../sending/rerun-command.ts'

export const command = defineCommand({
  endpoint: search.all,
  positionals: ['q'],
  isDefault: true,
  examples: ['search ana', 'search "spring news" -o json', 'search -- contacts'],
  async run(context, { input }) {
    const found: object = await callOnce(context, search.all, input)
    const command = `remite search contacts ${shellQuoted(input.q)}`
    if (context.host.stderr.isTTY && isCutOff(found)) {
      context.output.note(context.messages.operating.firstOfEach(maxResults, command))
    }
    // People and scripts get rows; JSON is the answer itself.
    return context.output.format === 'json' ? { one: found } : { page: { items: rowsOf(found) } }
  },
  view: {
    columns: [text('type'), text('id'), text('name'), worded(state('status'), 'found_status')],
  },
})

/** Whether a kind may have more results than the answer holds. */
const isCutOff = (found: object): boolean =>
  Object.values(found).some((items) => Array.isArray(items) && items.length >= maxResults)

/** Converts the answer to rows: one per result, with its kind and name. */
const rowsOf = (found: object): object[] =>
  Object.entries(found).flatMap(([type, items]) =>
    Array.isArray(items) ? items.map((item) => ({ type, ...item, name: nameOf(item) })) : [],
  )

const nameOf = ({ camp_name, name, email }: Record<string, unknown>): unknown =>
  camp_name ?? name ?? email
