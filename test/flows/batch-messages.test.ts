import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startService } from '../support/service.ts'

test.skipIf(process.env.REMITE_TEST_DATABASE_URL)(
  'a batch goes to the thread of SQLite in three messages: reads, writes, and the commit',
  async () => {
    const server = await startService()
    onTestFinished(() => server.close())
    const { id } = (await server.api('POST', '/lists', { name: 'Clientes' })).body
    const { id: field } = (
      await server.api('POST', `/lists/${id}/fields`, { name: 'Talla', type: 'text' })
    ).body
    const contacts = Array.from({ length: 1000 }, (_, index) => ({
      email: `cliente.${index}@correo.example`,
      customFields: { [field]: 'M' },
    }))
    const sent = vi.spyOn(Worker.prototype, 'postMessage')
    onTestFinished(() => sent.mockRestore())
    const headers = { 'idempotency-key': 'batch 1' }
    const { body } = await server.api('POST', `/lists/${id}/contacts`, { contacts }, headers)
    expect(body).toMatchObject({ created: 1000, errors: [] })
    expect(sent).toHaveBeenCalledTimes(3)
    const again = await server.api('POST', `/lists/${id}/contacts`, { contacts }, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(body)
  },
)
