import { expect } from 'vitest'
import type { TestService } from './service.ts'
import { waitFor } from './wait.ts'

const csv = { 'content-type': 'text/csv' }

/** API calls for lists and their import jobs. */
export function jobsAt(server: Pick<TestService, 'api'>) {
  const { api } = server
  const get = async (list: number, job: number) =>
    (await api('GET', `/lists/${list}/jobs/${job}`)).body

  async function ended(list: number, job: number) {
    await waitFor(async () => (await get(list, job)).finished_at !== null, 60_000)
    return get(list, job)
  }

  return {
    get,
    ended,
    newList: async (name: string, more: object = {}): Promise<number> =>
      (await api('POST', '/lists', { name, ...more })).body.id,
    send: (list: number, content: string, query = '', headers: Record<string, string> = {}) =>
      api('POST', `/lists/${list}/import${query}`, content, { ...csv, ...headers }),
    /** Uploads a file and waits until its import job has finished. */
    async importFile(list: number, content: string, query = '') {
      const sent = await api('POST', `/lists/${list}/import${query}`, content, csv)
      expect(sent.status, JSON.stringify(sent.body)).toBe(202)
      return ended(list, sent.body.job_id)
    },
    contacts: async (list: number) => (await api('GET', `/lists/${list}/contacts?limit=500`)).body,
    errors: async (list: number, job: number): Promise<string> =>
      (await api('GET', `/lists/${list}/jobs/${job}/errors`)).body,
  }
}
