import { createTransport } from 'nodemailer'
import { startCatchAll } from '../../../src/service/sandbox/catch-all.ts'
import { unsubscribeToken } from '../../../src/service/subscription/unsubscribe-token.ts'
import { addList, addSender, campaignOf } from '../campaign-fixtures.ts'
import { startService } from '../service.ts'
import { newListWithFields, newSubscriber } from './pages.ts'

const messageHtml = `<h1 style="font:600 24px Georgia">Otoño en la tienda</h1>
<p>Hola Ana, esta semana llegan las <b>mantas de lana</b> y el <a href="https://tienda.example/mantas">catálogo nuevo</a>.</p>
<script>document.title = 'run'</script>`

/** Starts a service and offers functions that give each of its pages some content. */
export async function startPageFixtures() {
  const server = await startService()
  const { service, api, origin } = server
  await addSender(server)
  const catchAll = await startCatchAll(service)
  const smtp = createTransport({ url: catchAll.url })

  const subscriber = async () => {
    const list = await newListWithFields(server, { description: 'Novedades, cada lunes.' })
    const person = await newSubscriber(server, list.id, {
      customFields: { ciudad: 'Lugo', alta: 1_767_268_800, talla: 'M', temas: ['Cine', 'Mar'] },
    })
    const ids = { campaignId: null, contactId: person.id, listId: list.id }
    return { ...person, list, unsubscribePage: `/u/${unsubscribeToken(ids, service.secrets.mac)}` }
  }

  /** The page behind the link of an opt-in mail. */
  const invitation = async () => {
    const { id, publicId } = await newListWithFields(server, { double_optin: true })
    const email = `luz${id}@example.org`
    const customFields = { ciudad: 'Vigo' }
    await api('POST', '/public/subscribe', { list_id: publicId, email, customFields })
    const mail = await service.db
      .selectFrom('messages')
      .select('text')
      .where('to_mail', '=', email)
      .executeTakeFirstOrThrow()
    const page = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').pathname
    return { page, email, list: id }
  }

  const archive = async () => {
    const list = await addList(server, ['ana@correo.example'])
    for (const [asunto, preheader] of [
      ['Mantas de lana, al fin', 'Lo que llega esta semana'],
      ['Nuestra carta de otoño', 'Setas, castañas y vino nuevo'],
      ['Cerramos por vacaciones', ''],
    ]) {
      const html = `<h1>${asunto}</h1><p>Hola.</p>`
      const draft = campaignOf(list, { asunto, preheader, html, draft: true })
      const { body } = await api('POST', '/campaigns', draft)
      await service.db
        .updateTable('campaigns')
        .set({ status: 'sent', started_at: service.clock.now() })
        .where('id', '=', body.id)
        .execute()
      await api('PUT', `/campaigns/${body.id}/archive`, { public: true, slug: `carta-${body.id}` })
    }
    return `/archive/${server.accountId}`
  }

  /** Puts messages into the inbox. The last one has one-click unsubscribe. */
  const inbox = async (unsubscribePage: string) => {
    await smtp.sendMail({
      from: 'hola@tienda.example',
      to: 'eva@example.org',
      subject: 'Tu código',
      text: '123456',
    })
    await smtp.sendMail({
      from: 'hola@tienda.example',
      to: 'ana@example.org',
      subject: 'Otoño en la tienda',
      html: messageHtml,
      list: { unsubscribe: origin + unsubscribePage },
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    })
    const [{ id }] = (await server.request('GET', '/sandbox/inbox?limit=1')).body
    return `/sandbox/mail/${id}`
  }

  return {
    server,
    subscriber,
    invitation,
    archive,
    inbox,
    async close() {
      smtp.close()
      await catchAll.close()
      await server.close()
    },
  }
}

export type PageFixtures = Awaited<ReturnType<typeof startPageFixtures>>
