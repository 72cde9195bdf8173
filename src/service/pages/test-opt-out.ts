import { normaliseAddress } from '../../core/address.ts'
import { html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { TestOptOut } from '../campaigns/public/test-opt-out.ts'
import {
  deleteSuppressions,
  suppress,
  testMessages,
} from '../contacts/suppression/suppressions-store.ts'
import type { Executor } from '../database/dialect.ts'
import { formPage } from '../http/form-page.ts'
import { type FormFields, type PageAnswer, textIn } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import type { Look } from './look.ts'

/** Opening the link changes nothing, since mail scanners open every link. */
export function showTestOptOut({ language, brand }: Look, { email }: TestOptOut): PageAnswer {
  const { unsubscribeTitle: title, testQuestion, testButton: button } = messages[language].pages
  return formPage({ language, brand, title, text: fill(testQuestion, { email }), button })
}

/** Stops test messages to the address, or allows them again: a mistaken click must not be final. */
export async function changeTestOptOut(
  tx: Executor,
  { accountId, email }: TestOptOut,
  { form, language, brand, now }: Look & { form: FormFields; now: number },
): Promise<PageAnswer> {
  const emailKey = normaliseAddress(email)?.key ?? email
  const listId = testMessages
  const strings = messages[language].pages
  if (textIn(form, 'act') === 'return') {
    await deleteSuppressions(tx, { accountId, listId }, [emailKey])
    const text = fill(strings.testAgain, { email })
    return formPage({ language, brand, title: strings.unsubscribeTitle, text })
  }
  const suppression = { type: 'unsubscribe', reason: 'test', campaignId: null, now } as const
  await suppress(tx, { accountId, listId, emailKey, email, ...suppression })
  return webPage({
    language,
    brand,
    title: strings.unsubscribeTitle,
    body: html`<section>
<p role="status">${fill(strings.testDone, { email })}</p>
<form method="post"><button name="act" value="return">${strings.testReturn}</button></form>
</section>`,
  })
}
