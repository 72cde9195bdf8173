import { truncate } from '../../../core/storable-text.ts'
import type { Finding } from './finding.ts'
import { checkFooter } from './footer.ts'
import { checkImages } from './images.ts'
import { checkLinks } from './links.ts'
import { checkMergeTags } from './merge-tags.ts'
import type { Message } from './message.ts'
import { checkStructure } from './structure.ts'
import { checkSubject } from './subject.ts'
import { checkTextPart } from './text-part.ts'

interface CheckOptions {
  /** The postal address that the service adds to the message. */
  postalAddress?: string | undefined
}

/** Runs every rule that needs nothing but the message. */
export const checkMessage = (message: Message, { postalAddress }: CheckOptions): Finding[] =>
  [
    ...checkMergeTags(message),
    ...checkLinks(message),
    ...checkImages(message),
    ...checkStructure(message),
    ...checkTextPart(message),
    ...checkSubject(message),
    ...checkFooter(message, postalAddress),
  ].map(withExcerpt)

/** An address can be as long as a message. */
const maxUrl = 200

function withExcerpt(finding: Finding): Finding {
  const { values } = finding
  if (typeof values?.url !== 'string' || values.url.length <= maxUrl) return finding
  return { ...finding, values: { ...values, url: `${truncate(values.url, maxUrl)}…` } }
}
