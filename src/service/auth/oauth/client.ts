import type { Service } from '../../service.ts'
import { createDocumentReader } from './client-document.ts'
import type { Client } from './client-metadata.ts'
import { readClientId } from './registered-client.ts'

/** Finds a client by its id: the address of its metadata document, or what a registration returned. */
export type FindClient = (id: string, ip: string) => Promise<Client | undefined>

export function createFindClient(
  service: Pick<Service, 'db' | 'clock' | 'resolver' | 'secrets' | 'settings'>,
): FindClient {
  const readDocument = createDocumentReader(service)
  return async (id, ip) => {
    if (/^https?:/i.test(id)) return readDocument(id, ip)
    const metadata = readClientId(id, service.secrets.mac)
    return metadata && { id, host: null, ...metadata }
  }
}
