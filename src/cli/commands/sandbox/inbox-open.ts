import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { openInBrowser } from '../../host/processes.ts'
import { askInbox, type OpenMessage } from '../../sandbox/inbox.ts'
import { requireSandbox } from '../../sandbox/state.ts'

export const command = defineCommand({
  positionals: ['message?'],
  isPublic: true,
  aliases: ['show'],
  examples: [
    'sandbox inbox open',
    'sandbox inbox open 12',
    'sandbox inbox open 12 -o json --fields links',
  ],
  failures: ['not_found', 'sandbox_not_running'],
  async run(context, { positionals: { message } }) {
    if (message === undefined) return { one: await openPage(context) }
    const id = encodeURIComponent(message)
    const one = await askInbox<OpenMessage>(context, `/${id}`)
    return { one: { ...one, url: await pageUrl(context, `/${id}`) } }
  },
  view: {
    fields: [
      text('id'),
      text('from'),
      text('to'),
      text('subject'),
      time('received_at'),
      text('text'),
      text('links'),
      text('url'),
    ],
  },
})

const pageUrl = async (context: Context, path = ''): Promise<string> =>
  new URL(`/sandbox/mail${path}`, (await requireSandbox(context)).url).href

/** A script gets only the URL. */
async function openPage(context: Context): Promise<{ url: string }> {
  const url = await pageUrl(context)
  const { env, machine, stdout } = context.host
  if (stdout.isTTY === true) await openInBrowser(url, { platform: machine.platform, env })
  return { url }
}
