import { anyOrigin, isWebOrigin } from '../../contract/shapes/wire.ts'
import { refuse } from '../../core/failure.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'
import type { Executor } from '../database/dialect.ts'
import { allowsAnyOrigin } from './form-origins-store.ts'
import type { List } from './store.ts'

/** The page of a list's form. Forms on other sites post to it as well. */
export const formPath = '/f/:list'

export const formUrl = (publicUrl: string, { public_id }: Pick<List, 'public_id'>): string =>
  publicUrl + formPath.replace(':list', encodeURIComponent(public_id))

type Sites = Pick<List, 'form_origins'>

const readOrigins = ({ form_origins }: Sites): string[] => JSON.parse(form_origins) // `prepareOrigins` writes it

/**
 * Returns the sites that may embed the form. Checked again, because older versions stored other
 * texts, and the origins become a header.
 */
export const formOriginsOf = (list: Sites): string[] => readOrigins(list).filter(isWebOrigin)

/** Returns the origins as the API shows them: sites, and `*` for scripts of any site. */
export const shownOrigins = (list: Sites): string[] =>
  readOrigins(list).filter((origin) => origin === anyOrigin || isWebOrigin(origin))

/**
 * Returns whether a script of the origin may read answers about the list. `*` applies only to
 * scripts, and only while the account allows it: redirects and frames need a site's name.
 */
export async function mayScriptsRead(
  db: Executor,
  list: Sites & Pick<List, 'account_id'>,
  origin: string,
): Promise<boolean> {
  const named = shownOrigins(list)
  if (named.includes(origin)) return true
  return named.includes(anyOrigin) && (await allowsAnyOrigin(db, list.account_id))
}

/** Serializes the origins in their normal form. Throws `invalid` for a `*` without permission. */
export async function prepareOrigins(
  db: Executor,
  accountId: number,
  origins: readonly string[],
): Promise<string> {
  const any = origins.indexOf(anyOrigin)
  if (any !== -1 && !(await allowsAnyOrigin(db, accountId))) {
    refuse([{ field: `form_origins.${any}`, code: 'any_origin_off' }])
  }
  const normal = origins.map((each) => (each === anyOrigin ? each : new URL(each).origin))
  return JSON.stringify([...new Set(normal)])
}

/**
 * Returns the normalised URL to redirect to after a form was submitted, if it belongs to a site of
 * the list. Undefined for any other: otherwise anyone could build a form that uses this service as
 * an open redirect.
 */
export function allowedRedirect(list: Sites, address: string | undefined): string | undefined {
  const url = address === undefined ? undefined : parseUrl(address)
  if (!url) return undefined
  const { origin, href, username, password } = url
  return formOriginsOf(list).includes(origin) && username + password === '' ? href : undefined
}
