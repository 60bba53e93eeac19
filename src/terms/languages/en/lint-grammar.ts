import type { Grammar } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'
import { meaning } from './lint-meaning.ts'
import { terms } from './lint-terms.ts'

/** How English terms write what the linter looks for. */
export const grammar: Grammar = {
  meaning,
  negation: phrase("not>|never|nor>|neither|cannot|\\p{L}{2,8}n't>|no>|nobody|none>|nothing|without (?:using|selling|sharing)"),
  notNegation: phrase('not only|no later than|no more than|not just|no matter|no longer than|whether or not'),
  turn: phrase('but>|however|except>|although|yet>|while>|whereas'),
  running: phrase(
    '(?:only|solely|just) (?:to|for|so that|when|if) ~(?:ring|call|tell|warn|ask|find|recogni[sz]e|send|sign|log|receipt|invoice|bill|deliver|pay|contact|reach|reply|answer|confirm|account|verify|identify|code|record|password|login|password|number|remind)…|needed (?:only )?to (?:run|keep|send|prove)',
  ),
  collect: phrase(
    '(?:collect|use|access|read|process|gather|record|track|store|analy[sz]e|receive|obtain|get|see|scan|monitor|measure|look(?:s|ed|ing)? at|know|learn|check|pull|save|capture|examine|inspect|listen to|sync|import|detect|count|upload|copy|hold|request|link|match|draw on|take|include|cover|mean|license|permit|share|combine|keep|need|ask for)(?:s|ed|d|ing|es)?>|let… (?:us|\\p{L}{2,20}) (?:use|have|see)|consists? of|known as',
  ),
  person: phrase(
    'you (?:will |can |may |must |also |then )?(?:get|receive|see|take|need|send|keep|use|ask|write|call|reach|find|pay|tell|contact|go|turn|complain|appeal|apply|object)>',
  ),
  permit: phrase('let>|lets>|permit…|allow…|grant…|licen[sc]e|give us|agree that|authori[sz]e…|may use'),
  ours: phrase("(?:our|its|the company's|company|us at|reach us|contact)>"),
  topics: {
    data: phrase(
      'data>|what (?:data|information)|which (?:data|information)|(?:what|things) we (?:use|collect|need|want|see|read|take|would like|have)|we (?:use|collect)>|what (?:we|do we|would we)(?:.d|.ll| would| will| may)? (?:use|collect|need|look|read|record|ask|keep|see|gather|track|hold)>|you (?:share|give)|information',
    ),
    recipients: phrase('who (?:gets|receives|sees|has)|recipients?|shar(?:e|ed|ing)|goes to|goes|who else|disclos…'),
    end: phrase(
      'how long|term>|duration|until when|end>|ends>|expir…|lasts?>|period|when (?:it|does)|lifetime|validity|time>|go on|renew…|continue…',
    ),
    reward: phrase(
      "what you get|reward…|in return|compensation|payment|what's in it|thank(?:s| you)>|money|you (?:get|receive|earn)>|benefits?|consideration|fee>|pay>|for you",
    ),
  },
  months: [
    'jan(?:uary)?',
    'feb(?:ruary)?',
    'mar(?:ch)?',
    'apr(?:il)?',
    'may',
    'june?',
    'july?',
    'aug(?:ust)?',
    'sept?(?:ember)?',
    'oct(?:ober)?',
    'nov(?:ember)?',
    'dec(?:ember)?',
  ],
  numbers: {
    a: 1,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fourteen: 14,
    fifteen: 15,
    eighteen: 18,
    twenty: 20,
    'twenty-four': 24,
    'twenty four': 24,
    thirty: 30,
    'thirty-six': 36,
    sixty: 60,
    ninety: 90,
    thirteen: 13,
    sixteen: 16,
    seventeen: 17,
    nineteen: 19,
    'twenty-one': 21,
    'twenty-eight': 28,
    'thirty-one': 31,
    forty: 40,
    'forty-five': 45,
    'forty-eight': 48,
    fifty: 50,
    'a hundred': 100,
  },
  half: 'and a half',
  units: { day: 'days?', week: 'weeks?', month: 'months?', year: 'years?' },
  end: phrase(
    '(?:ends?|expires?|lasts?|terminates?|runs? (?:for|until)|valid|remains? in (?:effect|force)|continues?|is in (?:effect|force)|in force|lapses?|stops? automatically|good for|stays? (?:valid|in force|in effect)|shall (?:be|remain) (?:valid|effective)|for a (?:period|term) of|term of this|until)(?![\\p{L}])',
  ),
  ending: phrase(
    'agreement|licen[sc]e|permission|consent|contract|it (?:ends|lasts|expires|runs|is valid|will end|shall)>|term>|participation|we may|you (?:let|permit|allow)|everything|authori[sz]ation|arrangement|deal>|right>',
  ),
  notEnd: phrase(
    'delet…|eras…|remov…|destroy…|eliminat…|keep>|keeps>|kept>|retain…|retention|stor(?:e|ed|es)>|within (?:\\d{1,3}|[\\p{L}-]{1,12}) (?:\\(\\d{1,3}\\) )?(?:business |working |calendar )?(?:days?|weeks?|months?|hours?|years?)|notice|renew…|extend…|surviv…|confidential…|after (?:the end|termination|expiration|you (?:withdraw|stop|leave)|it ends)|(?:pay|paid|payment|payments|payable|invoice…|due)>|vouchers?|gift cards?|points (?:expire|lapse)|offer>|announced|warrant…|insur…|began|started|old>|age>|cure>|breach|unless earlier|working days|business days|refund…|trial|deliver…|response|respond|complain…|report…|cookies?|limitation|statute|password|code>|session|at least|minimum|up to|earlier version|card>|cards>|discount|training|probation|employ…|lease|audit|review…',
  ),
  law: phrase(
    '(?:governed (?:exclusively |solely )?by|construed (?:in accordance with|under)|subject to|in accordance with|under) (?:and construed (?:in accordance with|under) )?(?:the )?laws? of (?:the )?((?:(?:state|commonwealth|province|republic|kingdom) of )?\\p{L}[\\p{L} ]{2,24})|the laws? of (?:the )?((?:(?:state|commonwealth|province|republic|kingdom) of )?\\p{L}[\\p{L} ]{2,24}?) (?:applies|apply|governs?|shall (?:apply|govern))|(?:governed by )?(\\p{Lu}\\p{L}{3,20}) law (?:applies|apply|governs?|shall)',
  ),
  notLaw: phrase(
    'consumers?|mandatory|if>|unless|depending|principal office|outside (?:of )?the|also>|as well|where you live|home>|your country|local law|if you (?:live|are)|resident…|either party|arbitrat…|courts? (?:of|in)|jurisdiction of|data protection|privacy law|employment|intellectual property|required by|permitted by|requires|allows|comply|compliance|organi[sz]ed under|incorporated|existing under|corporation|rights? under|established|applicable',
  ),
  reward: phrase(
    'you (?:will |shall |also )?(?:get|receive|earn|are paid|are given)|pays? (?:you|\\p{L}{2,20}) |(?:we|company) (?:will |shall )?(?:pay|give|credit|send) (?:you|each)|rewards?>|in return|in exchange|as (?:a )?(?:thank|thanks|compensation|consideration|reward)|receives?>|compensat…|we (?:pay|give|offer)|disburs…|remits?>',
  ),
  notReward: phrase(
    'costs?>|fees?>|travel|shipping|worth>|up to|charge…|price|penalt…|fine>|damages|liab…|deduct…|tax…|late>|refund…|at least|minimum|over>|more than|above>|if you (?:decline|withdraw|stop)|per hour worked|extra>|does not|do not|postage|subscription|normally|usually|instead of',
  ),
  share: phrase(
    '(?:shar(?:e|es|ed|ing)|disclos(?:e|es|ed|ing)|provid(?:e|es|ed)|transfer(?:s|red)?|sell(?:s)?|sold|giv(?:e|es|en)|pass(?:es|ed)?|send(?:s)?|sent|goes|go|forward(?:s|ed)?|transmit(?:s|ted)?|made available|available) (?:[^\\s.;:|]{1,30} ){0,7}?(?:with|to)>|(?:recipients?|who gets it)(?: are| is|:)',
  ),
  anytime: phrase(
    '(?:withdraw|revoke|stop(?! using)|take (?:it |this )?back|opt out|cancel (?:it|this|your permission|the license)|end (?:it|this|the license|this license)|leave)[^.;|]{0,60} (?:at any time|any time|anytime|whenever you (?:like|want|wish)|when you like)|(?:at any time|any time|anytime|whenever you (?:like|want))[^.;|]{0,40} (?:withdraw|revoke|stop(?! using)|opt out)',
  ),
  irrevocable: phrase(
    "(?:withdrawal|revocation|stopping|leaving|cancellation)s?[^.;|]{0,30} only (?:be )?(?:accepted|possible|allowed|permitted|processed|effective|taken)?[^.;|]{0,12}(?:after|once|during|at the end|(?:in|on) (?:the (?:first|last)|(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter)))|(?:you are|you remain|remain) bound (?:for|until|by it for)|locked in|must (?:stay|remain) (?:in|for|until)|no withdrawal|(?:withdrawal|revocation|stopping|leaving|cancellation) (?:is|are) (?:not (?:possible|allowed|permitted|accepted)|(?:possible|allowed|permitted|accepted) only (?:after|once|at the end|during))|(?:withdraw|stop|leave|revoke|cancel|end (?:it|this|the license|the agreement)) (?:only )?(?:no|not) (?:earlier|sooner|before)|(?:cannot|can not|can't|may not) (?:(?!(?:once|after|if|when|until|because)>)[^.;|]){0,40}(?:withdraw|revok|stopp|take(?:n)? back|cancel|end(?:ed)? )…|(?:once|after) (?:given|signed|you (?:agree|have agreed|sign))[^.;|]{0,60} (?:final|binding|cannot|can no longer|permanent)|not until [^.;|]{0,40} (?:withdraw|stop|leave|end)|(?:may|can) (?:withdraw|stop|leave|cancel|end it) (?:only|at the earliest)|only (?:at the end of|after|once a|in) [^.;|]{0,40} (?:withdraw|stop|leave|end it|cancel)|irrevocabl…|(?:cannot|can not|can't|may not|is not able to) (?:be )?(?:withdraw…|revoke…|taken? back|stop(?:ped)?|cancel…|undone)|(?:can|may) (?:only )?be (?:ended|withdrawn|revoked|stopped|cancel…) only|(?:withdraw|revoke|stop|leave|ended|end it) only (?:once|after|at the end|on|during|within|in writing once)|not (?:be )?(?:withdraw…|revoc…|revok…)|no right to (?:withdraw|revoke)|binding for the (?:whole|entire|full)|(?:withdrawal|revocation) is (?:not possible|excluded|impossible)|permission is (?:final|permanent)|cannot change your mind",
  ),
  pressure: phrase(
    "(?:only|just) (?:\\p{L}{1,12} ){0,3}(?:people|members|customers|users|viewers|neighbou?rs|patients|parents|players) (?:who )?(?:do not|don’t|refuse|decline|say no)|(?:those|people|members|customers|users|anyone) who (?:decline|refuse|say no|opt out|do not agree)[^.;|]{0,60} (?:lose|pay|wait|are (?:excluded|removed|blocked|moved)|get less|miss|forfeit|will (?:lose|pay|be))|(?:declining|refusing|saying no|withdrawing|stopping|opting out)[^.;|]{0,60} (?:will |means |costs |ends |cancels |forfeits |closes |results in |leads to )(?:\\p{L}{1,12} ){0,4}(?:your|the|a|all|loss|losing|fee|points|account|benefits|discount|access)|without (?:your )?(?:agreement|consent|permission)[^.;|]{0,40} you (?:lose|cannot|will)|we will be (?:sad|disappointed)|you don’t want to|do not let|think of the|everybody (?:else )?(?:agrees|has agreed|does)|(?:all|most) (?:your|of your|other) (?:friends|neighbou?rs|members|customers) (?:have|agree|already)|you will miss|(?:a |any )?(?:good|loyal|responsible|decent|real|true) (?:\\p{L}{1,12} ){0,2}(?:agree|agrees|says yes|would|will|shares?)>|(?:agree|decide|answer) (?:now|today|within (?:the next )?\\d{1,2} (?:hours?|minutes?))[^.;|]{0,30}(?: or |, or | before )|or (?:you|your \\p{L}{1,12}) (?:lose|will lose|will be (?:closed|lost|deleted|suspended))|forfeit…|(?:if|when|unless|once|should|whoever|anyone who|users who|members who|customers who|people who|those who) [^.;|]{0,60}?(?:decline|refuse|say no|do not agree|don't agree|disagree|not accept|stop|withdraw|opt out|leave|agree|accept|do not consent|reject)…[^.;|]{0,60}? (?<!not )(?<!nothing )(?:los(?:e|es|ing)>|forfeit…|you (?:will |are )?(?:be )?charged|(?:account|membership|profile|access|points|subscription|discount|benefits?|rewards?)[^.;|]{0,30} (?:closed|deleted|cancel…|blocked|limited|removed|suspend…|revoked|ends?|expires?)|(?:close|suspend|block|cancel|limit|delete) your (?:account|membership|profile|access|subscription|points)|you (?:can |may |will |are )?no longer|pays? (?:more|a fee|a higher|twice|an extra|\\$|£|€)|pay extra|higher (?:price|fee|premium)s?|you (?:cannot|can't|can not|will not be able|won't be able)|penalt…|(?:a|the) fee>|worse|slower|downgrad…|excluded)|(?:you|you'll|you will) (?:will )?(?:lose|forfeit) (?:your|all|the|every)|selfish|don't be|shame|miss(?:ing)? out|last chance|only today|hurry|act now|before (?:it is|it's) too late|will regret|real (?:fans|friends)|let (?:us|your \\p{L}{1,12}|them|everyone|others) down|everyone else (?:has|is)|disappoint…|nobody (?:sensible|reasonable) (?:refuses|declines)|only (?:a |an )?(?:fool|egoist)…|ungrateful|declin(?:e|ing) (?:costs|means (?:a|that you lose|losing))|refusal (?:costs|leads|results)|refus(?:e|ing)[^.;|]{0,30} (?:hurts|harms|costs)",
  ),
  refusal: phrase(
    "declin…|refus…|say(?:ing|s)? no>|said no>|reject…|(?:not|n't|never|without) (?:to )?(?:agree|accept|consent|sign|shar|tak(?:e|ing) part|participat|join|opt(?:ing)? in|permit|allow|giv)…|disagree…|opt(?:ing|s)?[- ]out|withdr…|without (?:your |this |the )?(?:agreement|consent|permission|licen[sc]e|signature)|(?:stop|stops|stopping|leave|leaving|leaves|quit|quits|end|ends|ending|cancel|cancels|cancel…) (?:sharing|it|this|early|before|the (?:license|agreement|permission|panel|program(?:me)?))|(?:if|when|once|after) you (?:stop|leave|quit|cancel)|revok…",
  ),
  loss: phrase(
    "(?:lose|loses|losing|lost)>|loss of (?:your|the|all|points|access)|forfeit…|(?:points?|credits?|account|membership|profile|access|discount|benefits?|rewards?|bonus|support|place|seat|price|premium|rent|bill|tariff|rate)[^.;|]{0,40} (?:clos|delet|cancel|block|limit|remov|suspend|revok|ends?>|expire|laps|rise|increas|go(?:es)? up|disappear|paus|downgrad|withdrawn|taken away|higher|no longer)…|(?:close|suspend|block|cancel|limit|delete|remove|downgrade|revoke|end|reduce|raise|increase)s? (?:your|their|his|the) (?:account|membership|profile|access|points|credits?|discount|benefits?|rewards?|bonus|place|price|premium|rent|bill|tariff|rate|subscription|service)|(?:pay|pays|owe|owes|charged|charge) (?:you |them )?(?:more|extra|an? (?:[\\p{L}-]{1,15} ){0,2}(?:fee|charge|price|surcharge)|the full|the higher|the normal|twice|\\$|£|€|back)|(?:fee|charge|surcharge|fine) of>|costs? (?:you|them|your|\\$|£|€)…|penalt…|surcharge|(?:wait|queue|waiting)[^.;|]{0,12} longer|longer (?:wait|queue)|back of the queue|(?:slower|worse|lower|fewer|less) (?:service|support|access|offers|benefits|priority)|(?:you|they|members?|users?|customers?|people|who \\p{L}{2,12}) (?:cannot|can't|can not|may not|will not be able to|won't be able to|can no longer|may no longer|are unable to) (?:use|keep|get|enter|join|play|buy|order|visit|receive|take part|earn)|(?:you|they|members?|users?) (?:will )?no longer (?:get|receive|have|earn|qualify)|excluded|must (?:leave|pay|return|repay)|repay|miss out|stops? working|have to (?:pay|leave|return|wait|queue)",
  ),
  noLoss: phrase(
    "(?:not|n't|never) (?:lose|affect|change|cost|have to|pay|be charged|charge|need|close|cancel|mean|reduce|limit)…|lose(?:s)? nothing|nothing>|no (?:effect|disadvantage|fee|cost|penalty|charge|consequence|loss|other)…|without (?:any )?(?:penalty|cost|charge|disadvantage|loss|giving|losing|paying)…|free of charge|stay(?:s)? (?:the same|yours|as|open|valid)|keep(?:s)? (?:your|all|every|the|what)|remains? (?:the same|yours|as|open|valid|unaffected)|regardless|either way|whether or not|rights? (?:under|of)|remain unaffected",
  ),
  inThatCase: phrase('(?:then|in that case|otherwise|if so|this means|in this case|in such a case|if you do)>'),
  agreementByUse: phrase(
    '(?:counts?|count|is taken|is treated|is understood|is regarded|amounts?) (?:as|to) (?:your |an |a )?(?:consent|agreement|acceptance|permission)|by (?:using|accessing|continuing|visiting|browsing|installing|downloading|opening|entering|scanning|playing|wearing|driving|keeping|shopping|logging|signing in|creating|remaining|staying|reading|clicking past)[^.;|]{0,80}? (?:agree|accept|consent|are bound|permit|give (?:us )?(?:your )?(?:permission|consent)|authori[sz]e)|continued use[^.;|]{0,80}? (?:means|constitutes|signifies|indicates|counts|is (?:deemed|taken))|us(?:e|ing) (?:of )?[^.;|]{0,40}? (?:constitutes|means|counts as|is deemed|signifies|implies)|deemed (?:to have )?(?:accept|agree|consent)…|(?:if|when|as long as) you (?:use|keep using|continue|open|visit|stay|enter)[^.;|]{0,60}? (?:you (?:agree|accept|consent|have agreed)|means (?:that )?you (?:agree|accept|consent))|silence (?:counts|means|is)|by (?!(?:sign|tap|click|press|check|tick|select|choos|agree|accept|writ|confirm|giv)ing)\\p{L}{3,15}ing [^.;|]{0,60},? you (?:agree|accept|consent)',
  ),
  endlessRetention: phrase(
    'indefinitely|for ever|forever|(?:without|no) (?:any )?(?:time )?limit(?:ation)? (?:of|in|on) time|(?:keep|kept|keeps|stor|retain|hold|held|remain|archiv)…[^.;|]{0,80}? (?:without (?:any )?(?:time )?limit…|permanently|in perpetuity|perpetual…|as long as (?:we|it|our \\p{L}{2,15}) (?:see|like|want|need|wish|find|choose|deem|consider|please|is useful|can|suits|requires?|demands?)…|no (?:time )?limit (?:on|to|for)|(?:stays?|remains?|stored)[^.;|]{0,40} (?:permanently|for good|forever)|until further notice|even (?:after|if|when|once) you|after you (?:stop|withdraw|leave|cancel|delete|end)…|after (?:the |your )?(?:withdrawal|termination|cancellation|revocation|the license ends|the end of)|for an unlimited|for all time|no matter (?:how|when)|regardless of (?:a |your |any )?(?:withdrawal|whether you))|(?:after|once|even if) you (?:stop|withdraw|leave|cancel|have withdrawn)[^.;|]{0,60}? (?:keep|retain|store|hold|remain|continue to use|stays? with us)|never (?:delete|erase|remove)|(?:is|are) (?:never|not) (?:deleted|erased|removed)|unlimited (?:period|time|retention)|as long as we see fit|no end to how long',
  ),
  legalRetention: phrase(
    'law (?:requires|obliges|demands)|legal(?:ly)? (?:required|obligation|duty)|required by law|tax (?:office|law|authorit…)|requires us|statutory|anonymous|aggregate|this text|the record of your license|receipt',
  ),
  sale: phrase(
    '(?:sell|sells|sold|selling|resell|monetize|rent out|trade)>(?: or \\p{L}{2,15})?,? (?:[^\\s.;:|]{1,30} ){0,8}?(?:to (?:third|partners|other|others|advertis…|data|anyone|whoever|interested|buyers|compan…|selected|business|outside|marketing|brokers|our|any|whom…|different|clients|organi[sz]ations)|(?:your|the|this|these|that|such|personal|collected|\\p{Lu}\\p{L}{2,15}) (?:[^\\s.;:|]{1,30} ){0,3}?(?:data|information|history|receipts|records|profiles?|readings|recordings|results|insights)>)|(?:data|information|history|receipts|records|profiles?|they|it) (?:may|can|will|could|are|is|might|shall) (?:also |then |later )?be sold|(?:data|information|history|receipts|records) (?:is|are) (?:also )?sold|sale of (?:your|the|this|personal|collected) (?:[^\\s.;:|]{1,30} ){0,2}?(?:data|information|history|receipts|records)|we sell (?:it|them)>|(?:sell|sold|resell) (?:it|them|this|that) (?:on )?to>|(?:sell|sells|sold|resell)>[^.;|]{0,60} to (?:any|whichever|whoever|whomever|those who|the highest|the best|interested)>',
  ),
  notSale: phrase(
    'sale of (?:the )?(?:company|business|assets)|merger|acquisition|bankruptcy|we sell (?:you|our products)|sold to you',
  ),
  legalese: phrase(
    'notwithstanding|herein(?:after|above|before|below)?>|hereto(?:fore)?>|hereunder>|hereby>|thereof>|therein>|thereto>|thereunder>|whereof the|wherefore>|aforementioned|aforesaid|forthwith|inter alia|mutatis mutandis|pursuant to|in the event that|prior to the expiration of|null and void|witnesseth|whereas,|for the avoidance of doubt|without prejudice to the generality|said (?:data|license|agreement|party)>|save as (?:otherwise )?provided|provided,? however,? that|to the fullest extent permitted|ipso facto|per annum|hold harmless|henceforth|indemnify and hold|the undersigned|such other|in respect of which',
  ),
  means:
    /^["”“»')\s,*_]{0,6}(?:means?|signif(?:ies|y)|denotes?|comprises?|means?|shall mean|has the meaning|have the meaning|shall have the meaning|refers? to|includes?|is (?:the|a|an|any|what|all)|are (?:the|all|any)|stands for|describes|:|=|–|—)(?![\p{L}])/giu,
  terms,
  parties: phrase(
    '(?:between|(?:agreement|contract|license) with|we are|made (?:by|with)|entered into (?:by|with)|(?:party to this|you) (?:agree|sign|contract|deal) with|on behalf of)(?: (?:you|the person|the customer|the member|the user)(?: who \\p{L}{2,12})?(?: \\(“?you”?\\))? and)?(?: (?:us|we))?,?>',
  ),
}
