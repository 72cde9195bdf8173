import { expect, test } from 'vitest'
import { classifyRefusal } from '../../../../src/service/mail/refusal.ts'
import { meaningOfMessage, messages, phrasesIn, verdictOn } from './corpus/cases.ts'

test.each(['phrases.txt', 'phrases-held-out.txt'])(
  'every refusal of %s is attributed to the party at fault',
  (file) => {
    const phrases = phrasesIn(file)
    expect(phrases.length).toBeGreaterThan(150)
    const wrong = phrases.filter(
      ({ verdict, status, text }) => verdictOn(classifyRefusal(text, status)) !== verdict,
    )
    expect(wrong).toEqual([])
  },
)

test.each(messages)('the message $name reports: $meaning', async ({ raw, meaning }) => {
  expect(await meaningOfMessage(raw)).toBe(meaning)
})
