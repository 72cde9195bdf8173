import type { Rule } from './rule.ts'

/**
 * Refusals of the sender or of the connection: reputation, policy, authentication. They come before
 * those of the recipient, since a blocked sender is often told that a mailbox is unavailable.
 */
export const senderRules: readonly Rule[] = [
  // Block lists and reputation.
  ['policy', /(black|block|deny)[ -]?list|spamhaus|spamcop|sorbs|barracudacentral|abuseat/],
  ['policy', /mailspike/],
  ['policy', /\b(dnsbl|rblmx|rbl|cbl|pbl|sbl|xbl)\b|reputation|\bbanned\b|\bblock(ed|ing)\b/],
  ['policy', /\bblocks? (mail|messages)/],
  ['policy', /too many (unknown|invalid|bad|nonexist|non-exist)|bad outbound sender/],
  [
    'policy',
    /not trusted|excessive|harvest|too many .{0,12}(unknown|invalid|bad)|not welcome|go away/,
  ],
  // Authentication of the message and of the connection.
  ['policy', /\b(spf|dkim|dmarc|batv)\b|sender policy framework|unauthenticated/],
  ['policy', /not authenticated/],
  ['policy', /authenticat\w+ (is |turned )?(required|requirement|fail|credential|level|check)/],
  ['policy', /(requires?|required|must|proper|sender|lacks?|need) authenticat/],
  ['policy', /sendernotauthenticated|rst\.(auth|notauth|sender)/],
  ['policy', /\btls\b.{0,30}(required|requires|needed|mandatory|not supported)/],
  ['policy', /(requires?|must issue a|must use) (a )?(start)?tls/],
  ['policy', /starttls (is |command )?(required|first)/],
  ['policy', /identit(y|ies) failed the check|address is not verified/],
  // Relaying.
  [
    'policy',
    /\brelay(ing)?\b.{0,20}(denied|prohibited|refused|(not|n't) (permitted|allowed|authorized))/,
  ],
  ['policy', /(unable|refuse[ds]?|cannot|can't|(not|n't) (permitted|allowed)) to relay/],
  ['policy', /rcpthosts|\bno relaying|not (an )?open relay|do(es)?( not|n't) relay/],
  // The connecting host.
  [
    'policy',
    /client (host|address|ip)\b|\b(helo|ehlo)\b(?! handshake)|\breverse\b|authenticate first/,
  ],
  ['policy', /forged host|your (hostname|host name|reverse|ptr|helo)/],
  ['policy', /\br-?dns\b|\bptr\b|permitted (hosts|senders)/],
  ['policy', /dynamic(ally)? (ip|assigned|address)|generic (dns|ptr|reverse|host)/],
  ['policy', /(cannot|can't|could not|unable to) (find|resolve|verify) your(?! recipient)/],
  [
    'policy',
    /\byour (sending )?(ip|host|server|network|mail ?server|domain|isp|mta|system|provider)\b.{0,60}(reject|refus|den(y|ied)|\blisted|\bban|on our|on a|not (allowed|accepted|permitted|authorized|trusted))/,
  ],
  [
    'policy',
    /\b(ip|ip address|sending ip|client|connection|connections)\b.{0,25}(rejected|denied|forbidden|not (accepted|allowed|permitted|authorized))/,
  ],
  ['policy', /connection refused (-|by policy|due to|because)/],
  [
    'policy',
    /(not|n't) (allowed|permitted|authori[sz]ed) to (connect|send|post|submit|mail|use|deliver|access)/,
  ],
  ['policy', /forbidden by|your access\b/],
  ['policy', /\baccess\b.{0,30}(is |has been |was )?(rejected|forbidden|refused|denied)/],
  [
    'policy',
    /(not|n't|only|no longer|never|refuse\w* to|unable to) accept\w*( any| e-?mails?| mails?| messages?| connections?){0,3} from\b/,
  ],
  [
    'policy',
    /(mail|messages?|e-?mails?) from .{0,60}(weren't|was not|were not|will be permanently deferred|(is |are |was |were |been )?(rejected|refused|denied|not (accepted|allowed|permitted)))/,
  ],
  ['policy', /\bnot authori[sz]ed|\bunauthori[sz]ed/],
  ['policy', /permissions? to (send|post|submit|deliver)|you are not (allowed|permitted)/],
  ['policy', /\b(con|rly|hvu|dyn|rtr|snd):[a-z]+\d*\b/],
  ['policy', /\b(outgoing|sending) account\b/],
  // Policy.
  ['policy', /polic(y|ies) (reason|violation|restriction|reject|block|prohibit|fail)/],
  [
    'policy',
    /\b(due to|because of|for|by|per|under|against|with|of|violat\w+|violation of)\b.{0,25}\bpolic(y|ies)\b/,
  ],
  ['policy', /(local|security|site|spam|spoofing|company|acceptance|delivery) polic(y|ies)/],
  ['policy', /\banti-?spoof|administrat\w+ prohibit|admin prohibit|security reasons?/],
  ['policy', /header based|rule imposed|bouncedeny|organi[sz]ation.{0,30}restrict/],
  // The recipient wants no mail from this sender.
  [
    'policy',
    /recipient preferences|(recipient|user) (rejected|blocked) (your|this) (message|mail|e-?mail)/,
  ],
  ['policy', /rejected by the administrator/],
  ['policy', /(user|recipient|customer) (has )?(refuses?|refused|rejects|declined|declines)/],
  ['policy', /refuses? to (receive|accept)/],
  ['policy', /(closed|restricted|private|moderated) (mailing |discussion )?(list|group)/],
  ['policy', /not a (subscriber|member|gateway)|only (registered|known|authori[sz]ed|local)/],
  ['policy', /only accepts? (e-?)?(mail|messages) from|not accepting (any )?(e-?)?mail from/],
  ['policy', /(posting|subscribers?|members?) (is |are )?(only|not (permitted|allowed))/],
  ['policy', /pre-?approved|suppression list|challenge/],
  ['policy', /(restricted|limited) to (members|subscribers|internal)/],
  // The address of the sender.
  [
    'sender',
    /(?<!to )(?<!to the )\bsender\b('s)?( (ip|e-?mail|mail|domain|address(es)?|id|name|host|identity|was|is|has been|@))*[^a-z]{0,6}((is |was |be |has been |must |could not be |cannot be |does )?(rejected|refused|denied|invalid|unknown|unverif\w*|forbidden|disallowed|must|exist|empty|unroutable|spammer|not|fail)|verif\w+|callout)/,
  ],
  [
    'sender',
    /(invalid|unknown|bad|bogus|unrout\w+|illegal|forged|null|empty|unresolvable|undeliverable|malformed|unacceptable) (envelope )?(senders?\b|return address|return path|from\b|mail from)/,
  ],
  [
    'sender',
    /(?<!to )(?<!to the )\b(sender('s)?|sending|mail from|envelope from|from(?= (domain|address))|return[- ]path|originator('s)?) (domain|address|mail ?box|e-?mail|host|account|user)\b.{0,30}(not|n't|unknown|invalid|fail|reject|refus|denied|syntactic)/,
  ],
  [
    'sender',
    /(return path|envelope from|mail from)\b.{0,20}(not|n't|unknown|invalid|reject|refus)/,
  ],
  ['sender', /domain of (the )?sender|envelope sender|(valid|resolvable|existing|verified) sender/],
  ['sender', /callback .{0,10}sender|(?<!to )\breturn address|you are sending from/],
  [
    'sender',
    /sending (server|host|domain|address|mta|ip)\b.{0,30}(no |not|n't|unknown|reject|refus|invalid)/,
  ],
  ['sender', /(route|routable|resolve|verify|verification of) (to )?(the )?sender/],
  ['sender', /mail from command|returned mail not accepted|(complete|completed) sender/],
  // Other languages.
  [
    'sender',
    /\b(remitente|remetente)\b.{0,40}(rechaz|rejeit|no |nao |invalid|desconocid|desconhecid)/,
  ],
  [
    'sender',
    /absender(adresse|domain|domane)?\b.{0,40}(abgelehnt|nicht|existiert|unbekannt|ungult|verweigert|gesperrt)/,
  ],
  [
    'sender',
    /(expediteur|emetteur)\b.{0,40}(refus|rejet|inconnu|inexist|invalide|n'(est|existe)|non )/,
  ],
  ['sender', /mittente\b.{0,40}(rifiut|non |sconosciut|respint)/],
  ['sender', /afzender\b.{0,40}(geweigerd|niet|onbekend|ongeldig)/],
  ['sender', /nadawc\S{0,3} .{0,40}(odrzuc|nie |nieznan)/],
  ['sender', /отправител.{0,40}(отклон|не |запрещ|неизвест)/],
  ['sender', /(差出人|送信者|送信元|发件人|寄件人|發件人).{0,20}(拒|無効|无效|不|错误)/],
  ['policy', /lista (negra|nera)|listas negras|bloquead[oa]/],
  ['policy', /rechazad[oa] por (la )?(politica|seguridad)/],
  ['policy', /politicas? de (seguridad|correo|uso)|no (esta )?autorizad|no tiene permiso/],
  ['policy', /autenticacion (requerida|fallida)/],
  ['policy', /(sperr|block|schwarze)[ -]?liste|gesperrt (wegen|weil|durch|aufgrund)/],
  ['policy', /richtlinien?|nicht (berechtigt|autorisiert|zugelassen|erlaubt)/],
  ['policy', /(ip-?adresse|server|absender)\b.{0,40}(gesperrt|blockiert|abgelehnt)/],
  ['policy', /zugriff verweigert/],
  ['policy', /liste noire|\bbloque(e|s|es)?\b|politique de|\bpolitique\b|pas autorise/],
  ['policy', /service refuse|acces refuse|non autorise|bloccat[oa]|criteri di/],
  ['policy', /politica (di|de)|non (e )?autorizzat|accesso negato|nao (esta )?autorizad/],
  ['policy', /acesso negado|politica\b/],
  ['policy', /zwarte lijst|geblokkeerd|beleid\b|niet toegestaan|czarn\S+ li[sś]|zablokowan/],
  ['policy', /polityk|svartlist|blockerad|(черн\S{1,4} списк|блок-?лист)/],
  ['policy', /заблокирован(?!.{0,12}неактив)|политик|запрещен|доступ.{0,20}закрыт|ブラックリスト/],
  ['policy', /ブロックされ|黑名单|黑名單|被拒绝|策略/],
]
