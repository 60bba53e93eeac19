import type { Meaning } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'

/** Wider German words, which mean a kind of data or a use only where the text lists data or purposes. */
export const meaning: Meaning = {
  data: {
    email_address: phrase('e-?mail…'),
    phone_number: phrase('telefon…|handynummer…|mobil(?:funk)?nummer…|rufnummer…'),
    physical_address: phrase('anschrift…|adresse…|wohnort…|haushalt…|wo (?:sie|du) wohn…'),
    contact_info: phrase('kontaktdaten|kontaktangaben'),
    health: phrase(
      'gesund…|krank…|erkrank…|medizin…|arznei…|medikament…|diagnos…|befund…|allergi…|schwanger…|behandlung…|blutdruck|blut…|puls>|schlaf…|gewicht…|behinder…|patient…|röntgen…|rezepte?>',
    ),
    fitness: phrase('schritt…|training…|sport…|lauf…|läufe|puls>|herz…|kalorien|wiederholungen|beweg…|workouts?|tempo>'),
    payment_info: phrase('zahlungs…|bankverbindung…|karten(?:nummer|daten)…|kontonummer…|iban'),
    credit_info: phrase('bonität…|kredit…|schufa'),
    financial_info: phrase(
      'konto(?:bewegung|auszug|auszüge|stand|stände)…|einkommen…|gehalt…|vermögen…|schulden|ersparnisse|finanz…',
    ),
    precise_location: phrase(
      'standort…|position…|gps|aufenthalt…|fahrten|wege>|routen?|strecken?|orte?>|wo (?:sie|du|ihr|das|der)',
    ),
    coarse_location: phrase('standort…|stadt…|ort>|orte>|region…|postleitzahl|stadtteil…|gegend|haltestelle…'),
    sensitive_info: phrase('religi…|glaube…|herkunft|sexuell…|politisch…|biometrisch…|genetisch…|fingerabdr…'),
    contacts: phrase('adressbuch…|kontakte>|kontaktliste…'),
    messages: phrase('nachricht…|chat…|gespräche>|briefe>|korrespondenz|sms'),
    photo_video: phrase('foto…|bilder…|video…|aufnahmen>|kamera…|film…'),
    audio: phrase(
      '(?:ihre|deine|eure) stimmen?>|ton(?:aufnahm|spur|band|bänd)…|audio>|sprach(?:aufnahm|nachricht)…|mikrofon…|aufnahmen>|gespräche>|anrufe>',
    ),
    gameplay_content: phrase('spiel…|partien|züge>|punktest…'),
    customer_support: phrase('anfragen|beschwerden|support…|kundendienst…|hilfe…'),
    user_content: phrase(
      'beiträge|kommentar…|bewertung…|rezension…|texte?>|notiz…|rezepte?>|listen?>|inhalte|uploads?|playlists?|was (?:sie|du) (?:schreib|veröffentlich|hochl)…',
    ),
    browsing_history: phrase('seiten>|websites?|browser…|surf…|links?>'),
    search_history: phrase('such…|wonach|abfragen>'),
    user_id: phrase('(?:kunden|mitglieds|benutzer|nutzer|konto|karten)(?:nummer|kennung|name|-id)…'),
    device_id: phrase('gerät…|kennung…|seriennummer…|ip-adresse|fahrgestellnummer'),
    purchase_history: phrase(
      'kauf…|käufe|einkauf…|einkäufe|gekauft…|kaufen>|kaufst|bestell…|warenkorb…|belege?>|kassen…|buchung…|tickets?>|eintrittskarte…|ausleih…|rechnung…|umsätze',
    ),
    product_interaction: phrase(
      'antipp…|tipp…|klick…|öffn…|anseh…|anschau…|hör…|gelesen|aktivität…|interaktion…|funktionen|welche [^.;|]{3,40} (?:sie|du|gäste)|app-nutzung',
    ),
    advertising_data: phrase('werb…|anzeigen>'),
    usage_data: phrase(
      'nutzung…|verbrauch…|zähler…|messwert…|uhrzeit…|dauer…|besuch…|wie (?:oft|lange|viel)|wann>|zeiten>|kilometer…|fahrzeiten|fahrten|häufigkeit|betriebs…',
    ),
    crash_data: phrase('absturz…|abstürze|fehler…|störung…|ausfälle'),
    performance_data: phrase('geschwindigkeit…|ladezeit…|leistung…|tempo>|akku…'),
    diagnostic_data: phrase('diagnose…|fehler…|protokoll…|log…|störung…'),
  },
  uses: {
    retargeting: phrase('werb…|anzeige…|erinner…'),
    personalization: phrase(
      'persönlich…|personalisier…|pass(?:en|t|end)…|zugeschnitten…|vorschl…|vorschläg…|empfehl…|empfehl…|empfiehlt|tipps?>|hinweis…|individuell…|für (?:sie|dich)|ihnen (?:gefall|zusag)…|angebot…|angepasst…|anpass…|maßgeschneidert…|geschmack',
    ),
    ai_training: phrase('trainier…|training…|lern…|lehr…|beibring…|modell…|algorithm…|ki>|künstlich…|chatbot…|neuronal…|programm…'),
    generative_ai: phrase('generier…|erzeug…|schreib…|erstell…|ki>|künstlich…|modell…'),
    ai_inference: phrase('ki>|künstlich…|assistent…|chatbot…|modell…'),
    distribution: phrase(
      'weiter(?:geb|gegeben|gabe|reich)…|teil…|veröffentlich…|druck…|ausstell…|zeig…|vorführ…|weitergeb…|verkauf…|überlass…|auf unsere seite|stellen ~(?:auf|ins|in)>|verteil…|verbreit…|andere (?:firmen|unternehmen)',
    ),
    analytics: phrase(
      'statistik…|statistisch…|zähl…|auswert…|auszuwerten|analys…|mess…|untersuch…|erforsch…|forsch…|verstehen|wissen>|erfahren|herausfind…|herauszufind…|plan…|verbesser…|vergleich…|berechn…|ermittel…|wie (?:viel|oft|lange)…|welche…|wann>|wo>|ob>|bericht…|trend…|nachfrage|sehen>|lernen>|bedarf|auslastung',
    ),
    support: phrase(
      'helf…|hilf…|hilfe…|unterstütz…|antwort…|beantwort…|reparier…|lös…|problem…|frage…|beheb…|berat…|rat>|kundendienst|support|zurückruf…|störung…|nicht funktionier…',
    ),
  },
  pairs: {
    retargeting: [
      phrase('werb…|anzeigen?>'),
      phrase(
        '(?:angesehen|angeschaut|besucht|gesucht|gekauft|geklickt|angeklickt|interess|verhalten|zugeschnitten|persönlich|erneut|wieder|erinner|passend)…',
      ),
    ],
    ai_training: [
      phrase('trainier…|training…|lern…|lehr…|beibring…|entwickel…|verbesser…|fütter…'),
      phrase(
        'ki>|künstliche[nr]? intelligenz|(?:sprach)?modelle?n?>|algorithm…|neuronal…|chatbots?|assistent…|computer|maschinelle…|roboter',
      ),
    ],
  },
  grants: phrase('(?:darf|dürfen|kann|können|werden|wird|möchten|möchte|wollen|erlaub…|gestatt…|berechtig…)'),
  more: phrase('(?:was noch|wer noch|sonst noch|außerdem|zusätzlich|und auch|weitere[s]?|ferner)>'),
  purposes: phrase(
    'wofür|wozu|zweck…|warum|weshalb|verwendung…|nutzung…|was wir (?:damit|mit)|wie wir (?:sie|es|ihre|deine)[^.;|]{0,20}(?:nutz|verwend)…|ziele?>',
  ),
  removed: phrase('entfern…|gelöscht|löschen|anonymis…|weggelassen|weglassen|unkenntlich…|vernicht…|geschwärzt|schwärzen'),
  receive: phrase(
    '(?:bekomm|erhalt|erhält|seh|sieht|les|liest|nutz|verarbeit|speicher|verwalt|auswert|prüf|zugriff|zugang|kopie|einseh)…|(?:geht|gehen|gelangt|gelangen|liegt|liegen)>',
  ),
  stop: phrase(
    '(?:widerruf|widerruf|zurücknehm|zurückgenommen|zurückzieh|zurückgezogen|zieh[^.;|]{0,30} zurück|nehm[^.;|]{0,30} zurück|kündig|gekündigt|beend|aufhör|ausstieg|aussteig|austret|austritt|austret|stopp|abbrech|abmeld|schluss mach|abschalt|ausschalt|löschen sie ihr konto|nicht mehr teilen|nicht mehr mitmach)…',
  ),
  anytime: phrase(
    'jederzeit|einstellungen|immer>|wann immer|wann (?:sie|du|er|sie) (?:woll|will|möcht|wünsch)…|(?:zu )?jede[rm]? (?:zeit|moment|augenblick)|an jedem tag|ohne (?:angabe von )?(?:gründe|begründung|grund|frist)…',
  ),
  bound: phrase(
    '(?:nicht|nie|niemals|nimmer) (?:mehr |wieder )?(?:widerruf|zurücknehm|zurückgenommen|zurückzieh|zurückgezogen|rückgängig|kündbar|kündig|gekündigt|beend)…|unwiderruflich…|(?:kein (?:widerruf|rücktritt|zurück)|keine (?:kündigung|rücknahme))>|(?:ein|der) (?:widerruf|rücktritt|austritt) ist (?:ausgeschlossen|nicht)',
  ),
  otherGrant: phrase('feedback|rückmeldung…|vorschläge|verbesserungsvorschl…|ideen?>|patent…|beiträge|marken?>'),
  endless: phrase(
    '(?:hat|haben) kein ende|kein enddatum|(?:endet|enden|erlischt|verfällt) (?:nicht|nie|niemals)|verlängert sich[^.;|]{0,40}(?:selbst|automatisch|jeweils|jedes|weiter|um)…|automatisch (?:verlänger|erneuer)…|(?:gilt|läuft|besteht) (?:unbefristet|für immer|auf unbestimmte zeit|zeitlich unbegrenzt|unbegrenzt)|auf unbestimmte zeit geschlossen',
  ),
  lawOf: phrase(
    '(?:das )?recht (?:von |der |des )((?:bundesrepublik |republik )?\\p{Lu}\\p{L}{3,20})|((?:deutsch|österreichisch|schweizer|schweizerisch|französisch|spanisch|irisch|niederländisch|englisch|italienisch|luxemburgisch|liechtensteinisch|britisch|polnisch|dänisch|schwedisch)(?:es|em|en)?) recht>',
  ),
  adverse: phrase(
    '(?:punkte?|[\\p{L}]{3,15}punkte|guthaben|rabatt…|bonus|prämie…|mitgliedschaft|konto|profil|platz|vorteile?|karte|beratung|gutschein…|zugang)[^.;|]{0,40} (?:verfall|verfäll|entfall|entfäll|gestrichen|gelöscht|gesperrt|entzogen|weg>|verlor|erlisch|erlösch)…|(?:schlechter|langsamer|teurer|ungünstiger)(?:e|en|er|es)?>|höhere[nrs]? (?:preis|beitrag|tarif|gebühr|prämie)…|(?:kann|können|bekommt|bekommen|erhält|erhalten|darf|dürfen) (?:leider )?kein(?:e|en)? |ans ende der|muss (?:den|die|das|eine|einen) [^.;|]{0,30}(?:zahl|zurückgeb|verlass)…',
  ),
  shame: phrase(
    '(?:alle|fast alle|die meisten) (?:anderen|übrigen)[^.;|]{0,40} (?:schon|bereits|haben|unterschrieben|zugestimmt)…|nur (?:menschen|leute|jemand|wer)[^.;|]{0,20} (?:nicht|kein|nie)[^.;|]{0,30}|enttäusch…|schade>|egoist…|unsozial…|schäm…',
  ),
  yours: phrase('(?:bleib|gehör)(?:t|en|st)? (?:ihnen|dir|euch)|behalten sie|behältst du|(?:sie|du) (?:behalten|behältst)'),
}
