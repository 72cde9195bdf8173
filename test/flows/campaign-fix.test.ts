import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
let list: number
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  await addSender(server)
  const fields = { ciudad: 'Ávila', apellidos: 'Ruiz' }
  list = await addList(server, [{ email: 'ana@correo.example', nombre: 'Ana', fields }])
})
afterAll(() => server.close())

const mailchimp = `<p>Hola *|FNAME|* *|LNAME|*</p>
*|IF:CIUDAD|*<p>Tu tienda de *|CIUDAD|*</p>*|ELSE:|*<p>Tu tienda</p>*|END:IF|*
<p>*|LIST:COMPANY|*</p><a href="*|UNSUB|*">Baja</a>`

const translated = `<p>Hola {{ nombre }} {{ apellidos }}</p>
{% if ciudad != blank %}<p>Tu tienda de {{ ciudad }}</p>{% else %}<p>Tu tienda</p>{% endif %}
<p>*|LIST:COMPANY|*</p><a href="{{ unsubscribe_url }}">Baja</a>`

function fileWith(text: string): string {
  const file = join(newFolder(), 'message.html')
  writeFileSync(file, text)
  return file
}

const read = async (id: number) => (await server.api('GET', `/campaigns/${id}`)).body

async function draft(content: object): Promise<number> {
  const body = campaignOf(list, { draft: true, ...content })
  return (await server.api('POST', '/campaigns', body)).body.id
}

test('create --convert-tags translates the tags of another tool and says what it has done', async () => {
  const { code, stderr, stdout } = await cli(
    ...['campaigns', 'create', '--name', 'Otoño', '--subject', 'Hola *|FNAME|*'],
    ...[
      '--html',
      fileWith(mailchimp),
      '--from-mail',
      'hola@tienda.example',
      '--list',
      String(list),
    ],
    ...['--draft', '--convert-tags', '-o', 'json'],
  )
  expect(code).toBe(0)
  const { id } = JSON.parse(stdout)
  expect(await read(id)).toMatchObject({ asunto: 'Hola {{ nombre }}', html: translated })
  expect(stderr).toContain('*|FNAME|* is now {{ nombre }}.')
  expect(stderr).toContain('*|LIST:COMPANY|* has no equivalent here and stays as it is.')
  const preview = await server.api('GET', `/campaigns/${id}/preview`)
  expect(preview.body.html).toContain('<p>Tu tienda</p>')
})

test('update --convert-tags translates what the edit contains, also in a dry run', async () => {
  const id = await draft({})
  const edit = ['campaigns', 'update', String(id), '--html', fileWith(mailchimp), '--convert-tags']
  const dry = await cli(...edit, '--dry-run')
  expect(dry.stdout).toContain('{{ apellidos }}')
  expect((await read(id)).html).not.toContain('apellidos')
  expect((await cli(...edit)).code).toBe(0)
  expect((await read(id)).html).toBe(translated)
  const nothing = await cli('campaigns', 'update', String(id), '--name', 'x', '--convert-tags')
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('--html')])
})

const broken = `<p>Hola *|FNAME|*, {{ Ciudad }}, {{ cuidad }}, *|FNAME|*</p>
<a href="www.tienda.example">A</a><a href="/ofertas">B</a><img src="https://cdn.tienda.example/a.png">`

const mended = `<p>Hola {{ nombre }}, {{ ciudad }}, {{ cuidad }}, {{ nombre }}</p>
<a href="https://www.tienda.example">A</a><a href="/ofertas">B</a><img src="https://cdn.tienda.example/a.png">`

test('check --fix mends what has one remedy, leaves the rest and shows what is left', async () => {
  const id = await draft({ html: broken, asunto: 'Hola {FNAME}' })
  const dry = await cli('campaigns', 'check', String(id), '--fix', '--dry-run', '-o', 'json')
  expect(dry.stderr).toContain('html, line 2: www.tienda.example is now https://www.tienda.example')
  expect((await read(id)).html).toBe(broken)
  const { code, stdout, stderr } = await cli(
    'campaigns',
    'check',
    String(id),
    '--fix',
    '-o',
    'json',
  )
  expect(code).toBe(0)
  expect(await read(id)).toMatchObject({ html: mended, asunto: 'Hola {{ nombre }}' })
  expect(stderr).toContain('asunto, line 1: {FNAME} is now {{ nombre }}')
  const { ready, items } = JSON.parse(stdout)
  const errors = items.filter(({ level }: { level: string }) => level === 'error')
  expect(ready).toBe(false)
  expect(errors.map(({ code: each }: { code: string }) => each)).toEqual([
    'merge_tag_unknown',
    'link_relative',
  ])
  const again = await cli('campaigns', 'check', String(id), '--fix')
  expect(again.stderr).toContain('There is nothing that can be fixed without a doubt.')
})

test('a person sees what is wrong, the worst first, and not what is right', async () => {
  const id = await draft({ html: broken })
  const { stdout } = await cli.with({ terminal: { columns: 200 } })(
    'campaigns',
    'check',
    String(id),
  )
  expect(stdout).toContain('foreign_tag')
  expect(stdout).not.toContain('subject_empty')
  expect(stdout.indexOf('link_relative')).toBeLessThan(stdout.indexOf('image_without_alt'))
})

test('a variant of an A/B test is not changed', async () => {
  const variants = [{ asunto: 'A' }, { asunto: 'Hola *|FNAME|*' }]
  const ab_test = { variants, share: 50, winner: 'manual' }
  const id = await draft({ ab_test, html: '<p>Hola</p>' })
  const { stderr } = await cli('campaigns', 'check', String(id), '--fix')
  expect(stderr).toContain('nothing that can be fixed')
  expect((await read(id)).ab_test.variants).toEqual(variants)
})
