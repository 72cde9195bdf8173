import type { Context } from '../context/context.ts'

/** Notes the command that pauses or unschedules a campaign, if the server offers it. */
export async function noteHowToStop(context: Context, id: unknown, status: unknown): Promise<void> {
  const isNamed = typeof id === 'number' || typeof id === 'string'
  if (!isNamed || status === 'draft') return
  const { output, messages } = context
  const client = await context.client()
  if (!(await client.offers('schedule', context.host.stopped))) return
  const { toPause, toUnschedule } = messages.sending
  const isPlanned = status === 'scheduled'
  output.note(
    isPlanned
      ? toUnschedule(`remite campaigns unschedule ${id}`)
      : toPause(`remite campaigns pause ${id}`),
  )
}
