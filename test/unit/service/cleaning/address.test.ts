import { expect, test } from 'vitest'
import { isDeliverable, isRole } from '../../../../src/service/cleaning/address.ts'

test('what people are called in any script is deliverable', () => {
  for (const email of [
    'ana@correo.example',
    'ana.ruiz+news@correo.example',
    "o'neill_x@sub.correo.example",
    'josé@correo.example',
    '用户@correo.example',
    'a@xn--espaa-rta.example',
    `${'a'.repeat(64)}@correo.example`,
  ]) {
    expect([email, isDeliverable(email)]).toEqual([email, true])
  }
})

test('what is too long, quoted, in brackets, or no name of the Internet is not', () => {
  for (const email of [
    `${'a'.repeat(65)}@correo.example`,
    // 64 letters, but more octets.
    `${'ñ'.repeat(33)}@correo.example`,
    `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(4)}example`,
    '"ana ruiz"@correo.example',
    'ana..ruiz@correo.example',
    '.ana@correo.example',
    'ana.@correo.example',
    'ana@[192.0.2.1]',
    'ana@192.0.2.1',
    'ana@localhost',
    'ana@-correo.example',
    'ana@cor_reo.example',
    'ana\u200b@correo.example',
    'ana ruiz@correo.example',
  ]) {
    expect([email, isDeliverable(email)]).toEqual([email, false])
  }
})

test('a function is known by its whole name, in English and Spanish, with a tag or without', () => {
  for (const email of ['info@a.example', 'ventas@a.example', 'postmaster+x@a.example']) {
    expect([email, isRole(email)]).toEqual([email, true])
  }
  for (const email of ['information.desk@a.example', 'infos@a.example', 'ana+info@a.example']) {
    expect([email, isRole(email)]).toEqual([email, false])
  }
})
