import type { Executor } from '../database/dialect.ts'
import type { AllowsOrigin, VisitorSubject } from '../http/cross-origin.ts'
import { mayScriptsRead } from '../lists/form.ts'
import { isOriginOfAnyList } from '../lists/form-origins-store.ts'
import { findListById, findPublicList, type List } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { readXsid } from './subscriber-xsid.ts'

/** Decides by the list that a visitor's request is about, which names the sites of its forms. */
export const allowsOrigin =
  (service: Pick<Service, 'db' | 'secrets'>): AllowsOrigin =>
  async (origin, subject) => {
    const list = await listOf(service, subject)
    return list ? mayScriptsRead(service.db, list, origin) : isOriginOfAnyList(service.db, origin)
  }

async function listOf(
  { db, secrets }: Pick<Service, 'db' | 'secrets'>,
  { xsid, list }: VisitorSubject,
): Promise<List | undefined> {
  if (xsid !== undefined) return listOfXsid(db, readXsid(secrets.sids, xsid))
  return list === undefined ? undefined : findPublicList(db, list)
}

const listOfXsid = async (
  db: Executor,
  named: ReturnType<typeof readXsid>,
): Promise<List | undefined> => named && findListById(db, named.listId)
