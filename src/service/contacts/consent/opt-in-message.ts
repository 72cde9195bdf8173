import type { Language } from '../../../core/language.ts'
import { plainName } from '../../../core/plain-name.ts'
import { messages } from '../../../messages/all.ts'
import { linkMessage } from '../../brands/link-message.ts'
import type { Brand } from '../../brands/store.ts'

interface OptInMessage {
  language: Language
  listName: string
  confirmUrl: string
  brand: Brand
  /** The mail comes from an address that the account has verified, and not from the service. */
  isFromAccount: boolean
}

/** Returns the opt-in mail in the built-in wording. */
export function optInMessage({ listName, confirmUrl, ...mail }: OptInMessage) {
  const strings = messages[mail.language].subscriberMail
  const name = plainName(listName)
  return linkMessage({
    ...mail,
    subject: strings.optInSubject(name),
    reason: strings.optInRequested(name),
    linkIntro: strings.optInLink,
    button: strings.optInButton,
    url: confirmUrl,
    ignore: strings.optInIgnore,
  })
}
