import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import type { RawInput } from '../input/read-input.ts'
import { findItems } from '../references/items.ts'
import type { Verb } from '../syntax/verb.ts'
import { isOwned } from './reference-choice.ts'

/**
 * Returns the failure with what a typed number names, if nothing has that number but something has it as its name:
 * a list called “2027”. Looks only after a failure, because digits are a number first.
 */
export async function withNumberAsName(
  failure: Failure,
  context: Context,
  { verb, input }: { verb: Verb; input: RawInput },
): Promise<Failure> {
  const values = { ...input.flags, ...input.positionals }
  for (const { key, reference: kind } of [...verb.positionals, ...verb.flags]) {
    if (kind === undefined || kind === 'contact-id' || isOwned(kind)) continue
    for (const number of [values[key]].flat()) {
      if (typeof number !== 'string' || !/^\d+$/.test(number)) continue
      const found = await findItems(context, kind, { search: number }).catch(() => undefined)
      const items = found?.items ?? []
      const named = items.find(({ names }) => names.includes(number))
      if (!named || items.some(({ id }) => id === number)) continue
      const { one, none } = context.messages.references
      const values = { one: one[kind], none: none[kind], number, named: named.id }
      // The sentence of the server says less.
      const { message: _, ...server } = failure.details.server ?? { status: 404 }
      return new Failure(
        'not_found',
        { server, values: { ...values, reason: 'number_as_name' } },
        { cause: failure },
      )
    }
  }
  return failure
}
