import { isWebOrigin } from '../../contract/shapes/wire.ts'
import type { List } from './store.ts'

/** The page of a list's form. Forms on other sites post to it as well. */
export const formPath = '/f/:list'

export const formUrl = (publicUrl: string, { public_id }: Pick<List, 'public_id'>): string =>
  publicUrl + formPath.replace(':list', encodeURIComponent(public_id))

type Sites = Pick<List, 'form_origins'>

/** Checked again, because older versions stored other texts, and the origins become a header. */
export const formOriginsOf = ({ form_origins }: Sites): string[] =>
  (JSON.parse(form_origins) as string[]) // only the function below writes it
    .filter(isWebOrigin)

export const serializeOrigins = (origins: readonly string[]): string =>
  JSON.stringify([...new Set(origins.map((each) => new URL(each).origin))])

/**
 * Returns the normalised URL to redirect to after a form was submitted, if it belongs to a site of
 * the list. Undefined for any other: otherwise anyone could build a form that uses this service as
 * an open redirect.
 */
export function allowedRedirect(list: Sites, address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { origin, href, username, password } = new URL(address)
  return formOriginsOf(list).includes(origin) && username + password === '' ? href : undefined
}
