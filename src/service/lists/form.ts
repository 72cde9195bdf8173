import type { List } from './store.ts'

/** The page of a list's form; it is posted to as well, from wherever the form stands. */
export const formPath = '/f/:list'

export const formUrl = (publicUrl: string, { public_id }: Pick<List, 'public_id'>): string =>
  publicUrl + formPath.replace(':list', encodeURIComponent(public_id))

type Sites = Pick<List, 'form_origins'>

export const originsOf = ({ form_origins }: Sites): string[] => JSON.parse(form_origins) as string[] // written below alone

export const writeOrigins = (origins: readonly string[]): string =>
  JSON.stringify([...new Set(origins.map((each) => new URL(each).origin))])

/**
 * Where a form leads once it was taken, as browsers will read it: a page of the list's own sites.
 * Undefined for any other, since anybody can write a form with our address and a page of theirs.
 */
export function pageAfter(list: Sites, address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { origin, href, username, password } = new URL(address)
  return originsOf(list).includes(origin) && username + password === '' ? href : undefined
}
