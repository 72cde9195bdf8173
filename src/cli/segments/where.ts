import { segments } from '../../contract/modules/segments.ts'
import { wireId } from '../../contract/path.ts'
import { Failure } from '../../core/failure.ts'
import { parseExpression } from '../../operations/segment-expression/parse.ts'
import type { Context } from '../context/context.ts'

/** The flag for conditions as an expression, beside the one for a JSON file. */
export const whereOptions = {
  where: { kind: 'text', placeholder: 'EXPRESSION' },
} as const

export interface Given {
  conditions?: unknown
  list_id?: number | string | null | undefined
}

/**
 * Returns the request with its conditions, from JSON or compiled from the expression. `findList` finds
 * the list of a saved segment, in case the request does not name one.
 */
export async function withConditions<Request extends Given>(
  context: Context,
  request: Request,
  expression: string | undefined,
  findList: () => Promise<number | null> = async () => null,
): Promise<Request> {
  if (expression === undefined) return request
  if (request.conditions !== undefined) {
    const problem = { code: 'not_together', values: { other: '--conditions' } } as const
    throw new Failure('usage', { problems: [{ field: '--where', ...problem }] })
  }
  const listId = request.list_id === undefined ? await findList() : request.list_id
  const client = await context.client()
  const { data } = await client.call(
    segments.fields,
    listId === null ? {} : { list_id: Number(listId) },
  )
  return { ...request, conditions: parseExpression(expression, data.items) }
}

/** Returns the list of a saved segment. */
export async function listOfSegment(
  context: Context,
  { id }: { id: number | string },
): Promise<number | null> {
  const client = await context.client()
  const { data } = await client.call(segments.get, { id: wireId(id) })
  return data.list_id
}
