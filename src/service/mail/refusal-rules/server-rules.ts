import type { Rule } from './rule.ts'

/** Limits of how much a sender may send at a time. */
export const rateRules: readonly Rule[] = [
  [
    'busy',
    /too many (connections|concurrent|sessions|e-?mails|mails|recipients|rcpt|errors|attempts|requests|messages (from|sent|to|per|at|within|this))/,
  ],
  ['busy', /too (quickly|fast|frequent)|at a rate|rate[ -]?limit|unusual rate/],
  ['busy', /(sending|outgoing|hourly|daily|submission|send) (limit|quota|rate)|quota of outgoing/],
  [
    'busy',
    /(per|this|in one|in an?|within an?) (hour|day|minute|second)|(messages|mails?) (today|per session)/,
  ],
  ['busy', /thread limit|throttl|gr[ae]y-?list/],
  ['busy', /max(imum)? (number of )?(recipients|messages|connections|sessions|defers)/],
  ['busy', /temporar\w+ deferred|deferred due to|come back later/],
  ['busy', /(server|system|host|service) (is )?(too |currently )?(busy|overloaded)/],
  ['busy', /(load (is )?too high|excessive load|too much (load|mail today))|\boverload/],
  ['busy', /resources? (temporarily )?(unavailable|exhausted)|envoi.{0,20}limite/],
  ['busy', /demasiad[oa]s (conexiones|mensajes|destinatarios)/],
  ['busy', /zu viele (verbindungen|nachrichten|empfanger)/],
  ['busy', /trop de (connexions|messages|destinataires)|troppi (messaggi|destinatari)/],
  ['busy', /muitas (conexoes|mensagens)/],
]

/** Errors of the servers on the way. */
export const serverRules: readonly Rule[] = [
  ['routing', /too many (hops|received)|hop ?count|\bloop(s|ed|ing)?\b|\bbucle\b|schleife/],
  ['routing', /\bboucle\b|en boucle/],
  ['busy', /x-unix; (?!6[78]\b)\d+|\bmailer error|internal (\w+ )?(error|failure|problem)/],
  ['busy', /system (\w+ )?error|error (in|of) (the )?system/],
  ['busy', /config(uration)? (error|problem|fail)|misconfigur/],
  ['busy', /local (error|configuration|problem)|software error/],
  [
    'busy',
    /(unexpected|general|protocol|unknown|processing) (system |server )?(error|failure) (in|on|at|while|during)?/,
  ],
  [
    'busy',
    /\b(server|system) (is |has |had )?(an? )?(error|fail\w*|down|unavailable|offline|problem)\b/,
  ],
  ['busy', /lookup (failure|error|failed temp)|protocol (violation|error)|maintenance/],
  [
    'busy',
    /\b(backend|back-end|database|directory|ldap|storage|store|spool)\b.{0,15}(\berrors?\b|fail|\bdown\b|unavailable|not (available|reachable)|offline|problem)|database .{0,25}(not|n't) be reached/,
  ],
  [
    'busy',
    /(recipient|user|address) (verification|lookup|validation) (problem|error|fail\w* temp|failed: temp)/,
  ],
  [
    'busy',
    /(error|problem|trouble) (writing|reading|storing|delivering|accessing|in home|with home)/,
  ],
  ['busy', /(could not|cannot|can't|unable to) (be )?(stored?|save|write|create)|internal problem/],
  ['busy', /temporary (lookup|local|system|server|failure|problem|error|dns)/],
  ['busy', /(user )?database .{0,20}(error|unavailable|failure|down|locked)/],
  [
    'busy',
    /(cannot|can't|could not|unable to) (open|access|read|contact|query) .{0,25}(database|directory|ldap|table)/,
  ],
  [
    'busy',
    /(verify|verification|callout|callback).{0,12}(in progress|incomplete|timed? ?out|could not)/,
  ],
  ['busy', /could not complete|verification in progress|address verification/],
  [
    'busy',
    /command (died|failed|time limit|timed|output|not implemented|not recogni[sz]ed|unrecogni[sz]ed|rejected)/,
  ],
  ['busy', /unrecogni[sz]ed command|bad sequence|(not|un)implemented/],
  ['busy', /syntax error(?!.{0,30}(address|recipient|mailbox|rcpt))/],
  ['busy', /\bexit(ed)? (status|code|with)|interrupted by signal|\bpipe to\b/],
  ['busy', /local delivery (failed|agent)|system not accepting|network messages/],
  ['busy', /user output file|can't create output/],
  ['busy', /\bservice (is )?(currently |temporarily )?(unavailable|not available|shutting)/],
  ['busy', /(un)?expected reply|transaction aborted/],
  ['busy', /system storage|no space left|(mail ?|file ?)?system (is )?full|disk (is )?full/],
  ['busy', /insufficient (system|disk|server) |out of memory/],
  ['busy', /error (interno|del (sistema|servidor))|(interner|interne) (server)?fehler/],
  ['busy', /systemfehler|erreur (interne|systeme|du serveur)/],
  ['busy', /errore (interno|di sistema|del server)|erro (interno|do (sistema|servidor))/],
  ['busy', /interne fout|blad (wewnetrzny|serwera|systemu)|внутренн\S+ ошибк|ошибк\S сервера/],
  ['busy', /内部エラー|システムエラー|系统错误|内部错误|服务器错误/],
]

/** What helps is to try again. Rules of mailboxes come first: a full one is refused with these words. */
export const laterRules: readonly Rule[] = [
  ['busy', /try (again|it again|sending|resending|your)?.{0,20}\blater\b/],
  ['busy', /(retry|please try) (again|later)/],
  ['busy', /temporar(y|ily) (unavailable|rejected|refused|not available)/],
  ['busy', /(intente|pruebe|vuelva|reintente).{0,30}mas tarde/],
  ['busy', /spater (noch ?einmal|noch mal|erneut|wieder)|reessay\S* plus tard/],
  ['busy', /essayer plus tard|riprova\S* piu tardi|tente .{0,15}mais tarde|probeer het later/],
  [
    'busy',
    /sprobuj .{0,12}pozniej|попробуйте .{0,10}позже|повторите .{0,20}позже|後で(もう一度|再)/,
  ],
  ['busy', /稍后(再试|重试)/],
]

/** No server of the domain responded. */
export const routeRules: readonly Rule[] = [
  ['not_reached', /connection.{0,12}(timed? ?out|refused|reset|lost|dropped|closed)/],
  ['not_reached', /timed? ?out|no route to host|(network|host) (is )?unreachable/],
  ['not_reached', /host \S{0,80} ?is unreachable|is not reachable|was not reachable/],
  [
    'not_reached',
    /(could ?n[o']t|could not|cannot|can't|unable to|failed to|wasn't able to|not able to) (connect|establish|reach|contact|open (a )?connection)/,
  ],
  ['not_reached', /lost connection|retry (timeout|time)/],
  ['not_reached', /(delivery|message|queue|time)( time| has| lifetime){0,2} (expired|exceeded)/],
  ['not_reached', /queue\.expired|in the queue too long|had trouble connecting/],
  ['not_reached', /(not|n't) (respond|accept our requests)|no response|giving up/],
  ['not_reached', /delivery failed \d+ attempts|failing for a long time|gave up/],
  ['not_reached', /not (been )?delivered (in|within) (time|\d)/],
  ['not_reached', /maximum (retries|retry|delivery (time|attempts))/],
  ['not_reached', /multiple (retries|attempts)/],
  ['not_reached', /no (ha )?respond|tiempo de espera/],
  ['not_reached', /no se (ha podido|pudo) (conectar|establecer)|nicht erreich/],
  ['not_reached', /keine verbindung|zeituberschreitung|delai .{0,20}(depasse|expire)/],
  ['not_reached', /connexion .{0,20}(refusee|impossible|perdue)/],
  ['not_reached', /(impossibile|impossivel) (connettersi|conectar|contattare)/],
  ['not_reached', /connessione .{0,20}(rifiutata|scaduta)|tempo (esgotado|scaduto)/],
  ['not_reached', /kan geen verbinding|nie mo[zż]na po[lł]aczyc/],
  [
    'not_reached',
    /не удалось (соединиться|подключиться)|接続できません|タイムアウト|连接超时|无法连接/,
  ],
  ['dns', /name ?server.{0,20}(fail|repl|timeout|error|unavailable)/],
  ['dns', /dns (query|server|lookup|error|record|failure|timeout|problem)|servfail/],
  ['dns', /mx lookup (failed|failure|error)|host name lookup failure/],
]
