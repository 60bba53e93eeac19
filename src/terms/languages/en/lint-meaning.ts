import type { Meaning } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'

/** Wider English words, which mean a kind of data or a use only where the text lists data or purposes. */
export const meaning: Meaning = {
  data: {
    email_address: phrase('e-?mails?>'),
    phone_number: phrase('(?:tele)?phone>|(?:mobile|cell) (?:phone )?numbers?'),
    physical_address: phrase('address>|home>|household'),
    contact_info: phrase('how (?:we|to) reach you'),
    health: phrase(
      'health…|medical…|medicines?|disease…|illness…|(?:health|medical|heart|skin) conditions?|disabilit…|pregnan…|allerg…|diagnos…|treatments?|x-?rays?|genetic…|dna>|blood|teeth|dental|vaccin…|sleep>|weight>|therap…|patients? (?:records?|files?)',
    ),
    fitness: phrase('(?:walk|run|swim|ride|steps?|exercise|workout|training|pace|heartbeat|pulse|calories|repetitions)…'),
    payment_info: phrase('(?:bank|card|account) (?:numbers?|details)|payments?>|how you pay'),
    credit_info: phrase('credit…'),
    financial_info: phrase('(?:income|earnings|salary|wages|savings|debts|mortgage|balance|wealth|account movements|statements)…'),
    precise_location: phrase(
      'location…|position…|gps|coordinates|whereabouts|movements|routes?>|places?>|trips?>|journeys?|where (?:you|the|your|they)',
    ),
    coarse_location: phrase(
      'location…|position…|districts?|town>|city>|region>|neighbou?rhood|postcode|zip code|area>|places?>|stops?>|stations?',
    ),
    sensitive_info: phrase('religi…|faith>|ethnic…|sexual…|political…|biometric…|genetic…|fingerprints?|dna>'),
    contacts: phrase("(?:your|phone|saved) contacts>|address book|phone book|friends'? (?:names?|numbers?)|people you know"),
    messages: phrase(
      'messages?>|chats?>|letters>|conversations?|texts>|e-?mails? (?:that )?you (?:send|write)|correspondence|inbox',
    ),
    photo_video: phrase('photo…|pictures?|images?|videos?|films?>|footage|camera…|selfies?'),
    audio: phrase('audio|voices?>|sound…|recordings?|microphone|speech'),
    gameplay_content: phrase('games?>|match(?:es)?>|moves>|scores?>|levels?>|plays?>'),
    customer_support: phrase('support>|complaints?|questions (?:that )?you|help (?:requests?|chats?)|service calls?'),
    user_content: phrase(
      'posts?>|comments?|reviews?|ratings?|uploads?|notes?>|texts?>|recipes?|lists?>|diar(?:y|ies)|content…|drawings?|poems?|stories|playlists?|articles?|what you (?:write|post|create|make)',
    ),
    browsing_history: phrase('(?:pages?|sites?|websites?|links?)>|brows…|surf…'),
    search_history: phrase('search…|queries|look…? (?:for|up)|type…? into'),
    user_id: phrase('(?:user|account|member|customer|card) ?(?:id|name|number|identifier)s?|username|nickname'),
    device_id: phrase('identifier…|device>|(?:model|serial) numbers?|ip address|phone id'),
    purchase_history: phrase(
      'purchas…|bought|buy>|buys>|order…|shop…|basket…|tickets?>|bookings?|transactions?|receipts?|invoices?|sales|loans|borrow…|rent…|flights?|subscriptions',
    ),
    product_interaction: phrase(
      'tap>|taps>|tapped|click…|open…|watch…|listen…|view…|read>|interact…|activity|which (?:\\p{L}{1,15} ){1,3}you|how you use|features?|screens?|play…',
    ),
    advertising_data: phrase('ads?>|advert…'),
    usage_data: phrase(
      'usage|use of|consum…|readings?|meter…|mileage|how (?:long|often|much|many)|when you|hours?>|times?>|visits?|durations?|frequency|trips?>|driving|rides?>|sessions?',
    ),
    crash_data: phrase('crash…|error…|faults?>|fall(?:s)? over|break…|failures?'),
    performance_data: phrase('speed|performance|loading|latency|battery'),
    diagnostic_data: phrase('diagnos…|error…|logs?>|faults?>|codes?>'),
  },
  uses: {
    retargeting: phrase('ad>|ads>|advert…|remind you|market…'),
    personalization: phrase(
      "personal…|for you|suit…|fit…|match…|tailor…|adapt…|adjust…|custom…|recommend…|suggest…|propos…|tips?>|your (?:taste|style|way|needs|interests|home|size)|you(?:'ll| will| may| might)? (?:like|love|enjoy)|offers?|in front of you|pick…|choos…",
    ),
    ai_training: phrase('train…|teach…|learn…|model…|algorithm…|neural|ai>|artificial|program…'),
    generative_ai: phrase('generat…|writ…|creat…|draw…|ai>|artificial|model…'),
    ai_inference: phrase('ai>|artificial|assistant|chatbot|model…|answer…'),
    distribution: phrase(
      'shar…|publish…|print…|exhibit…|show>|shown|display…|post…|pass…|giv…|distribut…|sell…|sold|hand…|licen[sc]…|broadcast…|release…|make ~(?:public|available)|other (?:companies|people)|book>|website|wall>|clips?',
    ),
    analytics: phrase(
      'statistic…|count…|measur…|analy[sz]…|stud(?:y|ies)…|research…|learn…|understand…|know…|find out|see (?:how|what|which|where|when|whether|if)|how (?:many|much|often|long|people|busy)|which…|when>|where>|whether|plan…|improv…|balanc…|report…|compar…|trend…|demand|forecast…|figures|totals|tell(?:s)? us|insight…|audience|work out|estimat…|averag…',
    ),
    support: phrase(
      'help…|support…|assist…|answer…|repair…|fix…|solv…|problem…|question…|complain…|fault…|(?:call|ring|phone|write) (?:you )?back|advice|advise…|trouble…|goes wrong|hard>',
    ),
  },
  pairs: {
    retargeting: [
      phrase('ads?>|advert…|promotions?'),
      phrase(
        "(?:you|they|he|she|customer|member|subscriber)(?:'ve| have| had)? ~(?:look|view|visit|search|brows|bought|buy|left|watch|like|click)…|based on|tailored|interest…|browsing|remind…|again>|follow…",
      ),
    ],
    ai_training: [
      phrase('train…|teach…|taught|learn…|feed…|fed>|develop…|build…|improv…'),
      phrase(
        'ai>|artificial intelligence|(?:language|prediction|computer|our|a|the) models?>|algorithms?|neural|chatbots?|assistants?>|machine learning|computers?>|robots?',
      ),
    ],
  },
  grants: phrase('(?:may|can|will|would|could|shall|want to|like to|allowed to|let us|lets us|permit…|authori[sz]e…|allow…)>'),
  more: phrase('(?:(?:and )?what else|(?:and )?who else|also|in addition|and also|anything else|more)>'),
  purposes: phrase(
    "what (?:is it |it is |it's |for|do we use it)…|what for|why>|purpose…|uses>|what we (?:would |'d |will )?(?:do|use it)|how we (?:would |will )?use|what happens with|reasons?|goals?|aims?|(?:is|are) used for|we use (?:it|them) (?:for|to)",
  ),
  removed: phrase('remov…|strip…|tak(?:e|en) ~out|anonymi[sz]…|leave ~out|left out|delet…|eras…|blur…|destroy…'),
  receive: phrase(
    '(?:receiv|get|obtain|see|view|access|read|hold|host|process|stor|typ|handl|analy[sz]|look|keep|collect|work|download|cop(?:y|ies)|examin|review|use)…|(?:goes|go|sent|given|available|passed|shared|open)>',
  ),
  stop: phrase(
    '(?:withdraw|revok|revoc|cancel|stop|end|leav|terminat|quit|rescind|undo|pause|give ~up|exit|opt…? out|take ~back|taken back|change your mind|switch ~off|turn ~off)…',
  ),
  anytime: phrase(
    '(?:at )?any time|settings>|anytime|any (?:day|moment|minute)|when(?:ever|) (?:you|they|he|she) (?:like|want|wish|please|choose)s?|whenever|always|without (?:giving )?(?:a |any )?(?:reason|notice|explanation)|no questions',
  ),
  bound: phrase(
    "(?:cannot|can not|can't|may not|shall not|must not|won't be able to|will not be able to|is not entitled to|has no right to|have no right to|not possible to|no (?:right|way|option) (?:of|to)) (?:be )?~(?:withdraw|revok|revoc|taken? back|undo|undone|cancel|rescind|terminat)…|irrevocabl…|once given[^.;|]{0,60} (?:final|permanent|for good|not|never)>",
  ),
  otherGrant: phrase(
    'feedback|suggest…|ideas?>|contribut…|submission…|patents?>|trade ?marks?|warrant…|(?:cancel|close) (?:an? |any )?accounts?>|good standing',
  ),
  endless: phrase(
    '(?:has|have) no end|no end date|(?:does|do|will|shall) not (?:end|expire|lapse)|never (?:ends?|expires?|lapses?)|(?:renew|extend|prolong)…[^.;|]{0,40}(?:itself|automatic|each|every)…|automatically (?:renew|extend|prolong)…|in perpetuity|perpetual (?:licen[sc]e|term|right)|(?:lasts?|valid|runs?|in force) (?:for ever|forever|indefinitely|without limit)|unlimited (?:period|term|duration)',
  ),
  lawOf: phrase(
    '(?:the )?laws? of (?:the )?((?:(?:state|commonwealth|province|republic|kingdom) of )?\\p{Lu}\\p{L}{1,20}(?: \\p{Lu}\\p{L}{1,20})?)|(\\p{Lu}\\p{L}{3,20}) law(?:s)?>',
  ),
  adverse: phrase(
    '(?:moved|switched|changed|downgraded|transferred|returned|put back|sent back|go(?:es)? back) (?:in)?to|(?:less|fewer|worse|slower|poorer) \\p{L}{3,20}|(?:higher|lower) (?:price|tariff|rate|fee|premium|rent|limit|rank|priority|discount)s?|(?:coins?|points?|credits?|playlists?|badges?|levels?|rewards?|miles|scores?|bonus(?:es)?|perks?|seats?|places?|profiles?|accounts?|memberships?|discounts?|subscriptions?|benefits?)[^.;|]{0,40} (?:are|is|will be|get|gets) (?:\\p{L}{2,12} )?(?:removed|deleted|taken|closed|cancel…|gone|reset|void|lost|withdrawn|forfeited)|(?:end|bottom|back) of the (?:\\p{L}{3,12} )?(?:list|line|queue)|no (?:access|entry|discount|support|service)>',
  ),
  shame: phrase(
    "(?:all|every(?:one|body)|nearly all|almost all) (?:of )?(?:the |your )?(?:other|others|else)[^.;|]{0,40} (?:already|signed|agreed|joined|said yes)|only (?:people|somebody|someone|those) who (?:do not|don't|never|cannot|hate|refuse)…|disappoint…|ashamed?|(?:what|who) kind of|would be (?:sad|unkind|selfish|a pity)",
  ),
  yours: phrase('(?:stays?|remains?|are|is|keep|keeps) (?:with you|yours|it|them)>|you keep|is yours'),
}
