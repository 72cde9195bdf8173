import type { Rule } from './rule.ts'

/** Refusals of the content or size of the message. */
export const contentRules: readonly Rule[] = [
  ['content', /\bspam\w*|\bjunk\b|unsolicited|bulk (e-?)?mail|\bvirus|malware|malicious/],
  ['content', /phish|suspicious|\bworm\b|trojan|infected|\bsurbl|\buribl|offensive/],
  ['content', /objectionable/],
  [
    'content',
    /content.{0,20}(rejected|filter|refused|denied|restrict|violat|not (allowed|accepted)|unacceptable|risk|threat)/,
  ],
  [
    'content',
    /(unacceptable|prohibited|forbidden|illegal|invalid|inappropriate|rejected|blocked|due to|because of|by)\b.{0,12}\bcontent/,
  ],
  ['content', /invalidcontent/],
  [
    'content',
    /\battachments?\b.{0,30}(type|not|reject|block|prohibit|illegal|forbid|dangerous|found)/,
  ],
  ['content', /(prohibited|illegal|forbidden|dangerous|executable|blocked) (file|attachment)/],
  [
    'content',
    /\bheaders?\b.{0,40}(syntax|invalid|malformed|missing|fail|improper|non-?ascii|too (long|large|many)|size)/,
  ],
  [
    'content',
    /(missing|invalid|malformed|duplicate|multiple|bad|no valid|valid address in) .{0,25}(headers?\b|from:|subject:|date:|message-id)/,
  ],
  ['content', /messages? (should|must) have|\bmime\b|null bytes?|bare lf|bare cr/],
  ['content', /line (is )?too long|8-?bit|charset|character set|body type/],
  ['content', /rfc ?(2?822|5322|2045)|not rfc.compliant|(in)?compliant with rfc/],
  ['content', /denied \[[a-z]{2,}\]/],
  [
    'content',
    /message (was )?(rejected|blocked|refused|filtered|stopped) (by|due to) (the )?(recipient|user|content|filter|rule|system)/,
  ],
  ['content', /user rules|will not accept delivery of this message/],
  ['content', /filter(s|ed)? (rejected|blocked|out)|profile the internet community/],
  ['content', /correo (no deseado|basura)|contenido (no|prohibido|rechazado|bloqueado)/],
  [
    'content',
    /advertis|werbung|contenido sospechoso|virus|piece jointe.{0,20}(interdit|refus)|forbidden link|unerwunscht|indesirable|indesiderat|non desiderat|nao solicitad|indesejad/,
  ],
  ['content', /conteudo (rejeitado|proibido|nao)|ongewenst|niechcian|\bспам|в спаме|вирус/],
  ['content', /スパム|迷惑メール|ウイルス|ウィルス|垃圾|病毒/],
]

export const sizeRules: readonly Rule[] = [
  [
    'too_large',
    /(message|mail|e-?mail|size|header|data|file|attachment)s?\b.{0,40}(too (large|big)|larger than|exceed\w* .{0,50}(size|limit|maximum|allow|databytes))/,
  ],
  ['too_large', /(message|mail|data) size|size (limit|exceed)/],
  ['too_large', /exceed\w* .{0,25}(message|maximum|mail) size|recipsizelimit/],
  ['too_large', /exceeds (the )?maximum (message )?size|maximum size/],
  ['too_large', /(mensaje|correo|tamano)\b.{0,50}(demasiado grande|tamano maximo|excede|supera)/],
  ['too_large', /nachricht.{0,50}(zu gro(ss|ß)|uberschreitet|maximal)/],
  ['too_large', /(message|taille)\b.{0,40}(trop (volumineux|grande?|long)|depasse)/],
  ['too_large', /messaggio\b.{0,40}(troppo grande|supera|dimension)/],
  ['too_large', /mensagem\b.{0,40}((muito|demasiado) grande|excede|tamanho)/],
  ['too_large', /bericht.{0,30}te groot|wiadomosc.{0,30}(za du|zbyt du|przekracza)/],
  ['too_large', /слишком (большо|велик)|превышает.{0,30}размер|サイズ(か|が)?.{0,10}(超|大き)/],
  ['too_large', /邮件(太大|过大)/],
]
