import type { InboxMessage, OpenMessage } from '../sandbox/inbox.ts'

/** An ordinary mail program of a person. */
const agent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Thunderbird/128.0'

const pageSize = 500
const atOnce = 8

export interface Wishes {
  origin: string
  subject: string
  /** Of all who got it, how many of a hundred open it, and how many of a hundred click. */
  openPercent: number
  clickPercent: number
}

/**
 * People who really open and click: the pixel and the links are taken out of the messages that
 * arrived, and fetched. Returns how many did.
 */
export async function readMessages(wishes: Wishes): Promise<{ opened: number; clicked: number }> {
  const messages = await findMessages(wishes)
  const readers = messages.filter((_, at) => at % 100 < wishes.openPercent)
  const clickers = new Set(messages.filter((_, at) => at % 100 < wishes.clickPercent))
  const waiting = readers.values()
  let clicked = 0
  const work = async () => {
    for (const message of waiting) {
      const { html, links } = await get<OpenMessage>(wishes.origin, `/sandbox/inbox/${message.id}`)
      const pixel = /<img[^>]+src="([^"]+\/o\/[^"]+)"/.exec(html)?.[1]
      if (pixel) await visit(pixel)
      const link = links.find((url) => url.includes('/c/'))
      if (!clickers.has(message) || !link) continue
      await visit(link)
      clicked++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { opened: readers.length, clicked }
}

async function findMessages({ origin, subject }: Wishes): Promise<InboxMessage[]> {
  const found: InboxMessage[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: InboxMessage[] = await get(
      origin,
      `/sandbox/inbox?limit=${pageSize}&after=${after}`,
    )
    found.push(...page.filter((message) => message.subject.includes(subject)))
    after = page.at(-1)?.id
  }
  return found
}

async function get<Content>(origin: string, path: string): Promise<Content> {
  const answer = await fetch(new URL(path, origin))
  return answer.json() as Promise<Content> // our own sandbox answers
}

async function visit(url: string): Promise<void> {
  const answer = await fetch(url, { redirect: 'manual', headers: { 'user-agent': agent } })
  await answer.arrayBuffer()
}
