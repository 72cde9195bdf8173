import type { RefusalKind } from './refusal-kinds.ts'

/**
 * Phrases of servers and large providers in English, Spanish, German, French, Italian and
 * Portuguese, in lower case without accents. The first match wins. Phrases about the message come
 * before those about the mailbox, since a blocked sender is often told that a mailbox is
 * "unavailable".
 */
const phrases: readonly (readonly [RefusalKind, RegExp])[] = [
  [
    'policy',
    /block(ed|ing|list)(?! (due to|for) inactivity)|black ?list|spamhaus|barracuda|spamcop|\brbl\b|dnsbl|reputation|poor reputation|not (authori[sz]ed|allowed|permitted) to send|spf (check|fail|validation)|dkim|dmarc|unauthenticated|authentication (is )?required|client host rejected|relay(ing)? (access )?(denied|not permitted|not allowed)|unable to relay|policy (reasons?|violation|restriction)|local policy|administrat(ive|ively) prohibit|access denied(?!.*as\(201806281\))|banned|anti-?spoofing|bloquead|gesperrt wegen|abgelehnt aus richtlinien|bloque pour|bloccat|lista (negra|nera)|refuse par la politique|politica de segur/,
  ],
  [
    'content',
    /\bspam\b|spam-?like|junk mail|unsolicited|bulk mail|virus|malware|phish|content (rejected|filter|refused|denied)|message (content )?(rejected|refused) (due to|because of|by) .*content|suspicious|attachment type|prohibited attachment|correo no deseado|basura|unerwunscht|indesirable|indesiderata|nao solicitad/,
  ],
  [
    'too_large',
    /(message|mail|email|size) .{0,30}(too (large|big)|exceeds? .{0,40}(size|limit|maximum))|message size exceeds|size limit exceeded|exceeded .{0,20}size limit|(mensaje|correo) .{0,40}(demasiado grande|tamano maximo)|nachricht .{0,40}zu gro(ss|ß)|message .{0,30}trop (volumineux|grand|long)|messaggio .{0,30}troppo grande|mensagem .{0,30}(muito|demasiado) grande/,
  ],
  [
    'sender',
    /sender (address )?(rejected|denied|verify failed|verification failed|not allowed|unknown)|domain of sender|return address|envelope sender|mail from .{0,30}(rejected|denied)|remitente (rechazado|no permitido)|absender .{0,30}(abgelehnt|nicht erlaubt)|expediteur .{0,20}(refuse|rejete)/,
  ],
  [
    'mailbox_full',
    /(mail ?box|inbox|account|user|folder|recipient).{0,40}(is |was )?(\bfull\b|over ?quota|out of storage|exceeded .{0,30}(quota|storage|limit)|has reached .{0,30}(limit|quota))|mailfolder is full|over ?quota|quota (is )?exceed|exceeds? .{0,20}quota|quota violation|insufficient (system |disk )?(storage|space|quota)|not enough (storage|space)|disk (is )?full|(buzon|casilla) .{0,30}(lleno|llena)|cuota .{0,20}(excedid|superad|agotad)|(supera|excede|excedio|superado|excedido) .{0,20}cuota|sin espacio|postfach .{0,30}voll|mailbox .{0,20}voll|speicherplatz|kontingent|quota .{0,20}uberschritten|boite .{0,40}pleine|quota .{0,20}(depasse|atteint)|espace .{0,20}insuffisant|casella .{0,30}piena|quota .{0,20}(superata|esaurita)|caixa .{0,40}(cheia|lotada)|(cota|quota) .{0,20}excedida/,
  ],
  [
    'busy',
    /too many (connections|messages|recipients|concurrent|sessions|emails)|rate.?limit|receiving mail (too quickly|at a rate)|throttl|gr[ae]y.?list|try (again|it)? ?later|temporar(y|ily) (failure|deferred|unavailable|rejected|blocked)|service (is )?(currently )?(unavailable|not available)|resources temporarily|intentelo (de nuevo )?mas tarde|spater (noch einmal|erneut)|reessayer plus tard|riprova(re)? piu tardi|tente (novamente )?mais tarde/,
  ],
  [
    'mailbox_disabled',
    /(mail ?box|account|user|address|recipient|email).{0,40}(disabled|deactivated|inactive|suspended|terminated|closed|locked|expired|discontinued|not active|no longer (active|available|in use|valid|exists?))|account (has been )?(disabled|closed|suspended)|disabled (user|mailbox|account)|due to inactivity|archived (recipient|mailbox|account)|(cuenta|buzon|usuario) .{0,40}(deshabilitad|desactivad|inactiv|suspendid|cancelad|cerrad)|(konto|postfach|adresse) .{0,40}(deaktiviert|gesperrt|geschlossen|inaktiv)|(compte|boite|adresse) .{0,40}(desactive|archive|suspendu|inacti|ferme|clotur)|(casella|account|utente) .{0,40}(disabilitat|disattivat|sospes|inattiv)|(conta|caixa|usuario) .{0,40}(desativad|suspens|inativ|cancelad|encerrad)/,
  ],
  [
    'user_moved',
    /user has moved|has moved to|new (e-?mail )?address is|please (try|forward to) <|user not local.{0,20}try|changed (his|her|their) (e-?mail )?address|no longer (works|employed|with (us|the company))/,
  ],
  [
    'domain_not_found',
    /(domain|host|name)( name)?( or domain name)? (not found|does ?n.t exist|does not exist|unknown)|nxdomain|no such (domain|host)|domain \S{1,253} (does not exist|not found)|unrouteable (mail )?domain|unknown (host|domain)|all relevant mx records point to non-existent|no mx .{0,20}(record|found)|couldn.t find any host named|domain .{0,40}(not found|couldn.t be found|could not be found)|null ?mx|does not accept mail|doesn.t accept mail|(dominio|domain|domaine|domane) .{0,40}(no existe|no se encontr|existiert nicht|nicht gefunden|n.existe pas|introuvable|non esiste|nao existe)/,
  ],
  [
    'user_not_found',
    /(user|account|recipient|address|mail ?box|addressee|mailfolder|alias|e-?mail)s?.{0,60}(unknown|not (be )?found|does ?n.t exist|does not exist|do not exist|not exist|no such|is invalid|not known|unavailable|not available|unrouteable|undeliverable|not listed|rejected|couldn.t be found|could not be found|wasn.t found)|(unknown|no such|invalid|nonexistent|non-existent|undeliverable|unrouteable|bad) (local )?(user|recipient|address|mail ?box|account|addressee|part|person)|no (mail ?box|such person)|no (one|body) (here )?by that name|not (a )?(our|valid|local) (customer|mailbox|user|recipient)|there is no one at this address|(not|n.t) have an? .{0,40}account|not in (our|the) (directory|address book)|as\(201806281\)|resolver\.adr|nosuchuser|not listed in|(usuario|destinatario|direccion|cuenta|buzon|casilla|correo).{0,60}(desconocid|no existe|no encontrad|no se (ha )?(encontr|pudo encontrar)|inexistente|no es valid|no valid)|no (existe|se ha encontrado|se encontro) .{0,30}(usuario|destinatario|direccion|cuenta|buzon)|unbekannter? (benutzer|empf|nutzer)|kein (postfach|benutzer|konto)|(benutzer|empfanger|adresse|konto|postfach|teilnehmer).{0,60}(unbekannt|existiert nicht|nicht gefunden|nicht vorhanden|ungultig|nicht bekannt|nicht erreichbar)|(utilisateur|destinataire|adresse|compte|boite).{0,60}(inconnu|introuvable|n.existe pas|inexistant|non trouve|invalide|n.a pas ete trouve)|(utente|destinatario|indirizzo|casella|account).{0,60}(sconosciut|non (e stato )?trovat|non esiste|inesistente|non valid)|(usuario|utilizador|destinatario|endereco|conta|caixa).{0,60}(desconhecid|nao (foi )?encontrad|nao existe|inexistente|invalid)/,
  ],
  [
    'bad_address',
    /(bad|malformed|invalid|illegal) .{0,20}(address )?syntax|syntax error in .{0,20}address|bad destination (mailbox )?address/,
  ],
  [
    'routing',
    /too many hops|mail loop|loop(s)? back to|hop count|routing loop|bucle|schleife|boucle/,
  ],
  [
    'not_reached',
    /connection (timed? ?out|refused|reset|lost)|timed? ?out|no route to host|network is unreachable|could not connect|unable to connect|couldn.t (reach|connect)|retry (timeout|time) (exceeded|not reached)|delivery (time )?(has )?expired|message expired|had trouble connecting|not respond|no (ha )?respond|nicht erreich|keine verbindung|delai .{0,20}(depasse|expire)|connexion .{0,20}(refusee|impossible)|connessione|conexao|conexion/,
  ],
]

/** Returns undefined if no phrase matches. */
export function refusalKindInText(text: string): RefusalKind | undefined {
  const words = text
    // Addresses may contain any of the phrases, so they are removed. Matched only at word starts,
    // to bound the time.
    .replace(/(?<![^\s<>()[\]:;,"'])[^\s<>()[\]:;,"']+@[\p{L}\p{N}.-]+/gu, 'address@')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
  return phrases.find(([, pattern]) => pattern.test(words))?.[0]
}
