import { maskMergeTags } from '../../mail/merge-tags.ts'
import type { Finding } from './finding.ts'
import type { Message, MessagePart } from './message.ts'

/** Inboxes show 40 to 80 characters of a subject, and about 100 of the preheader. */
const maxSubject = 90
const maxPreheader = 150

const replyPrefix = /^\s*(?:re|fwd?|rv|aw|wg|res|enc)\s*:/i

/** Subjects that inboxes cut off or that readers and filters take for spam. */
export function checkSubject({ subject, preheader }: Message): Finding[] {
  const plain = withoutTags(subject)
  const letters = plain.match(/\p{L}/gu) ?? []
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase())
  const isShouting =
    (letters.length >= 12 && capitals.length / letters.length > 0.8) ||
    /!{3,}|\${3,}|€{3,}|\?{4,}/.test(plain)
  return [
    ...longer('subject_long', subject, maxSubject),
    ...longer('preheader_long', preheader, maxPreheader),
    ...warn('subject_reply', replyPrefix.test(plain)),
    ...warn('subject_shouting', isShouting),
  ]

  function warn(code: 'subject_reply' | 'subject_shouting', isWrong: boolean): Finding[] {
    const place = subject.placeAt(0, subject.source.length)
    return isWrong ? [{ code, level: 'warn', place }] : []
  }
}

function longer(
  code: 'subject_long' | 'preheader_long',
  part: MessagePart,
  limit: number,
): Finding[] {
  const length = [...withoutTags(part).trim()].length
  if (length <= limit) return []
  const place = part.placeAt(0, part.source.length)
  return [{ code, level: 'warn', values: { length, limit }, place }]
}

/** A merge tag counts as a short word. */
function withoutTags({ source, tags }: MessagePart): string {
  const masked = maskMergeTags(
    source,
    tags.map((tag) => ({ ...tag, kind: 'tag' as const })),
  )
  return masked.replace(/ {5,}/g, ' ')
}
