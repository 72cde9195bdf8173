import * as z from 'zod'
import { isFontName } from '../../core/mail/message-fonts.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'
import { as } from '../check.ts'
import { headerText, id, isWebOrigin } from './wire.ts'

const isColor = (text: string): boolean => /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text)

/** A text that the request can also remove, with null or an empty text. */
const removable = (
  isValid: (text: string) => boolean,
  code: Parameters<typeof as>[0],
  max = 2000,
) =>
  z
    .string()
    .max(max)
    .refine((text) => text === '' || isValid(text), as(code))
    .nullable()

const isUrlOf = (scheme: RegExp) => (text: string) => scheme.test(parseUrl(text)?.protocol ?? '')

/** Its origin becomes part of a header. */
const isLogo = (text: string) => isUrlOf(/^https:$/)(text) && isWebOrigin(new URL(text).origin)

export const brandEdit = z
  .strictObject({
    name: headerText(100).nullable(),
    /** Only https: a page over https shows no other image. */
    logo_url: removable(isLogo, 'not_https'),
    color: removable(isColor, 'bad_color'),
    font: removable(isFontName, 'bad_font'),
    site: removable(isUrlOf(/^https?:$/), 'bad_url'),
    /** The postal address, which may have several lines. */
    address: z.string().max(500).nullable(),
    privacy_url: removable(isUrlOf(/^https?:$/), 'bad_url'),
    /** Only for this list. By default for the whole account. */
    list_id: id,
  })
  .partial()

const values = {
  name: z.string().nullable(),
  logo_url: z.string().nullable(),
  color: z.string().nullable(),
  font: z.string().nullable(),
  site: z.string().nullable(),
  address: z.string().nullable(),
  privacy_url: z.string().nullable(),
}

export const brand = z.object({
  ...values,
  /** Null: the brand of the account. */
  list_id: id.nullable(),
  /** What pages and messages show: the values of the list, or else of the account. */
  shown: z.object({ ...values, name: z.string() }),
})
