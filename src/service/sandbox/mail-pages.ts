import { type Page, textIn } from '../http/page.ts'
import type { Service } from '../service.ts'
import { inboxMessageOf, inboxMessages } from './inbox-message.ts'
import { localPage } from './loopback.ts'
import { listPage, messagePage, noMessage, parts } from './mail-view.ts'
import { readMessage } from './message.ts'
import { deleteMessages, findMessage } from './store.ts'

const perPage = 50

/** The sandbox's webmail, for this machine only. */
export const mailPages = ({ db }: Pick<Service, 'db'>): readonly Page[] => [
  localPage('GET', '/sandbox/mail', async ({ query, language }) => {
    const to = query.to?.trim() ?? ''
    const filter = { to: to || undefined, before: wholeNumber(query.before), limit: perPage + 1 }
    const found = await inboxMessages(db, filter)
    return listPage({
      language,
      to,
      messages: found.slice(0, perPage),
      hasMore: found.length > perPage,
    })
  }),
  localPage('POST', '/sandbox/mail', async ({ form }) => {
    if (textIn(form, 'act') === 'clear') await deleteMessages(db)
    return { status: 303, headers: { location: '?' } }
  }),
  localPage('GET', '/sandbox/mail/:id', async ({ params, query, language }) => {
    const row = await findMessage(db, wholeNumber(params.id) ?? 0)
    if (!row) return noMessage(language)
    const raw = Buffer.from(row.raw)
    const message = await inboxMessageOf(row, raw)
    const read = await readMessage(raw)
    const defaultPart = read.html === '' ? 'text' : 'html'
    const part = parts.find((each) => each === query.part) ?? defaultPart
    return messagePage({ language, message, read, part, source: raw.toString() })
  }),
  localPage('GET', '/sandbox/mail/:id/html', async ({ params, language }) => {
    const message = await findMessage(db, wholeNumber(params.id) ?? 0)
    if (!message) return noMessage(language)
    const { html } = await readMessage(Buffer.from(message.raw))
    return { status: 200, headers: framedHeaders, body: `<base target="_blank">${html}` }
  }),
]

/**
 * A message is untrusted content. It is shown without scripts and forms, in a separate origin. Its
 * images are loaded as in a mailbox, including the open pixel.
 */
const framedHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    'img-src https: http: data:',
    "style-src 'unsafe-inline' https:",
    'font-src https: data:',
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

const wholeNumber = (text = ''): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined
