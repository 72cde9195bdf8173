import {
  type Bounce,
  describeBounce,
  type RecipientReport,
  readDeliveryStatus,
} from './delivery-status.ts'
import { explanationIn, hasReply, reasonIn } from './explanation.ts'

/** The parts of a message that distinguish a non-standard bounce from a reply by a person. */
export interface ParsedMessage {
  headers: ReadonlyMap<string, string>
  subject: string
  text: string
}

const daemons =
  /\b(mailer-?daemon|mail ?delivery (sub)?system|post_?master|mail administrator|microsoft exchange|mdaemon|mail-daemon|mail delivery (service|agent)|system administrator|bounce[ds]?)\b/i

const failureSubjects =
  /undeliver|non.?deliver|delivery (status notification|failure|failed|has failed|problem|error|report|notification|unsuccessful)|(mail|message|e-?mail) (delivery|system) (failed|failure|error|status)|failed (mail|delivery|message)|returned (mail|e-?mail|message|to sender)|(mail|message) (was )?(returned|blocked|rejected|refused)|failure notice|(could ?n.t|could not|cannot|not|n.t) be(en)? (delivered|sent)|not delivered|message (you sent )?blocked|error sending your|^delivery status|failure delivery|bounced? (mail|message)|\[bounce\]|delivery.{0,20}fail|no se (ha )?(puede|pudo|podido) entregar|no entregad|devuelto|fallo (en|de) la entrega|error de entrega|unzustellbar|nicht zugestellt|zustell\w* .{0,20}(fehlgeschlagen|nicht m\u00f6glich|nicht moglich|fehler)|zustellfehler|[e\u00e9]chec de (la )?(remise|distribution|livraison)|non (remis|distribu|d[e\u00e9]livr)|mancato recapito|non recapitabile|impossibile recapitare|mancata consegna|(nao|n\u00e3o) (e|\u00e9) (possivel|poss\u00edvel) entregar|(nao|n\u00e3o) entregue|falha na entrega|mensagem devolvida|onbestelbaar|niet (af)?geleverd|nie dostarczono|niedostarczon|zwrot wiadomo|kunde inte levereras|недостав|не доставлен|невозможно доставить|возвращен|配信(不能|できません|エラー)|配達(不能|できません|エラー)|送信(できません|エラー)|未配信|退信|无法投递|投递失败|退回|반송|배달 실패/i

const delaySubjects =
  /\bdelay|warning: (could not send|message)|still being retried|retras|aplazad|demorad|verz(o|\u00f6)ger|retard|ritard|atras|vertraag|задерж|遅延|延迟/i

/** What only a notice of delay says. */
const delayWords =
  /this is a warning message only|you do not need to resend|(has )?not (yet )?been delivered to one or more.{0,200}(no action is required|continue)|(has )?not yet been delivered|has been delayed|(is|was) delayed|(delivery|delivery attempts) (will|would) (be )?(continue|retried|attempted)|will (be |continue to be )?(retried|re-?tried)|will (keep|continue) (on )?try|(still|keep) (trying|attempting) to deliver|will (retry|try again|try to deliver)|attempts (to deliver .{0,60})?will continue|no es necesario (que )?(vuelva|reenv)|se seguir\S intentando|es wird weiter versucht|zustellung .{0,40}verz(o|\u00f6)gert|sera (de nouveau )?retent|sar\S effettuat\S .{0,20}tentativ|引き続き.{0,20}配信/i

/** What only a report of a delivery says, or of a message that waits for an operator. */
const successWords =
  /\bsuccessful delivery|(?<!not )(delivered successfully|successfully (delivered|relayed))|relayed to non-dsn|has been frozen/i

const finalWords =
  /permanent|giving up|gave up|will not be retried|failed permanently|returned undelivered|has failed|is being returned/i

/** How mail servers introduce a failure. */
const introductions =
  /^hi[.!] this is the .{0,80}(qmail|deliver|mailer-daemon)|created automatically by (the )?(mail delivery software|mta)|i'm sorry to (have to )?inform you|had (permanent|transient|delivery|fatal) .{0,30}(errors|problems)|did(n't| not) reach the following|(was|is|were) (undeliverable|not delivered)|(could ?n.t|could not|cannot|can't|unable to|failed to|not been able to) (be )?deliver|transcript of session|(delivery|message) (to the following .{0,40})?(has |have )?fail|an error (has )?occurred while (attempting|trying) to deliver|recipients? (was|were) rejected|not been delivered|returned (mail|to (the )?sender)|following (address|recipient)(\(?es\)?|s)? (failed|could|had|was|were)|konnte .{0,60}nicht (zugestellt|ausgeliefert)|no (se )?(pudo|ha podido|puede) (ser )?entreg|n'a pas pu (e|\u00ea)tre (remis|distribu|d(e|\u00e9)livr)|non .{0,20}(stato|possibile) .{0,20}(consegn|recapit)|n(a|\u00e3)o (p(o|\u00f4)de|foi poss(i|\u00ed)vel) .{0,20}entreg|не (может быть|удалось|был[оа]?) достав|配信(できません|不能)|配達(できません|不能)|无法(送达|投递)/im

/** A person who answers or forwards a bounce. */
const answers = /^\s*(re|fwd?|fw|rv|aw|wg|tr|sv|enc|r)\s*:/i

/** How much of the text precedes a reason. */
const introductionLength = 4000

/**
 * Reads bounces that have no standard part, such as those of qmail, exim and Exchange. Undefined if
 * it is not a report of a mail server.
 */
export function readHeuristicBounce(
  message: ParsedMessage,
): readonly RecipientReport[] | undefined {
  const { headers, subject } = message
  const explanation = explanationIn(message.text)
  const isExim = headers.has('x-failed-recipients')
  const isDaemons = daemons.test(headers.get('from') ?? '')
  const failsBySubject = failureSubjects.test(subject) && !answers.test(subject)
  const isIntroduced = introductions.test(explanation.slice(0, introductionLength))
  const isDelayed = isDelay(subject, explanation)
  const evidence = [failsBySubject || isDelayed, isIntroduced, hasReply(explanation)]
  const isReport =
    isExim ||
    /^hi[.!] this is the .{0,80}(qmail|deliver|mailer-daemon)/im.test(explanation) ||
    (isDaemons && evidence.some(Boolean)) ||
    (failsBySubject && (isIntroduced || hasReply(explanation)) && !isAutoReply(message))
  if (!isReport) return undefined
  // Some servers put the fields of a standard report into the text.
  if (/^(final-recipient|original-recipient)[ \t]*:/im.test(explanation)) {
    const recipients = readDeliveryStatus(explanation)
    if (recipients.length > 0) return recipients
  }
  const isSuccess = successWords.test(explanation) && !hasReply(explanation)
  const isFailure = !isDelayed && !isSuccess
  return [{ addresses: [], bounce: isFailure ? readExplanation(message.text) : undefined }]
}

function isDelay(subject: string, explanation: string): boolean {
  if (finalWords.test(explanation) && !/warning message only/i.test(explanation)) return false
  return delayWords.test(explanation) || delaySubjects.test(subject)
}

/** Returns the reason that the text of a report gives, which comes before the copy of our message. */
export function readExplanation(text: string): Bounce {
  const explanation = explanationIn(text)
  const bounce = describeBounce(reasonIn(explanation))
  if (bounce.refusal.kind !== 'unknown') return bounce
  const whole = describeBounce(explanation)
  return whole.refusal.kind === 'unknown' ? bounce : { ...bounce, refusal: whole.refusal }
}

/** Detects auto-replies by RFC 3834 and by older conventions. */
export function isAutoReply({ headers, subject }: ParsedMessage): boolean {
  const submitted = headers.get('auto-submitted')?.toLowerCase()
  if (submitted !== undefined && submitted !== 'no') return true
  const names = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-challengeresponse']
  if (names.some((name) => headers.has(name))) return true
  if (/^(auto_?reply|bulk|junk)$/i.test(headers.get('precedence') ?? '')) return true
  return autoSubjects.test(subject)
}

const autoSubjects =
  /^(auto(matic|matische|mated)?[ :-]|out of (the )?office|fuera de (la )?oficina|respuesta autom|abwesenheit|r\u00e9ponse automatique|absence|risposta automatica|fuori (sede|ufficio)|resposta autom|aus\u00eancia|vacation|automatisch antwoord|自動返信|自动回复|автоответ)/i
