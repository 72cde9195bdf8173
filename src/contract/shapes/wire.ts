import * as z from 'zod'
import { isAddress } from '../../core/address.ts'
import { as } from '../check.ts'

/** Ids are integers in JSON; both numbers and digits as text are taken on the way in. */
export const id = z.int().positive()
export const idOrText = z.union([id, z.string().regex(/^\d{1,15}$/)])

/** ISO 8601 in UTC, as we write it. */
export const instant = z.iso.datetime()
/** ISO 8601 with any offset, as we read it. */
export const instantIn = z.iso.datetime({ offset: true })

export const zone = z.string().max(64).refine(isZone, as('bad_zone'))

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The specification's flags have no type: every spelling of on and off is taken, absent is off. */
export const flag = z.union([
  z.boolean(),
  z.literal([0, 1]),
  z.enum(['1', 'true', '0', 'false', '']),
])
export const isOn = (value: z.output<typeof flag> | undefined): boolean =>
  value === true || value === 1 || value === '1' || value === 'true'

export const email = z
  .string()
  .max(320)
  .refine((text) => isAddress(text), as('bad_email'))

/** Text that ends in a mail header: a line break there would let it write headers of its own. */
export const headerText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/[\r\n]/.test(text), as('header_break'))

/** An address on the web that can be opened: http or https, whole. */
export const webAddress = z.string().max(2000).refine(isWebAddress, as('bad_url'))

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** The beginning of a web address, up to where its path would begin: `https://shop.example`. */
export const webOrigin = z.string().max(300).refine(isWebOrigin, as('bad_origin'))

function isWebOrigin(text: string): boolean {
  if (!isWebAddress(text)) return false
  const { pathname, search, hash, username, password } = new URL(text)
  return pathname + search + hash + username + password === '/'
}

export const count = z.int().nonnegative()
/** A share from 0 to 1, not a percentage. */
export const rate = z.number().min(0).max(1)

export const ok = z.object({ ok: z.boolean() })
export const okWithId = z.object({ ok: z.boolean(), id })
export const success = z.object({ success: z.boolean() })

const defaultPage = 50
export const largestPage = 500

/** The query of every list, beside its own filters. */
export const pageQuery = {
  limit: z.int().min(1).max(largestPage).default(defaultPage),
  cursor: z.string().max(512).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  fields: z.string().max(1000).optional(),
}
