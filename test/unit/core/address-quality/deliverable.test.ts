import { expect, test } from 'vitest'
import { isDeliverable, isRole } from '../../../../src/core/address-quality/deliverable.ts'

test('names in any script are deliverable', () => {
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

test('too long, quoted and bracketed addresses, and invalid domains are not deliverable', () => {
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

test('role addresses are recognised by their full name, in English and Spanish, with or without a tag', () => {
  for (const email of ['info@a.example', 'ventas@a.example', 'postmaster+x@a.example']) {
    expect([email, isRole(email)]).toEqual([email, true])
  }
  for (const email of ['information.desk@a.example', 'infos@a.example', 'ana+info@a.example']) {
    expect([email, isRole(email)]).toEqual([email, false])
  }
})
