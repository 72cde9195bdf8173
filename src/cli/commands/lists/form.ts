import { items } from '../../../client/paging.ts'
import type { Answer } from '../../../contract/endpoint.ts'
import { fields } from '../../../contract/modules/fields.ts'
import { lists } from '../../../contract/modules/lists.ts'
import { Failure } from '../../../core/failure.ts'
import { stripControls } from '../../../core/safe-text.ts'
import { parseUrl } from '../../../core/urls/parse-url.ts'
import { dayOf } from '../../../html/field-control.ts'
import { listControl, personControls, subscribeForm } from '../../../html/subscribe-form.ts'
import { matchListed } from '../../../tabular/value-list.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'

export const command = defineCommand({
  endpoint: lists.get,
  positionals: ['id'],
  options: { redirect: { kind: 'text', placeholder: 'URL' } },
  examples: [
    'lists form Customers > form.html',
    'lists form Customers --lang es --redirect https://shop.example/thanks',
  ],
  failures: ['usage', 'not_offered'],
  async run(context, { input, options: { redirect } }) {
    const client = await context.client()
    const { data: list } = await client.call(lists.get, input)
    // A server without a form URL accepts no forms from other sites.
    if (!list.form_url) throw new Failure('not_offered')
    if (redirect !== undefined) refuseElsewhere(redirect, list.form_origins)
    const controls = []
    const everything = { limit: Number.POSITIVE_INFINITY, all: true }
    for await (const field of items(client, fields.list, { id: list.id }, everything)) {
      if (!field.internal) controls.push(listControl(field, defaultOf(field)))
    }
    const { pages } = context.messages
    const form = subscribeForm({
      language: context.settings.language.value,
      action: list.form_url,
      controls: [...personControls(pages), ...controls],
      redirect,
      messages: pages,
    })
    return show(context, { form_url: list.form_url, html: stripControls(form.text) })
  },
  view: { fields: [text('form_url'), text('html')] },
})

/** Refuses a return URL that the service would ignore silently. */
function refuseElsewhere(address: string, origins: readonly string[]): void {
  const url = parseUrl(address)
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol)
  if (isWeb && origins.includes(url.origin)) return
  const code = isWeb ? 'not_its_site' : 'bad_url'
  throw new Failure('usage', { problems: [{ field: '--redirect', code }] })
}

type Field = Answer<typeof fields.list>['items'][number]

/** The initial values of the controls. */
function defaultOf({ type, options, default: text }: Field): string[] {
  if (!text) return []
  if (type === 'date') return [dayOf(Number(text))]
  if (type === 'boolean') return [/^(1|true)$/.test(text) ? 'true' : 'false']
  if (type !== 'multi') return [text]
  return matchListed(text, (value) => (options.includes(value) ? value : undefined)) ?? []
}

/** Prints the HTML, to be pasted into a page. Programs also get the URL of the hosted form. */
async function show({ output }: Context, one: { form_url: string; html: string }) {
  if (output.format !== 'table' && output.format !== 'tsv') return { one }
  await output.write(one.html)
  return undefined
}
