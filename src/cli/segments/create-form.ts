import type { Answer } from '../../contract/endpoint.ts'
import { segments } from '../../contract/modules/segments.ts'
import { Failure } from '../../core/failure.ts'
import { fill } from '../../messages/fill.ts'
import { parseExpression } from '../../operations/segment-expression/parse.ts'
import type { Form } from '../command/form.ts'
import type { Context } from '../context/context.ts'
import { explain } from '../output/explain-failure.ts'
import { resolveReference } from '../references/resolve.ts'

/** Asks for a segment: its name, its list, and an expression, until its count is as expected. */
export async function askSegment(context: Context, form: Form): Promise<void> {
  const { prompts } = context.messages
  await form.ask('name')
  if (form.answers.where !== undefined || form.answers.conditions !== undefined) return
  await form.ask('list_id', { isOptional: true, none: prompts.allLists })
  const { list_id: list } = form.answers
  const listId =
    typeof list === 'string' ? await resolveReference(context, 'list', list) : undefined
  const scope = listId === undefined ? {} : { list_id: Number(listId) }
  const client = await context.client()
  const { data } = await client.call(segments.fields, scope)
  const fields = data.items
  const names = fields.filter(({ kind }) => kind !== 'event').map(({ field }) => field)
  const { select } = await import('../prompt/prompts.ts')
  context.output.note(fill(prompts.fields, { names: names.join(', ') }))
  for (;;) {
    form.set('where', await askExpression(context, fields))
    const conditions = parseExpression(String(form.answers.where), fields)
    const { total, sendable } = (
      await client.call(segments.previewUnsaved, { ...scope, conditions, limit: 1 })
    ).data
    const { number } = context.output.local
    context.output.note(prompts.matches(number(total), number(sendable)))
    const isGood = await select(await context.prompter(), prompts.segment.question, [
      { value: true, name: prompts.segment.save },
      { value: false, name: prompts.segment.change },
    ])
    if (isGood) return
  }
}

type Fields = Answer<typeof segments.fields>['items']

async function askExpression(context: Context, fields: Fields): Promise<string> {
  const { ask } = await import('../prompt/prompts.ts')
  const { prompts } = context.messages
  const text = await ask(await context.prompter(), prompts.expression, {
    validate(typed) {
      try {
        parseExpression(typed, fields)
        return true
      } catch (error) {
        if (error instanceof Failure) return explain(error, context.messages).detail
        throw error
      }
    },
  })
  return text.trim()
}
