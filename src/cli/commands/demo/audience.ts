import type { InboxMessage, OpenMessage } from '../sandbox/inbox.ts'

const person =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const scanner = 'BarracudaLinkChecker/1.0'

const pageSize = 500
const atOnce = 8

export interface Audience {
  origin: string
  subject: string
  /** Of a hundred who got it, how many open it, click, leave, and have a scanner look at their mail. */
  percent: { open: number; click: number; leave: number; scan: number }
}

export interface Readers {
  opened: number
  clicked: number
  left: number
}

/**
 * People who really read: the pixel, the links and the way out are taken from the messages that
 * arrived, and asked for over HTTP. Returns how many people did what.
 */
export async function readMessages(audience: Audience): Promise<Readers> {
  const { origin, percent } = audience
  const messages = await findMessages(audience)
  const waiting = messages.entries()
  const readers: Readers = { opened: 0, clicked: 0, left: 0 }
  const work = async () => {
    for (const [at, { id }] of waiting) {
      const place = at % 100
      const isScanned = place >= 100 - percent.scan
      if (place >= percent.open && !isScanned) continue
      const message = await get<OpenMessage>(origin, `/sandbox/inbox/${id}`)
      await open(message, isScanned ? scanner : person)
      if (isScanned) continue
      readers.opened++
      if (place < percent.click && (await click(message))) readers.clicked++
      if (place < percent.leave && (await leave(message))) readers.left++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return readers
}

async function findMessages({ origin, subject }: Audience): Promise<InboxMessage[]> {
  const found: InboxMessage[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const query = new URLSearchParams({ limit: String(pageSize), after: String(after) })
    const page: InboxMessage[] = await get(origin, `/sandbox/inbox?${query}`)
    found.push(...page.filter((message) => message.subject === subject))
    after = page.at(-1)?.id
  }
  return found
}

async function get<Content>(origin: string, path: string): Promise<Content> {
  const answer = await fetch(new URL(path, origin))
  return answer.json() as Promise<Content> // our own sandbox answers
}

async function open({ html }: OpenMessage, agent: string): Promise<void> {
  const pixel = /<img\s[^<>]*src="([^"<>]+\/o\/[^"<>]+)"/.exec(html)?.[1]
  if (pixel) await visit(pixel, { headers: { 'user-agent': agent } })
}

async function click({ links }: OpenMessage): Promise<boolean> {
  const link = links.find((url) => url.includes('/c/'))
  if (!link) return false
  await visit(link, { headers: { 'user-agent': person } })
  return true
}

/** The one click of RFC 8058, as a mailbox does it. */
async function leave({ headers }: OpenMessage): Promise<boolean> {
  const header = headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')
  const way = /<(https?:[^<>]+)>/.exec(header?.value ?? '')?.[1]
  if (!way) return false
  await visit(way, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  return true
}

async function visit(url: string, request: RequestInit): Promise<void> {
  const answer = await fetch(url, { ...request, redirect: 'manual' })
  await answer.arrayBuffer()
}
