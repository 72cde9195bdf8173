import { createOutbound } from '../../outbound.ts'
import type { Service } from '../../service.ts'
import type { FetchText } from './relay-hook.ts'

/** Certificates have 2 kB. */
const maxBytes = 64 * 1024

/** Fetches over https from public addresses only, even if the operator allows private webhooks. */
export const fetchText =
  ({ resolver, clock }: Service): FetchText =>
  async (url) => {
    const outbound = createOutbound({ resolver, clock, allowsPrivate: false })
    try {
      const reply = await outbound.get(url)
      if (!('body' in reply)) return undefined
      const chunks: Buffer[] = []
      let length = 0
      for await (const chunk of reply.body) {
        length += chunk.length
        if (length > maxBytes) return undefined
        chunks.push(chunk)
      }
      return Buffer.concat(chunks).toString()
    } catch {
      return undefined // connection lost: the provider retries
    } finally {
      await outbound.close()
    }
  }
