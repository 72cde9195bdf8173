import { type Bounce, describeBounce } from './delivery-status.ts'

/** The parts of a message that distinguish a non-standard bounce from a reply by a person. */
interface ParsedMessage {
  headers: ReadonlyMap<string, string>
  subject: string
  text: string
}

const daemons =
  /\b(mailer-daemon|mail ?delivery (sub)?system|postmaster|mail administrator|microsoft exchange|mdaemon|mail-daemon)\b/i

const failureSubjects =
  /undeliver|non.?deliver|delivery (status notification|failure|failed|has failed|problem|error)|(mail|message) delivery failed|returned (mail|to sender)|failure notice|nondeliverable|no se (ha )?(puede|pudo|podido) entregar|no entregado|devuelto|unzustellbar|zustellung .{0,20}(fehlgeschlagen|nicht moglich|nicht möglich)|echec de (la )?(remise|distribution)|échec de (la )?(remise|distribution)|non remis|mancato recapito|non recapitabile|impossibile recapitare|(nao|não) (e|é) (possivel|possível) entregar|nao entregue|não entregue|falha na entrega/i

const delaySubjects =
  /delay|warning: (could not send|message)|still being retried|retras|aplazad|verzoger|verzöger|retarde|retardé|ritard|atras/i

/** Start of the copy of our own message, which may contain any word. */
const copies =
  /^[ \t>]*(-{2,} ?(below this line is|this is|the following is) a copy of|-+ ?(original|returned) (message|mail)|-{2,} ?(mensaje original|original-?nachricht|message d.origine|messaggio originale|mensagem original)|-{2,}.{0,40}headers|received: from |return-path: |(possibly truncated )?original message follows|your message reads)/im

/** The explanation comes before the copy of our message. */
const maxTextLength = 20_000

/**
 * Reads bounces that have no standard part, such as those of qmail, exim and Exchange. Undefined if
 * it is not a failure.
 */
export function readHeuristicBounce({ headers, subject, text }: ParsedMessage): Bounce | undefined {
  const isExim = headers.has('x-failed-recipients')
  const isDaemons = daemons.test(headers.get('from') ?? '')
  const isQmail = /^hi\. this is the .{0,80}(qmail|deliver)/im.test(text)
  if (!isExim && !isQmail && !(isDaemons && failureSubjects.test(subject))) return undefined
  if (!failureSubjects.test(subject) && delaySubjects.test(subject)) return undefined
  const [explanation = ''] = text.slice(0, maxTextLength).split(copies)
  return describeBounce(reasonIn(explanation))
}

/**
 * Returns the reason of the failure: the text from the first reply or status code, or all of it.
 * The text before it is boilerplate such as "could not be delivered".
 */
function reasonIn(text: string): string {
  const lines = text.split(/\r?\n/)
  const coded = lines.findIndex((line) =>
    /(^|[\s(#:'"])([45]\d\d[ -]|#?[45]\.\d{1,3}\.\d{1,3}\b)/.test(line),
  )
  const from = coded === -1 ? lines : lines.slice(coded, coded + 4)
  return from.join(' ').replace(/\s+/g, ' ')
}

/** Detects auto-replies by RFC 3834 and by older conventions. */
export function isAutoReply({ headers, subject }: ParsedMessage): boolean {
  const submitted = headers.get('auto-submitted')?.toLowerCase()
  if (submitted !== undefined && submitted !== 'no') return true
  if (['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => headers.has(name)))
    return true
  if (/^(auto_?reply|bulk|junk)$/i.test(headers.get('precedence') ?? '')) return true
  return autoSubjects.test(subject)
}

const autoSubjects =
  /^(auto(matic|matische)?[ :-]|out of (the )?office|fuera de (la )?oficina|respuesta autom|abwesenheit|réponse automatique|absence|risposta automatica|fuori (sede|ufficio)|resposta autom|ausência|vacation)/i
