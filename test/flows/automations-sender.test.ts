import { afterEach, beforeEach, expect, test } from 'vitest'
import { linearGraph, startAutomation } from '../support/automations/automations.ts'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let sink: Sink
let server: TestService
let list: number
beforeEach(async () => {
  sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  await addSender(server)
  list = await addList(server, [])
})
afterEach(async () => {
  await server.close()
  await sink.stop()
})

/** Lets a contact join the list, and returns what its welcome shows of the sender and the account. */
async function welcome(email: string) {
  const before = sink.messages().length
  expect((await server.api('POST', `/lists/${list}/contacts`, { email })).status).toBe(200)
  await waitFor(() => sink.messages().length > before, 20_000)
  const raw = sink.messages().at(-1)?.raw ?? Buffer.alloc(0)
  const { replyTo, html = '' } = await parseMessage(raw)
  return {
    replyTo: replyTo?.map(({ address }) => address),
    signedFor: /^DKIM-Signature:[\s\S]*?\bd=([^;]+);/im.exec(raw.toString())?.[1],
    footer: /Darse de baja|Unsubscribe/.exec(html || '')?.[0],
  }
}

test('a running automation follows changes of its sender and of the account at once', async () => {
  await startAutomation(
    server.api,
    linearGraph({ type: 'list_joined', list_id: list }, [
      {
        id: 'hola',
        type: 'send',
        config: { asunto: 'Hola', from_mail: 'hola@tienda.example', html: '<p>Hola</p>' },
      },
    ]),
  )
  const first = await welcome('ana@correo.example')
  expect(first).toMatchObject({ replyTo: undefined, signedFor: 'tienda.example' })

  // The domain is checked again, and the DNS does not have our keys any more.
  const sender = {
    from_name: 'Tienda',
    from_mail: 'hola@tienda.example',
    reply_to: 'respuestas@tienda.example',
  }
  expect((await server.api('POST', '/senders', sender)).status).toBe(200)
  const second = await welcome('eva@correo.example')
  expect(second).toEqual({
    replyTo: ['respuestas@tienda.example'],
    signedFor: 'mail.example',
    footer: first.footer,
  })

  const language = first.footer === 'Unsubscribe' ? 'es' : 'en'
  expect((await server.api('PUT', '/users/me', { language })).status).toBe(200)
  const footer = language === 'es' ? 'Darse de baja' : 'Unsubscribe'
  expect(await welcome('leo@correo.example')).toEqual({ ...second, footer })
})
