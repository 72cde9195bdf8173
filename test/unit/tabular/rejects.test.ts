import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createRowCheck } from '../../../src/tabular/check.ts'
import { mapColumns } from '../../../src/tabular/mapping.ts'
import { openTable } from '../../../src/tabular/open-table.ts'
import { createRejectsWriter, rejectsPathOf } from '../../../src/tabular/rejects.ts'

const newFolder = () => mkdtemp(join(tmpdir(), 'rejects-'))

/** Imports a file as far as the contacts; what is refused goes beside it. */
async function takeIn(path: string) {
  const table = await openTable(createReadStream(path))
  const check = createRowCheck(mapColumns(table.header.cells))
  const rejects = createRejectsWriter({
    path: rejectsPathOf(path),
    table,
    describe: ({ code, values }) => `${code}: ${values?.value}`,
  })
  const contacts: unknown[] = []
  for await (const row of table.rows) {
    const { contact, reject } = check(row)
    if (reject) await rejects.add(row, reject)
    else contacts.push(contact)
  }
  await rejects.close()
  return { contacts, path: rejects.path, count: rejects.count }
}

const source = [
  'Correo;Nombre;Fórmula',
  'ana@example.org;Ana;=1+1',
  'mal;"Núñez; ""Pepe""";"=HYPERLINK(""x"")\n"',
  'otro;@b;-5',
  '',
].join('\r\n')

test('rejected rows are written unchanged, with line, code and message, for Excel', async () => {
  const path = join(await newFolder(), 'clientes.csv')
  await writeFile(path, source)
  const { contacts, path: made, count } = await takeIn(path)
  expect(contacts).toHaveLength(1)
  expect(count).toBe(2)
  expect(made).toBe(path.replace('.csv', '.rejects.csv'))
  expect(await readFile(String(made), 'utf8')).toBe(
    '\ufeffCorreo;Nombre;Fórmula;line;error_code;error_message\r\n' +
      'mal;"Núñez; ""Pepe""";"=HYPERLINK(""x"")\n";3;bad_email;bad_email: mal\r\n' +
      'otro;@b;-5;5;bad_email;bad_email: otro\r\n',
  )
})

test('a corrected rejects file can be imported, and remaining rejects go to a second one', async () => {
  const path = join(await newFolder(), 'clientes.csv')
  await writeFile(path, source)
  const first = String((await takeIn(path)).path)
  await writeFile(first, (await readFile(first, 'utf8')).replace('mal;', 'pepe@example.org;'))
  const again = await takeIn(first)
  expect(again.contacts).toEqual([{ email: 'pepe@example.org', nombre: 'Núñez; "Pepe"' }])
  expect(again.path).toBe(path.replace('.csv', '.rejects-2.csv'))
  expect(await readFile(String(again.path), 'utf8')).toBe(
    '\ufeffCorreo;Nombre;Fórmula;line;error_code;error_message\r\n' +
      'otro;@b;-5;4;bad_email;bad_email: otro\r\n',
  )
})

test('without rejects there is no file', async () => {
  const folder = await newFolder()
  const path = join(folder, 'clientes.csv')
  await writeFile(path, 'Correo\nana@example.org\n')
  expect(await takeIn(path)).toMatchObject({ path: undefined, count: 0 })
  expect(await readdir(folder)).toEqual(['clientes.csv'])
})

test('a short row is padded, so that its message is below the right heading', async () => {
  const table = await openTable(Readable.from([Buffer.from('Correo,Nombre,x\nana@example.org\n')]))
  const path = join(await newFolder(), 'x.rejects.csv')
  const rejects = createRejectsWriter({ path, table, describe: () => 'why' })
  for await (const row of table.rows) {
    await rejects.add(row, { line: row.line, field: 'row', code: 'too_few' })
  }
  await rejects.close()
  expect(await readFile(path, 'utf8')).toContain('\r\nana@example.org,,,2,too_few,why\r\n')
})

test('the rejects file is next to its source', () => {
  expect(rejectsPathOf(join('a', 'b.c.csv'))).toBe(join('a', 'b.c.rejects.csv'))
  expect(rejectsPathOf('clientes.rejects-2.csv')).toBe('clientes.rejects.csv')
  expect(rejectsPathOf('clientes')).toBe('clientes.rejects.csv')
})
