import { createOutbound } from '../../outbound.ts'
import type { Service } from '../../service.ts'
import type { FetchText } from './relay-hook.ts'

/** A certificate has 2 kB. */
const mostBytes = 64 * 1024

/** Over https from public addresses alone, whatever the operator allows to webhooks. */
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
        if (length > mostBytes) return undefined
        chunks.push(chunk)
      }
      return Buffer.concat(chunks).toString()
    } catch {
      return undefined // broken off: the relay comes again
    } finally {
      await outbound.close()
    }
  }
