import { waitFor } from '../wait.ts'
import type { World } from './world.ts'

const browser =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'

interface Mail {
  id: number
  html: string
  links: readonly string[]
}

/** Lets the first readers of the last campaign open it, and some of them click its first link. */
export async function readMail(
  { server, clock }: World,
  { opens, clicks }: { opens: number; clicks: number },
): Promise<void> {
  const { body } = await server.request('GET', '/sandbox/inbox?limit=200')
  const mails: { id: number; to: string; subject: string }[] = body
  const sent = mails
    .filter(({ subject }) => subject.startsWith('Pan de primavera'))
    // Messages that are under way together arrive in any order.
    .sort((a, b) => a.to.localeCompare(b.to, 'en'))
    .slice(0, opens)
  const get = (url = '') =>
    server.request('GET', new URL(url).pathname, undefined, { 'user-agent': browser })
  for (const [nth, { id }] of sent.entries()) {
    const { body } = await server.request('GET', `/sandbox/inbox/${id}`)
    const { html, links }: Mail = body
    await get(/src="([^"]+\/o\/[^"]+)"/.exec(html)?.[1])
    if (nth < clicks) await get(links.find((url) => url.includes('/c/')))
  }
  const { db } = server.service
  await waitFor(async () => {
    clock.advance(1000)
    const { opened } = await db
      .selectFrom('recipients')
      .select(({ fn }) => fn.count<number>('opened_at').as('opened'))
      .executeTakeFirstOrThrow()
    return Number(opened) >= sent.length
  })
}
