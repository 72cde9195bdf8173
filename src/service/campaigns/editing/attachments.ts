import type { AttachmentInput } from '../../../contract/shapes/attachment.ts'
import { type Problem, refuse } from '../../../core/failure.ts'
import type { ProblemCode } from '../../../core/problem-codes.ts'

export interface Attachment {
  filename: string
  content_type: string
  content: Buffer
}

/**
 * Limit for all files of a message together. Many relays accept ten megabytes, and base64 adds a
 * third.
 */
const maxBytes = 5 * 1024 * 1024

/** Limit of common file systems. An encoded name of this length still fits one header line. */
const maxNameBytes = 255

/**
 * File extensions that make Gmail and Outlook reject the whole message: programs, scripts, and
 * containers of them.
 */
const refusedExtensions = new Set(
  [
    'ade adp apk app appx appxbundle bat cab chm cmd com cpl dex diagcab dll dmg ex exe hta img',
    'ins iso isp jar jnlp js jse lib lnk mde mjs msc msi msix msixbundle msp mst nsh pif ps1 ps1xml',
    'psc1 reg scf scr sct shb svg sys url vb vbe vbs vhd vxd wsc wsf wsh xll',
  ]
    .join(' ')
    .split(' '),
)

/** Receivers would parse a nested message or multipart as mail. */
const refusedTypes = /^(?:multipart|message)\//i

/** Decodes attachments. Throws `invalid` with all problems found. */
export function readAttachments(sent: readonly AttachmentInput[]): Attachment[] {
  const attachments = sent.map(({ content, ...file }) => ({
    ...file,
    content: Buffer.from(content, 'base64'),
  }))
  const problems = attachments.flatMap((attachment, index) =>
    problemsOf(attachment).map(
      (problem): Problem => ({ ...problem, field: `attachments.${index}.${problem.field}` }),
    ),
  )
  const names = attachments.map(({ filename }) => filename.toLowerCase())
  names.forEach((name, index) => {
    if (names.indexOf(name) < index) {
      problems.push({ field: `attachments.${index}.filename`, code: 'duplicate' })
    }
  })
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > maxBytes) {
    problems.push({ field: 'attachments', code: 'too_large', values: { limit: maxBytes } })
  }
  if (problems.length > 0) refuse(problems)
  return attachments
}

function problemsOf({ filename, content_type, content }: Attachment): Problem[] {
  const ending = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  const refused = refusedExtensions.has(ending) ? ending : undefined
  const type = refusedTypes.test(content_type) ? content_type : undefined
  const nameProblem = problemOfName(filename)
  return [
    ...(nameProblem ? [{ field: 'filename', ...nameProblem }] : []),
    ...(refused === undefined ? [] : [typeRefused('filename', refused)]),
    ...(type === undefined ? [] : [typeRefused('content_type', type)]),
    ...(content.length === 0 ? [{ field: 'content', code: 'required' as const }] : []),
  ]
}

const typeRefused = (field: string, type: string): Problem => ({
  field,
  code: 'file_type_refused',
  values: { type },
})

/** Refuses paths, and names that display differently from what they are. */
function problemOfName(
  name: string,
): { code: ProblemCode; values?: { limit: number } } | undefined {
  if (Buffer.byteLength(name) > maxNameBytes) {
    return { code: 'too_long', values: { limit: maxNameBytes } }
  }
  // Bidirectional control characters make a name that ends in `gpj.exe` look like `exe.jpg`.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) return { code: 'control_character' }
  return /[\\/:*?"<>|]|^\s|^\.|[\s.]$/.test(name) ? { code: 'bad_pattern' } : undefined
}
