import type { InboxMessage, OpenMessage } from '../sandbox/inbox.ts'

const person =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const scanner = 'BarracudaLinkChecker/1.0'

const pageSize = 500
const atOnce = 8

interface Audience {
  origin: string
  subject: string
  /** The percentages that open, click, unsubscribe, and have a scanner that opens links. */
  percent: { open: number; click: number; leave: number; scan: number }
}

interface Readers {
  opened: number
  clicked: number
  left: number
}

/**
 * Simulates readers: takes the pixel, the links and the unsubscribe URL from the delivered messages and
 * requests them over HTTP. Returns how many contacts did what.
 */
export async function readMessages(audience: Audience): Promise<Readers> {
  const { origin, percent } = audience
  const messages = await findMessages(audience)
  const waiting = messages.entries()
  const readers: Readers = { opened: 0, clicked: 0, left: 0 }
  const work = async () => {
    for (const [index, { id }] of waiting) {
      const percentile = index % 100
      const isScanned = percentile >= 100 - percent.scan
      if (percentile >= percent.open && !isScanned) continue
      const message = await get<OpenMessage>(origin, `/sandbox/inbox/${id}`)
      await open(message, isScanned ? scanner : person)
      if (isScanned) continue
      readers.opened++
      if (percentile < percent.click && (await click(message))) readers.clicked++
      if (percentile < percent.leave && (await leave(message))) readers.left++
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
  return answer.json() as Promise<Content> // our own sandbox
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

/** One-click unsubscribe (RFC 8058), as a mailbox provider does it. */
async function leave({ headers }: OpenMessage): Promise<boolean> {
  const header = headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')
  const url = /<(https?:[^<>]+)>/.exec(header?.value ?? '')?.[1]
  if (!url) return false
  await visit(url, {
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
