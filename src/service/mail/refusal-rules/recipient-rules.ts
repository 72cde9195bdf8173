import type { Rule } from './rule.ts'

/**
 * Refusals that sound like a policy and are about the recipient. 5.4.1 is how Microsoft 365 refuses
 * an address that its directory does not know; with another code, the sender is refused.
 */
export const plainRules: readonly Rule[] = [
  ['user_not_found', /\b5\.4\.1\b.*recipient address rejected: access denied|as\(201806281\)/],
  [
    'mailbox_disabled',
    /(block|disabl|lock|suspend|clos|terminat|remov|delet|deactivat|frozen|freez)\w* .{0,30}\binactiv/,
  ],
  ['mailbox_disabled', /(заблокирован|отключен).{0,15}неактив/],
  [
    'mailbox_disabled',
    /(desactivad|disabilitat|desativad|gesperrt|bloque|bloquead).{0,30}inati?vi/,
  ],
  ['mailbox_disabled', /inactividad|inattivita|inatividade|inactivite|inaktivitat/],
  [
    'domain_not_found',
    /(host|domain|server|site)( (name|address))?( @| \S{1,253})? (does( not|n't)|do not|will not|is not configured to) (accept|receive)( any)? (e-?)?mails?(?! (from|for|because|due))/,
  ],
  ['domain_not_found', /(?<!sender (address )?(domain )?)(?<!sender address has )\bnull ?mx\b/],
  ['domain_not_found', /recipient address has null mx|mail receiving disabled/],
  // What Postfix replies to the content after it has refused the recipient for any reason.
  ['busy', /\b5\.5\.1\b.*no valid recipients/],
  // "Host not found, try again" is a failure of the name server, not its answer.
  ['not_reached', /(host|name|domain).{0,25}not found,? try again/],
  ['not_reached', /domain name not found,? try again/],
  ['not_reached', /temporar\w+ .{0,25}(name resolution|resolve)/],
]

/** The mailbox exists and takes no mail at present. */
export const mailboxRules: readonly Rule[] = [
  [
    'mailbox_full',
    /(mail ?box|mail ?dir|mail file|inbox|account|user(\(s\))?|folder|recipient|customer).{0,60}(\bfull\b|over ?(its |the |their |disk |his )?quota|over its|out of storage|exceed\w* .{0,40}(quota|storage|limit|size|space)|exceed\w* (its|their)|has reached .{0,30}(limit|quota)|limit exceeded|too many messages)/,
  ],
  ['mailbox_full', /mailfolder is full|\bover ?quota/],
  ['mailbox_full', /quota (is |has been |usage |was )?(exceed|reach|violat)/],
  ['mailbox_full', /exceed\w* .{0,25}(quota|storage)|quota ?(exceeded|violation)/],
  ['mailbox_full', /quotaexceeded|disk quota|disc quota/],
  ['mailbox_full', /insufficient (disk )?(storage|space|quota)/],
  ['mailbox_full', /(not|n't) (have )?(enough|sufficient) .{0,12}(storage|space|room)/],
  ['mailbox_full', /full (mail ?box|inbox)|(mail ?box|inbox) full/],
  ['mailbox_full', /storage (limit|allocation|quota)|maximum allowed storage/],
  ['mailbox_full', /(space has been used|storage (is |was )?exhausted)|too full|allowed quota/],
  [
    'mailbox_full',
    /(storage|space).{0,25}(full|exhausted|exceeded|used up)|no (more |free )(space|room)/,
  ],
  [
    'mailbox_full',
    /exhausted .{0,20}(storage|space|quota)|(remaining|mail ?box|user's) quota|over storage/,
  ],
  ['mailbox_full', /mail ?box size|quota (limit )?reached/],
  ['mailbox_full', /(buzon|casilla|bandeja|bandexa).{0,30}(llen[oa]|sin espacio)/],
  ['mailbox_full', /cuota .{0,20}(excedid|superad|agotad|llena)/],
  ['mailbox_full', /(supera|excede|excedio|superado|excedido|sobrepasad).{0,20}(cuota|espacio)/],
  ['mailbox_full', /sin espacio|(postfach|mailbox|mailkonto).{0,50}\bvoll\b/],
  [
    'mailbox_full',
    /speicher(platz|limit|volumen)|zu ?viele (e-?)?mails|kontingent|quota.{0,30}uberschritten/,
  ],
  ['mailbox_full', /boite.{0,60}pleine|quota.{0,30}(depasse|atteint)/],
  [
    'mailbox_full',
    /espace.{0,20}insuffisant|espacio insuficiente|(casella|oltre).{0,30}(piena|quota)/,
  ],
  ['mailbox_full', /quota.{0,30}(superata|esaurita)|(caixa|correio).{0,40}(cheia|lotada)/],
  ['mailbox_full', /(cota|quota).{0,20}excedida|mailbox.{0,12}\bvol\b/],
  ['mailbox_full', /skrzynk\S{1,3}.{0,30}(pe[lł]n|przepe)|ящик.{0,25}(переполнен|полон)|квот/],
  ['mailbox_full', /(メールボックス|受信箱|容量).{0,15}(いっは|いっぱ|満杯|超過|オーバー)/],
  ['mailbox_full', /(邮箱|郵箱|信箱).{0,8}(已满|满了|空间不足|已滿)|容量超/],
  [
    'mailbox_unavailable',
    /(account|mail ?box|user(\(s\))?|recipient|address|customer)\b.{0,40}((?<!delivery )temporar\w+ (disabled|suspended|locked|inactive|unavailable|blocked|closed|deactivated|restricted|not (available|active))|on hold)/,
  ],
  [
    'mailbox_unavailable',
    /temporar\w+ (disabled|suspended|locked|inactive|unavailable|deactivated) (account|mail ?box|user|recipient)/,
  ],
  [
    'mailbox_unavailable',
    /(disabled|suspended|locked|inactive|unavailable)\b.{0,25}temporar|currently (disabled|suspended|locked|inactive|unavailable|not (available|accepting))/,
  ],
  ['mailbox_unavailable', /mail ?box (is )?(currently |temporarily )?(busy|locked by|in use by)/],
  [
    'mailbox_unavailable',
    /(buzon|cuenta|casella|conta|konto|postfach|compte|boite)\b.{0,40}(temporal|vorubergehend|temporaire|temporanea|temporariamente)/,
  ],
]

/** The mailbox or the domain is gone. */
export const addressRules: readonly Rule[] = [
  ['user_moved', /user has moved|has moved to|moved permanently/],
  ['user_moved', /(mail ?box|recipient|address|account) (has |was )?moved/],
  ['user_moved', /new (e-?mail )?address is|(please )?(try|forward to) <?@/],
  ['user_moved', /user not local.{0,20}try|changed (his|her|their) (e-?mail )?address/],
  ['user_moved', /been replaced by|(former|ex-?) ?employee/],
  ['user_moved', /no longer (works?|employed|with (us|the company)|at this (company|address))/],
  [
    'user_moved',
    /(has |have )?left (the|our|this) (company|organi[sz]ation|firm)|owner has changed/,
  ],
  [
    'mailbox_disabled',
    /(mail ?box|account|user(\(s\))?|address|recipient|e-?mail|customer|domain)\b.{0,45}(disabled|deactivated|\binactive|suspended|terminated|\bclosed|\blocked\b|expired|discontinued|\bfrozen|cancell?ed|not active|no longer (active|available|in use|valid|accepts?|used|receiv\w+|being))/,
  ],
  ['mailbox_disabled', /(user|subscriber|customer) has (cancell?ed|closed|left)/],
  ['mailbox_disabled', /inactive (user|mail ?box|account|recipient)/],
  [
    'mailbox_disabled',
    /(mail ?box|account|user|address|recipient|alias)\b.{0,30}(deleted|removed|retired|decommission|does(n't| not) accept (any )?mail|shut down)/,
  ],
  [
    'mailbox_disabled',
    /(disabled|deactivated|closed|suspended|expired|terminated|locked|cancell?ed) (user|mail ?box|account|recipient|address)/,
  ],
  ['mailbox_disabled', /archived (recipient|mail ?box|account)|accountdisabled/],
  ['mailbox_disabled', /aduserdisabled|invalid\/inactive/],
  [
    'mailbox_disabled',
    /(cuenta|buzon|usuario)\b.{0,40}(deshabilitad|desactivad|inactiv|suspendid|cancelad|cerrad|eliminad|dad[oa] de baja)/,
  ],
  [
    'mailbox_disabled',
    /(konto|postfach|adresse|mailbox)\b.{0,40}(deaktiviert|gesperrt|geschlossen|inaktiv|geloscht|nicht mehr)/,
  ],
  [
    'mailbox_disabled',
    /(compte|boite|adresse)\b.{0,40}(desactive|archive|suspendu|inacti|ferme|clotur|supprime)/,
  ],
  [
    'mailbox_disabled',
    /(casella|account|utente)\b.{0,40}(disabilitat|disattivat|sospes|inattiv|chius)/,
  ],
  [
    'mailbox_disabled',
    /(conta|caixa|usuario)\b.{0,40}(desativad|suspens|inativ|cancelad|encerrad|exclu)/,
  ],
  ['mailbox_disabled', /(account|mailbox)\b.{0,30}(uitgeschakeld|opgeheven|gedeactiveerd)/],
  ['mailbox_disabled', /(konto|skrzynka).{0,30}(zablokowan|usuniet|nieaktywn|zamknie)/],
  ['mailbox_disabled', /(ящик|аккаунт|пользователь).{0,25}(заблокирован|отключен|удален)/],
  [
    'mailbox_disabled',
    /(アカウント|メールボックス).{0,12}(無効|停止|閉鎖)|(帐号|账号|用户|邮箱).{0,8}(停用|禁用|注销|冻结|关闭)/,
  ],
  [
    'domain_not_found',
    /(domain|host)( name)?( or domain name)?( @| \S{1,253})?( (is|was|does|could|cannot|can|can't))? ?(not found|does ?n[o']t exist|not exist|n't exist|unknown|not be found|be found|couldn't be found)/,
  ],
  [
    'domain_not_found',
    /(domain|host|server).{0,60}(not found|n't be found|not be found|does not exist|doesn't exist)/,
  ],
  ['domain_not_found', /host found but no data|no data (known|record)|nxdomain/],
  ['domain_not_found', /non-?existent(domain| domain| host)/],
  [
    'domain_not_found',
    /(no such|unknown|illegal|invalid|nonexistent|unresolvable) (domain|host)(?! of sender)/,
  ],
  ['domain_not_found', /illegal host\/domain|invalid domain|name or service not known/],
  [
    'domain_not_found',
    /domain must exist|domain (name )?is (not valid|invalid)|find any (host|mail server|mx)/,
  ],
  ['domain_not_found', /find (a )?(mail exchanger|mx)|point to non-existent/],
  ['domain_not_found', /no (mx|mail exchanger|mail host)s?\b|no smtp service/],
  ['domain_not_found', /nonexistentdomain|infodomainnonexistent|(best-preference mx)/],
  ['domain_not_found', /unable to route/],
  [
    'domain_not_found',
    /(dominio|domain|domaine|domane|domein|domena|домен)\b.{0,40}(no existe|no se encontr|existiert nicht|nicht gefunden|unbekannt|n'existe pas|introuvable|inconnu|inexistant|non esiste|inesistente|nao existe|inexistente|bestaat niet|nie istnieje)/,
  ],
  ['domain_not_found', /(домен).{0,25}не (найден|существует)|ドメイン.{0,12}(見つか|存在)/],
  ['domain_not_found', /域名.{0,6}(不存在|错误)/],
  ['bad_address', /(bad|malformed|invalid|illegal|badly formed) .{0,25}(address )?syntax/],
  ['bad_address', /syntax error in .{0,20}(address|recipient|mailbox)/],
  ['bad_address', /syntax error.{0,30}(address|recipient|mailbox|rcpt)/],
  ['bad_address', /bad destination (mailbox )?address|malformed (recipient )?address/],
  ['bad_address', /badly formed|user address required|hostname required/],
  // A subject and what is wrong with it, as in "user unknown".
  [
    'user_not_found',
    /(user(s|\(s\))?|user ?name|account|recipients?|address(es)?|mail ?box|addressee|mailfolder|alias|e-?mail|login|local[- ]part|person)( name| id| in| part| address)?\b.{0,60}(\bunknown|(not|n't) (be )?(found|exist|recogni[sz]ed|known|verified|listed|resolved)|could(n't| not) be (found|verified|resolved)|cannot be (found|verified|resolved)|(does|do|did) ?(not|n't) exist|not (a )?(known|valid)|is (invalid|gone|missing|not here|not valid)|no such|unrout\w*|undeliverable|not present|misspel|no longer exists?|no longer on|not at this|nonexist|non-exist|not in our)/,
  ],
  [
    'user_not_found',
    /(\bunknown|no such|\binvalid|nonexistent|non-existent|undeliverable|unrout\w+|unrecogni[sz]ed|\bbad|not an?|not our|\bno|illegal|wrong|inexistent|incorrect|missing) (or |illegal |unknown |invalid |known |valid |local[- ]|registered |virtual |smtp |e-?mail |mail |internal |destination ){0,4}(user|recipient|address|mail ?box|mail drop|account|addressee|part|person|alias|customer|login|e-?mail)s?\b/,
  ],
  [
    'user_not_found',
    /no (mail ?box|mail box|account|user|person|one|body|entry)\b.{0,12}(here|by (that|this)|with (that|this)|at this|for this|available)/,
  ],
  ['user_not_found', /nobody (here )?by (that|this)|there is no one|by that name/],
  ['user_not_found', /(not|n't) have an? .{0,40}account/],
  ['user_not_found', /not in (our|the) (directory|address book)|resolver\.adr|nosuchuser/],
  [
    'user_not_found',
    /not listed in|user missing home|(address|recipient|user|account|mail ?box) invalid/,
  ],
  [
    'user_not_found',
    /(don't|do not|doesn't|does not) ((know|recogni[sz]e|handle mail for) (this|that|such|the)|have (any )?such)/,
  ],
  ['user_not_found', /(doesn't|does not|isn't|no longer) (live|lives|here)|name is incorrect/],
  [
    'user_not_found',
    /(cannot|can't|could not) (find|resolve|verify|route to) (the |this |your )?(address|recipient|user)/,
  ],
  ['user_not_found', /x-unix; 67|no such person/],
  ['domain_not_found', /x-unix; 68/],
  [
    'user_not_found',
    /(usuario|destinatario|direccion|cuenta|buzon|casilla|correo)\b.{0,60}(desconocid|no (ya )?existe|ya no existe|no encontrad|no se (ha )?(encontr|pudo encontrar)|inexistente|no es valid|no valid|no esta registrad)/,
  ],
  [
    'user_not_found',
    /no (existe|se ha encontrado|se encontro|se encuentra) .{0,30}(usuario|destinatario|direccion|cuenta|buzon)/,
  ],
  ['user_not_found', /unbekannte[rs]? (benutzer|empf|nutzer|adress|postfach)/],
  ['user_not_found', /(kein|keinen|keine) (\w+ )?(postfach|benutzer|konto|empfanger|adresse)/],
  [
    'user_not_found',
    /(benutzer|empfanger|adresse|konto|postfach|teilnehmer|mailbox|nutzer)\w*\b.{0,60}(unbekannt|existiert nicht|nicht gefunden|nicht vorhanden|ungultig|nicht bekannt|nicht (mehr )?(gultig|gueltig)|existiert nicht mehr)/,
  ],
  [
    'user_not_found',
    /(utilisateur|destinataire|adresse|compte|boite)\b.{0,60}(inconnu|introuvable|n'existe|n'est pas (connu|valide)|inexistant|non trouve|invalide|n'a pas ete trouve)/,
  ],
  ['user_not_found', /aucun (utilisateur|compte|destinataire)|destin\S* (sconosciut|errat)/],
  [
    'user_not_found',
    /(utente|destinatario|indirizzo|casella|account)\b.{0,60}(sconosciut|non (e stato )?trovat|non esiste|inesistente|non valid)/,
  ],
  [
    'user_not_found',
    /(usuario|utilizador|destinatario|endereco|conta|caixa)\b.{0,60}(desconhecid|nao (foi )?encontrad|nao existe|inexistente|invalid)/,
  ],
  [
    'user_not_found',
    /(gebruiker|ontvanger|adres|mailbox)\w*\b.{0,40}(onbekend|bestaat niet|niet gevonden|ongeldig)/,
  ],
  ['user_not_found', /onbekende (gebruiker|ontvanger)|nie ma takie/],
  ['user_not_found', /nieznan\w* (uzytkownik|adresat|odbiorca)/],
  ['user_not_found', /(uzytkownik|adres|skrzynka|konto)\b.{0,40}(nie istnieje|nieznan)/],
  [
    'user_not_found',
    /(mottagare|anvandare|bruger|modtager|bruker)\w*\b.{0,30}(okand|finns inte|ukendt|ukjent)/,
  ],
  [
    'user_not_found',
    /(пользовател|получател|адресат|адрес|ящик|учетн).{0,40}(не (найден|существует|известен|обнаружен)|неизвест|отсутств|недействит)/,
  ],
  [
    'user_not_found',
    /нет такого (пользоват|адрес|получат)|так\S+ (пользоват|адрес|получат|ящик)\S* нет/,
  ],
  ['user_not_found', /неизвестн\S+ (пользоват|получат|адрес)/],
  [
    'user_not_found',
    /(宛先|ユーザ|メールアドレス|該当|受信者|アドレス|メールボックス|アカウント|収信者).{0,25}(見つかり|存在し|不明|無効|ありません|いません)/,
  ],
  [
    'user_not_found',
    /(收件人|用户|用戶|邮箱|郵箱|帐号|账号|帳號|地址).{0,8}(不存在|未找到|无效|無效|找不到|不正确)/,
  ],
  [
    'user_not_found',
    /(无此|查无此|無此|没有)(用户|人|帐号|用戶|收件人)|(사용자|수신자|계정|주소).{0,20}(없|존재하지|찾을 수)/,
  ],
]

/**
 * Words that say little. "Recipient address rejected" is about the recipient only where no other
 * reason follows.
 */
export const weakRules: readonly Rule[] = [
  ['user_not_found', /mail ?box (is |was )?(unavailable|not available|not found)/],
  ['user_not_found', /\b5\.1\.0\b.*\baddress rejected/],
  ['user_not_found', /(recipient|rcpt)( address(es)?)?( has been| was| is)? rejected[.!]?( @)?$/],
  ['user_not_found', /unable to (deliver to|find) (this|the) (recipient|user|address|account)/],
  ['user_not_found', /cannot be delivered to this (recipient|address)/],
  ['policy', /\b(denied|forbidden|prohibited|disallowed|refused)\b/],
  ['policy', /not (permitted|allowed|authori[sz]ed|accepted|acceptable)/],
]
