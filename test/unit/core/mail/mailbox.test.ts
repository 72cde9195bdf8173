import { expect, test } from 'vitest'
import { mailboxOf } from '../../../../src/core/mail/mailbox.ts'

test('all spellings of a mailbox are one', () => {
  const spellings = ['anaruiz@gmail.com', 'ana.ruiz+x@gmail.com', 'a.n.a.ruiz@googlemail.com']
  expect(new Set(spellings.map(mailboxOf))).toEqual(new Set(['anaruiz@gmail.com']))
  expect(mailboxOf('ana+list+2@shop.example')).toBe('ana@shop.example')
  expect(mailboxOf('ana@me.com')).toBe('ana@icloud.com')
})

test('different mailboxes stay different', () => {
  expect(mailboxOf('ana.ruiz@shop.example')).toBe('ana.ruiz@shop.example')
  expect(mailboxOf('+1@shop.example')).toBe('+1@shop.example')
  expect(mailboxOf('"a@b"@shop.example')).toBe('"a@b"@shop.example')
})
