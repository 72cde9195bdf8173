import type { Context } from '../../context.ts'

/** How to stop what is under way now, or call off what is planned; elsewhere nothing can be stopped. */
export async function sayHowToStop(context: Context, id: unknown, status: unknown): Promise<void> {
  const isNamed = typeof id === 'number' || typeof id === 'string'
  if (!isNamed || status === 'draft') return
  const { output, words } = context
  const client = await context.client()
  if (!(await client.offers('schedule', context.host.stopped))) return
  const { toPause, toUnschedule } = words.sending
  const isPlanned = status === 'scheduled'
  output.note(
    isPlanned
      ? toUnschedule(`remite campaigns unschedule ${id}`)
      : toPause(`remite campaigns pause ${id}`),
  )
}
