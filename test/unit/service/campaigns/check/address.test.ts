import { expect, test } from 'vitest'
import { readAddress } from '../../../../../src/service/campaigns/check/address.ts'

test.each([
  'https://tienda.example',
  'http://tienda.example:8080/a?b=c#d',
  'HTTPS://TIENDA.EXAMPLE/',
  'https://müller.example/ä?q=%C3%A9',
  'https://8.8.8.8/',
  'mailto:ana@correo.example',
  'tel:+34910000000',
  'sms:+34600000000',
  'whatsapp://send?text=hola',
  'webcal://tienda.example/a.ics',
  'geo:40.41,-3.70',
  'fax:+34910000000',
  'callto:34910000000',
  'https://tienda.example/catálogo de otoño.pdf',
])('%s leads somewhere', (address) => {
  expect(readAddress(address).fault).toBeUndefined()
})

test.each([
  ['', 'empty'],
  ['https://', 'empty'],
  ['http:', 'empty'],
  ['mailto:', 'empty'],
  ['www.tienda.example', 'relative'],
  ['/ofertas', 'relative'],
  ['../a.html', 'relative'],
  ['foto.png', 'relative'],
  ['//cdn.tienda.example/a.png', 'relative'],
  ['ana@correo.example', 'relative'],
  ['?id=3', 'relative'],
  ['file:///C:/x.png', 'local'],
  ['C:\\fotos\\x.png', 'local'],
  ['c:/fotos/x.png', 'local'],
  ['\\\\servidor\\fotos\\x.png', 'local'],
  ['http://localhost:8080/', 'local'],
  ['localhost:3000/x', 'local'],
  ['http://10.0.0.8/', 'local'],
  ['http://[::1]/', 'local'],
  ['http://printer.local/', 'local'],
  ['https://intranet/', 'local'],
  ['javascript:void(0)', 'local'],
  ['data:image/png;base64,AA==', 'local'],
  ['cid:logo', 'local'],
  ['https://https://tienda.example/', 'invalid'],
  ['https://tienda example/', 'invalid'],
  ['https://tienda.example:99999/', 'invalid'],
])('“%s” is %s', (address, fault) => {
  expect(readAddress(address).fault).toBe(fault)
})

test('what was meant is suggested, and is certain only where nothing else can be meant', () => {
  expect(readAddress('www.tienda.example/a')).toMatchObject({
    suggestion: 'https://www.tienda.example/a',
    isCertain: true,
  })
  expect(readAddress('tienda.example/rebajas')).toMatchObject({
    suggestion: 'https://tienda.example/rebajas',
    isCertain: false,
  })
  expect(readAddress('/rebajas').suggestion).toBeUndefined()
  expect(readAddress('https://https://tienda.example/').suggestion).toBe('https://tienda.example/')
})
