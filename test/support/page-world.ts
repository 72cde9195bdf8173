import { createTransport } from 'nodemailer'
import { startCatchAll } from '../../src/service/sandbox/catch-all.ts'
import { unsubscribeToken } from '../../src/service/subscription/unsubscribe-token.ts'
import { addList, addSender, campaignOf } from './mailing.ts'
import { newListOfFields, newSubscriber } from './pages.ts'
import { startService } from './service.ts'

const letter = `<h1 style="font:600 24px Georgia">Otoño en la tienda</h1>
<p>Hola Ana, esta semana llegan las <b>mantas de lana</b> y el <a href="https://tienda.example/mantas">catálogo nuevo</a>.</p>
<script>document.title = 'run'</script>`

/** A service with something on each of its pages. */
export async function startPageWorld() {
  const server = await startService()
  const { service, api, origin } = server
  await addSender(server)
  const catchAll = await startCatchAll(service)
  const smtp = createTransport({ url: catchAll.url })

  const subscriber = async () => {
    const list = await newListOfFields(server, { description: 'Novedades, cada lunes.' })
    const person = await newSubscriber(server, list.id, {
      customFields: { ciudad: 'Lugo', alta: 1_767_268_800, talla: 'M', temas: ['Cine', 'Mar'] },
    })
    const named = { campaignId: null, contactId: person.id, listId: list.id }
    return { ...person, list, leave: `/u/${unsubscribeToken(named, service.secrets.mac)}` }
  }

  /** Where an opt-in mail leads. */
  const invitation = async () => {
    const { id, publicId } = await newListOfFields(server, { double_optin: true })
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

  /** Messages in the inbox; the last one can be left with one click. */
  const inbox = async (leave: string) => {
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
      html: letter,
      list: { unsubscribe: origin + leave },
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

export type PageWorld = Awaited<ReturnType<typeof startPageWorld>>
