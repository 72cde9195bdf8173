import type { Feature } from '../../contract/endpoint.ts'
import { campaigns } from '../../contract/modules/campaigns.ts'
import { senders } from '../../contract/modules/senders.ts'
import { users } from '../../contract/modules/users.ts'
import { isAddress } from '../../core/address.ts'
import { Failure } from '../../core/failure.ts'
import { ifOffered } from '../../operations/not-offered.ts'
import type { Form } from '../command/form.ts'
import type { Context } from '../context/context.ts'
import { findItems } from '../references/items.ts'

/** Asks for a campaign: its lists, its sender, its message, and what happens with it. */
export async function askCampaign(context: Context, form: Form): Promise<void> {
  const { prompts } = context.messages
  await form.ask('camp_name')
  await form.ask('list_id')
  await form.ask('segment_id', { isOptional: true, none: prompts.wholeLists })
  await askSender(context, form)
  await form.ask('asunto')
  await form.ask('preheader', { isOptional: true })
  await askContent(context, form)
  await askEnding(context, form)
}

/** How many senders an account has at most, for a choice. */
const maxSenders = 100

/** Asks for a verified sender, the one of the newest campaign first. */
async function askSender(context: Context, form: Form): Promise<void> {
  if (form.answers.from_mail !== undefined) return
  const client = await context.client()
  const listed = await ifOffered(client.call(senders.list, { limit: maxSenders }))
  if (!listed) return form.ask('from_mail')
  // A server that does not say whether a sender is verified checks it when the campaign is sent.
  const usable = listed.data.items.filter(({ verified }) => verified !== false)
  if (usable.length === 0) throw withoutSender(context, listed.data.items[0]?.from_mail)
  const choices = usable.map(({ from_name: name, from_mail: mail }) => ({
    value: mail,
    name: name ? `${name} <${mail}>` : mail,
  }))
  const newest = await ifOffered(client.call(campaigns.list, { limit: 1 }))
  await form.ask('from_mail', { choices, fallback: newest?.data.items[0]?.from_mail })
}

function withoutSender({ messages }: Context, unverified: string | undefined): Failure {
  const create =
    unverified === undefined ? 'remite senders create' : `remite senders verify ${unverified}`
  return new Failure('nothing_to_choose', { values: { none: messages.prompts.noSender, create } })
}

/** Asks where the message comes from. It can also be written later, in the editor. */
async function askContent(context: Context, form: Form): Promise<void> {
  const { html, text, template_id: template } = form.answers
  if (html !== undefined || text !== undefined || template !== undefined) return
  const { select } = await import('../prompt/prompts.ts')
  const { content } = context.messages.prompts
  const saved = (await findItems(context, 'template', {}))?.items ?? []
  const chosen = await select(await context.prompter(), content.question, [
    ...(saved.length > 0 ? [{ value: 'template_id', name: content.template }] : []),
    { value: 'html', name: content.file },
    ...((await offers(context, 'draft')) ? [{ value: 'later', name: content.later }] : []),
  ])
  // Without a message it can only be saved.
  if (chosen === 'later') form.set('draft', true)
  else await form.ask(chosen)
}

/** Whether the server can do it. Another server may only send at once. */
async function offers({ client, host }: Context, feature: Feature): Promise<boolean> {
  return (await client()).offers(feature, host.stopped)
}

async function askEnding(context: Context, form: Form): Promise<void> {
  if (['draft', 'at', 'test'].some((key) => form.answers[key] !== undefined)) return
  const { select } = await import('../prompt/prompts.ts')
  const { ending } = context.messages.prompts
  const chosen = await select(await context.prompter(), ending.question, [
    ...((await offers(context, 'draft'))
      ? [
          { value: 'draft', name: ending.draft },
          { value: 'test', name: ending.test },
        ]
      : []),
    ...((await offers(context, 'schedule')) ? [{ value: 'schedule', name: ending.schedule }] : []),
    { value: 'now', name: ending.now },
  ])
  if (chosen === 'draft') form.set('draft', true)
  if (chosen === 'test') await askTest(context, form)
  if (chosen === 'schedule') {
    await form.ask('at')
    // The command means the same time on a machine with another zone.
    if (form.answers.tz === undefined) form.set('tz', context.timezone)
  }
}

async function askTest(context: Context, form: Form): Promise<void> {
  const client = await context.client()
  const me = await ifOffered(client.call(users.me, {}))
  const { problems } = context.messages
  await form.ask('test', {
    fallback: me?.data.email,
    validate: async (text) =>
      text.split(',').every((each) => isAddress(each.trim())) || problems.bad_email,
  })
  form.set('draft', true)
}
