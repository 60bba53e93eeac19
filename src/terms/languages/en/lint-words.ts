import type { LintWords } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'
import { grammar } from './lint-grammar.ts'

/** English. */
export const lintWords: LintWords = {
  uses: {
    attribution: [
      phrase(
        'attribution|which ads? (?:work|led)|whether ~(?:ads?|offers?|campaigns?)>|measur… ~(?:ads?|advert…|campaigns?)>|(?:ad|advertising|campaign) (?:measurement|performance|effectiveness|impact)|effect… of ~(?:ads?|advert…|campaigns?)>',
      ),
      phrase(
        '(?:ads?|advert…|campaigns?|promotions?|offers?)[^.;|]{0,60} (?:work…|effect…|result…|success…|led|lead|bring|brought|made|sold|paid off|help)|because of (?:an|the|our) ad…|after (?:seeing|you saw) (?:an|the|our) ad|which ad or offer|(?:ads?|campaigns?|offers?) (?:work|led|lead)…|if (?:an|the) ad|led to (?:a|the|your) (?:purchase|sale|visit)',
      ),
    ],
    retargeting: [
      phrase(
        'retarget…|remarket…|personal(?:i[sz]ed)? (?:ads?|advert…)|targeted (?:ads?|advert…|marketing)|(?:show|send|serve|target) (?:you |people |members |customers )?(?:with )?(?:\\p{L}{1,15} ){0,2}(?:ads|advert…)|(?:ads|advert…) (?:that|which) (?:fit|match|suit|follow)|(?:ads|advert…) (?:based|tailored)|(?:interest|behaviou?r)…[- ](?:based )?advert…|advertise to you',
      ),
      phrase('ads>|advert…|promotions?|(?:ads|advert…) (?:for|to|about)|marketing'),
    ],
    personalization: [
      phrase(
        'personali[sz](?:e|ing|ation)…|personali[sz]ed (?!ads?>|advert)|(?:personal|tailored|individual|custom) (?:offers|recommend…|suggest…|discounts|deals)|recommend (?:\\p{L}{1,15} ){0,4}(?:to you|you (?:may|might)|for you)|tailor… ~to you|(?:offers|coupons|deals) (?:that |which )?(?:fit|match|suit)',
      ),
      phrase(
        'for you|your taste|relevant|made for|just for|individual…|interests? you|what you like|personal|recommend…|suggest…|tailor…|(?:fit|match|suit)s? (?:you|your)|adapt… ~to you|custom(?:i[sz]e|ised|ized)…',
      ),
    ],
    ai_training: [
      phrase(
        'train(?:ing|s)? ~(?:ai>|artificial|(?:language |computer |recognition |recommendation |prediction |machine )?models?>|algorithms?|machines?|neural|chatbots?)|ai training|machine[- ]learning|teach… ~(?:computers?|models?|ai>|machines?|algorithms?)|(?:develop|build|improve)… (?:\\p{L}{1,15} ){0,2}(?:ai>|artificial intelligence) ?(?:models?|systems?|products?)?|(?:ai>|computer) models? (?:that|which) learn',
      ),
      phrase('models?|algorithms?|train…|teach…|recogni[sz]…|artificial intelligence|ai>|learn from (?:the )?data'),
    ],
    generative_ai: [
      phrase('generative ai|generative models?|(?:generat|creat|produc)… ~(?:with|by|using) ai>|ai[- ]generated'),
      phrase('generat… (?:texts?|images?|content)'),
    ],
    ai_inference: [
      phrase('ai inference|(?:let|have) (?:an )?ai ~(?:answer|read|decide|predict)…'),
      phrase('as input (?:for|to|of) ~(?:ai>|models?)'),
    ],
    distribution: [
      phrase(
        '(?:(?:licen[sc]e|pass on|share|disclose|distribute)s? (?:\\p{L}{1,15} ){0,4}|gives? (?:your|the|this|these) (?:\\p{L}{1,15} ){0,3})(?:to|with) (?:other compan|third part|our partners|partners|others>|advertisers|data brokers|anyone|whoever)…|(?:sharing|distribution) (?:\\p{L}{1,15} ){0,3}(?:with|to) (?:other|third|partners)…',
      ),
      phrase('distribut…|pass ~on|(?:share|sell|give) ~(?:with|to)>|goes to|passed on'),
    ],
    analytics: [
      phrase(
        'analytics|statistic…|market research|(?:to )?(?:count|measure) (?:and compare )?(?:how|what|which)>|trend analys…|usage analys…',
      ),
      phrase(
        'number of|how many|how much|average…|figures|patterns|demand>|forecast…|plan…|improve…|find out|evaluat…|survey…|count>|understand|tell us (?:what|how|which)|count…|compar…|insights?|(?:see|learn|know|understand|find out|study|measure|analy[sz]e) (?:\\p{L}{1,15} ){0,2}(?:what|which|how|where|when|why)>|reports?|trends|analy[sz]…|research',
      ),
    ],
    support: [
      phrase(
        '(?:for|provide|improve|offer|give you) ~(?:customer|technical|user) (?:support|service|care)|help you (?:when|if|with)|(?:troubleshoot|fix) ~(?:problems?|issues?) (?:for|with)|when you ask (?:us )?for help',
      ),
      phrase(
        'help…|answer…|repair…|solve…|fix…|problems?|questions?|(?:customer|technical|user) (?:support|service|care)|help(?:ing)? you|help desk|answer… (?:your )?(?:questions|requests|calls)|support (?:requests?|team)|assist…',
      ),
    ],
  },
  data: {
    email_address: phrase('e-?mail address…|your e-?mail>(?! receipts?)'),
    phone_number: phrase('(?:tele)?phone numbers?|mobile numbers?|cell numbers?|your number>'),
    physical_address: phrase(
      '(?:postal|mailing|home|street|delivery|billing|shipping|residential) address…|where you live|your address>',
    ),
    contact_info: phrase('contact (?:details|info…|data)'),
    health: phrase(
      'health (?:data|info…|records?)|medical (?:data|info…|records?|history)|your health>|heart ?(?:rate|beats?)|blood (?:pressure|sugar)|illness…|medications?|diagnoses|symptoms|sleep (?:data|records?)',
    ),
    fitness: phrase(
      'fitness…|workouts?|your steps>|step counts?|steps (?:that|you|per|a day|taken)|steps,|steps and|number of steps|exercise (?:data|records?)|activity data|heart ?(?:rate|beats?)|training sessions|your runs>',
    ),
    payment_info: phrase(
      'payment (?:details|data|info…|cards?|methods?|records?)|card (?:numbers?|details|payments?)|bank (?:account|details|card)…|(?:credit|debit) cards?',
    ),
    credit_info: phrase('credit (?:data|scores?|history|ratings?|reports?|info…)'),
    financial_info: phrase(
      'financial (?:data|info…|records?|details)|your (?:income|salary|savings|debts)|income>|account balances?|bank statements?',
    ),
    precise_location: phrase(
      "(?:exact|precise|live|gps|real-time) (?:\\p{L}{1,15} )?(?:location|position|whereabouts)|gps|location (?:data|history)|(?:your|device|phone|car|vehicle|gps) (?:[\\p{L}'s]{1,12} ){0,2}location>|where (?:exactly )?you are|exactly where|your (?:movements|whereabouts)",
    ),
    coarse_location: phrase(
      '(?:rough|approximate|coarse|general) (?:\\p{L}{1,15} )?(?:location|position|area)|your (?:city|town|region|postcode|zip code|county|country)>|location (?:data|history)|your location>|(?:city|town|region) (?:that )?you (?:live|are) in',
    ),
    sensitive_info: phrase(
      'sensitive (?:data|info…|details)|your (?:religio…|faith|ethnic…|race)|ethnic (?:origin|background)|sexual (?:orientation|life)|political (?:views|opinions)|biometric…|genetic…|trade union membership',
    ),
    contacts: phrase('address book|contact lists?|your contacts>|phone contacts|list of contacts|contacts (?:in|on|from) your'),
    messages: phrase('(?:your|private|direct|text|chat) messages|contents? of ~messages|your (?:chats|texts)>|text messages|sms>'),
    photo_video: phrase(
      '(?:your|the|all|any|personal|family|saved|stored) (?:photos|photographs)|photos (?:that|you|from|in|on|and|of you)|your (?:pictures|images|videos|camera)>|photos? and videos?|camera roll|photo library|video recordings?|pictures of you',
    ),
    audio: phrase('audio>|sound recordings?|voice recordings?|recordings? of your voice|your voice>|microphone'),
    gameplay_content: phrase('game (?:content|data|progress|saves?|scores?)|gameplay|saved games'),
    customer_support: phrase(
      'help requests?|support (?:requests?|tickets?|conversations?|calls|chats)|requests? for help|calls to ~(?:support|service)',
    ),
    user_content: phrase(
      'your (?:posts|uploads|comments|reviews)>|posts (?:and|or) uploads|content (?:that )?you (?:create|post|upload|write|share)|what you (?:post|upload|write|share)|user content|(?:comments|reviews|texts|posts) (?:that )?you (?:write|post)',
    ),
    browsing_history: phrase(
      'browsing…|internet history|(?:web)?sites (?:that )?you (?:visit|open)|pages (?:that )?you (?:visit|view|open)|web history',
    ),
    search_history: phrase(
      'search (?:history|terms|queries|requests?)|what you (?:search|look) for|your searches>|searches (?:that )?you',
    ),
    user_id: phrase(
      'user ?(?:id|name|identifier)s?>|account (?:id|number|name|identifier)s?>|(?:customer|member|membership|loyalty card) (?:id|number)s?>',
    ),
    device_id: phrase(
      'device (?:id…|numbers?|identifiers?)|advertising (?:id|identifier)…|(?:identifier|number|id)s? of (?:\\p{L}{1,15} ){0,2}(?:device|phone)|serial numbers?|imei',
    ),
    purchase_history: phrase(
      'purchase (?:history|data|records?)|(?:your |past )?purchases>|(?<!based on )what you (?:buy|bought|order|purchase)…|shopping (?:history|data|habits|lists?)|order history|your orders>|things (?:that )?you (?:buy|bought)|your (?:transactions?|basket)|transaction (?:history|data)|what you have bought',
    ),
    product_interaction: phrase(
      '(?:app|in-app|site) activity|how you use (?:\\p{L}{1,15} ){0,2}(?:app|site|service|website|product)|interactions? with|what you (?:tap|click)…|your (?:taps|clicks)>|(?:taps|clicks) in|buttons (?:that )?you',
    ),
    advertising_data: phrase('ad (?:history|data|interactions?)|ads (?:that )?you (?:see|saw|click)…|advertising data'),
    usage_data: phrase(
      'usage (?:data|info…|statistics|records?)|(?:half-hourly )?consumption|how (?:often|much|long) you use|meter (?:data|readings?)|when you use',
    ),
    crash_data: phrase('crash (?:reports?|data|logs?)|crashes of the app|app crashes'),
    performance_data: phrase(
      'app speed|performance (?:data|metrics|figures)|loading times?|speed of (?:the|our) app|how fast the app',
    ),
    diagnostic_data: phrase('error (?:reports?|codes?|logs?|messages)|diagnostic…|log files'),
    physical_receipt: phrase(
      '(?:paper|printed|physical|scanned|till|shop|store) receipts?|receipts? (?:on|from) paper|photos? of (?:\\p{L}{1,15} )?receipts?',
    ),
    email_receipt: phrase(
      '(?:e-?mail(?:ed)?|digital|electronic|online) receipts?|e-?receipts?|receipts? (?:(?:sent|received|that arrive) )?by e-?mail',
    ),
  },
  umbrellas: [
    [phrase('contact (?:details|info…|data)'), ['email_address', 'phone_number', 'physical_address', 'contact_info']],
    [
      phrase('(?<!(?:paper|printed|physical|scanned|mail|digital|electronic|online) )receipts>'),
      ['physical_receipt', 'email_receipt', 'purchase_history'],
    ],
    [phrase('(?:your |location )(?:location|data)>|location>'), ['precise_location', 'coarse_location']],
    [
      phrase('device (?:data|info…)|technical data'),
      ['device_id', 'crash_data', 'performance_data', 'diagnostic_data', 'usage_data'],
    ],
    [phrase('health>|wellness data'), ['health', 'fitness']],
    [phrase('email>'), ['email_address', 'email_receipt']],
    [phrase('phone>'), ['phone_number', 'device_id']],
    [phrase('(?:financial|bank|money) (?:data|info…|details)'), ['payment_info', 'credit_info', 'financial_info']],
  ],
  withdrawal: phrase(
    'withdr…|revok…|revoc…|take (?:it |this |that |your permission )?back|opt(?:ing)?[- ]out|unsubscrib…|terminat…|cancel…|(?:can|may|to) (?:stop|leave|quit|end)>|stop (?:at any time|sooner|earlier|sharing)|stopping|how (?:do i|to|can i|you) (?:stop|leave|end)|change your mind|delete your account|object(?:ion)? to|right to (?:object|erasure|withdraw)|(?:ask|request|tell|require|direct)[^.;|]{0,40} (?:delet|eras|stop)…|turn (?:it |this |sharing )?off|say no later|(?:can|may|free to|want to|wish to|like to|decide to|choose to|able to|right to) (?:\\p{L}{1,12} ){0,4}(?:stop|leave|quit|end|finish|discontinue)>|to (?:stop|end|leave) (?:it|this|the|sharing)|discontinu…|rescind…|unenrol…|leaving the (?:panel|study|program|programme|scheme|agreement|project)|stop whenever|tell us to stop|(?:tap|press|click|choose|say) (?:on )?stop>|no longer agree|wants? out>|take (?:[\\p{L}]{1,10} ){1,3}(?:away|off|back|out)>|bring (?:this|it) to an end|go back on|(?:stop|end) (?:taking part|it|this|participat…)|(?:remove|undo|end|pause) (?:your |the |this )?(?:permission|consent|license|agreement|sharing)|uninstall|disconnect|unlink|no longer want|close your account|change your (?:choice|decision|settings)|call it off|drop out|back out|walk away|pull out|switch (?:it |this )?off',
  ),
  everyone: phrase('any (?:company|person|third part…)|anyone>|third parties of our choice'),
  pressing: phrase(
    "miss(?:ing)? out|los(?:e|ing)>|giv(?:e|ing) up>|i (?:don't|don’t|do not) (?:care|want|like|need)>|i hate>|back off>|regret>|selfish>|let (?:us|them|everyone) down>|no thanks,",
  ),
  contact: phrase(
    "(?:contact|write to|reach|call|email|phone|ring|ask) us>|(?:contact|online|web) form|\\d{1,5} (?:\\p{Lu}[\\p{L}.']{1,20} ){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|square|way|boulevard|blvd|court|place|row|quay|close)>|p\\.?o\\.? box|\\p{L}{2,20}(?:straße|strasse|weg|gasse|platz|allee) \\d|(?:calle|rue|rua|via) \\p{L}",
  ),
  signature: phrase('signed|executed by|signature|sign here|by:|witness'),
  exhibit: phrase('(?:exhibit|schedule|appendix|annex|attachment|addendum)…'),
  references: {
    sections: 'sections?|clauses?',
    articles: 'articles?|arts?\\.|§{1,2}',
    of: 'of|in|under|to',
    own: 'this|these|hereof|herein|above|below',
    laws: 'act|code|law|regulation|directive|statute|gdpr|constitution|decree|ordinance|title|treaty',
    and: 'and|or|to|through',
  },
  grammar,
}
