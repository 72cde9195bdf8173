import * as z from 'zod'
import { isAddress } from '../../core/address.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'
import { as } from '../check.ts'

/** Ids are integers in JSON. Requests may also contain them as text. */
export const id = z.int().positive()
export const idOrText = z.union([id, z.string().regex(/^\d{1,15}$/)])

/** A number that is compared or summed. Both databases round larger ones, and PostgreSQL cannot add all of them. */
export const amount = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)

/** ISO 8601 in UTC, for responses. */
export const instant = z.iso.datetime()
/** ISO 8601 with any offset, for requests. */
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

/**
 * The specification does not type its flags: all spellings of on and off are accepted, and a
 * missing flag is off.
 */
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

/** Text for a mail header. A line break would inject headers. */
export const headerText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/[\r\n]/.test(text), as('header_break'))

/** A complete http or https URL. */
export const webAddress = z.string().max(2000).refine(isWebAddress, as('bad_url'))

function isWebAddress(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '')
}

/** Stands for any origin. */
export const anyOrigin = '*'

/** The origin of a URL: `https://shop.example`; or `*`. */
export const scriptOrigin = z
  .string()
  .max(300)
  .refine((text) => text === anyOrigin || isWebOrigin(text), as('bad_origin'))

/** A URL may contain `;`, `,` and `*` in its host, which mean something else in a header. */
const normalOrigin = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d+)?$/

export function isWebOrigin(text: string): boolean {
  if (!isWebAddress(text)) return false
  const { origin, href } = new URL(text)
  return href === `${origin}/` && normalOrigin.test(origin)
}

export const count = z.int().nonnegative()
/** A fraction from 0 to 1, not a percentage. */
export const rate = z.number().min(0).max(1)

export const ok = z.object({ ok: z.boolean() })
export const okWithId = z.object({ ok: z.boolean(), id })
export const success = z.object({ success: z.boolean() })

const defaultPage = 50
export const maxPageSize = 500

/** The common query of all lists. Endpoints add their filters. */
export const pageQuery = {
  limit: z.int().min(1).max(maxPageSize).default(defaultPage),
  /** The longest contains a name of 255 characters. */
  cursor: z.string().max(2048).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  fields: z.string().max(1000).optional(),
}
