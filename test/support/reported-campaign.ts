import { addList, addSender, campaignOf, untilStatus } from './campaign-fixtures.ts'
import { type TestClock, testClock } from './clock.ts'
import { addFact } from './figures/campaign-facts.ts'
import { parseMessage, startSink } from './mail/smtp-sink.ts'
import { startService, type TestService } from './service.ts'
import { waitFor } from './wait.ts'

const browser =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'
const hourMs = 3_600_000

/** A message with what a report must not take over: scripts, frames, forms and files of other sites. */
const message = `<!doctype html><html><head><title>Rebajas</title><link rel="stylesheet" href="https://cdn.example/mail.css">
<style>@import "https://cdn.example/a.css"; body { background: url(https://cdn.example/bg.png) } .boton { background: #7a3e00 }</style>
<script>document.title = 'ran'</script></head><body style="margin:0;background:#faf5ef;font-family:Georgia,serif">
<table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" style="background:#fff"><tr><td style="padding:24px">
<a href="https://panaderia.example/"><img src="https://cdn.example/logo.png" width="220" height="48" alt="Pan de Lugo"></a>
<h1 style="font-size:28px;color:#3b2410">El pan de marzo ya está aquí</h1>
<p>Hola {{ nombre | default: "amiga" }}: este mes horneamos centeno, trigo del país y una hogaza con nueces.</p>
<!--[if mso]><v:roundrect href="https://panaderia.example/pedido"></v:roundrect><![endif]-->
<p><a class="boton" style="display:inline-block;padding:12px 20px;color:#fff;background:#7a3e00" href="https://panaderia.example/pedido">Haz tu pedido</a></p>
<img src="https://cdn.example/hogaza.jpg" width="552" height="140" alt="Una hogaza de centeno recién horneada" onerror="alert(1)">
<p>Lee <a href="https://panaderia.example/receta?q=1&amp;r=2">la receta de la tostada</a> o mira
<a href="https://panaderia.example/cursos/{{ ciudad }}">los talleres de tu ciudad</a>. El centeno aguanta una semana.</p>
<form action="https://evil.example"><input name="q"><button>Enviar</button></form>
<iframe src="https://evil.example/frame"></iframe><img src="https://cdn.example/pixel.gif" width="1" height="1">
<p style="font-size:12px;color:#5c5c5c">Panadería de Lugo, Rúa do Miño 4. <a href="{{ unsubscribe_url }}">Darse de baja</a></p>
</td></tr></table></body></html>`

export interface ReportedCampaign {
  server: TestService
  clock: TestClock
  id: number
  /** An earlier campaign of the account. */
  earlier: number
  close(): Promise<void>
}

/** Two sent campaigns. The second one was opened, clicked and bounced. */
export async function startReportedCampaign(size = 8): Promise<ReportedCampaign> {
  const clock = testClock()
  const sink = await startSink()
  const settings = { smtpUrl: sink.url, machineWindowMs: 10_000 }
  const server = await startService({ clock, workers: true, settings })
  await addSender(server)
  const list = await addList(
    server,
    Array.from({ length: size }, (_, nth) => ({
      email: `p${nth}@${nth % 3 === 0 ? 'gmail' : 'correo'}.example`,
      fields: { ciudad: 'Lugo' },
    })),
  )
  const send = async (more: object): Promise<number> => {
    const { body } = await server.api('POST', '/campaigns', campaignOf(list, more))
    await untilStatus(server, body.id, 'sent')
    return body.id
  }
  const earlier = await send({ camp_name: 'Febrero', asunto: 'El pan de febrero' })
  clock.advance(hourMs)
  const before = sink.messages().length
  const id = await send({
    camp_name: 'Marzo',
    asunto: 'El pan de marzo <3',
    preheader: 'Centeno, trigo & nueces',
    html: message,
    from_name: 'Pan de Lugo',
    track_reads: true,
    track_links: true,
  })
  await visitAll(sink.messages().slice(before))
  await bounce()
  return {
    server,
    clock,
    id,
    earlier,
    close: async () => {
      await server.close()
      await sink.stop()
    },
  }

  /** Half of the people open the message, some later than others, and a few of them click. */
  async function visitAll(mails: readonly { raw: Buffer }[]): Promise<void> {
    const get = (path: string) => server.request('GET', path, undefined, { 'user-agent': browser })
    clock.advance(60_000)
    let clicks = 0
    const openers = mails.slice(0, size / 2)
    for (const [nth, { raw }] of openers.entries()) {
      if (nth % 2 === 1) clock.advance(hourMs * Math.ceil(nth / 2))
      const html = (await parseMessage(raw)).html ?? ''
      const links = [...html.matchAll(/href="([^"]+\/c\/[^"]+)"/g)].map(([, url]) => pathOf(url))
      await get(pathOf(/src="([^"]+\/o\/[^"]+)"/.exec(html)?.[1]))
      // Of the links, the second one stands in the comment for Outlook.
      const clicked = nth === 0 ? [2, 3] : nth % 2 === 0 ? [2] : []
      for (const link of clicked) await get(links[link] ?? '')
      clicks += clicked.length
    }
    await waitFor(async () => {
      clock.advance(50)
      const { body } = await server.api('GET', `/campaigns/${id}/stats`)
      return body.unique_opens === openers.length && body.clicks === clicks
    })
  }

  async function bounce(): Promise<void> {
    const recipients = await server.service.db
      .selectFrom('recipients')
      .select(['id', 'contact_id'])
      .where('campaign_id', '=', id)
      .orderBy('id', 'desc')
      .execute()
    const hour = Math.floor(clock.now() / hourMs)
    await addFact(server, id, recipients, { what: 'bounce', nth: 0, hour, isHard: true })
  }
}

const pathOf = (url = '') => new URL(url).pathname
