import type { LintWords } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'
import { grammar } from './lint-grammar.ts'

/** German. */
export const lintWords: LintWords = {
  uses: {
    attribution: [
      phrase(
        'attribution…|werbewirk…|welche (?:werbung|anzeigen?|kampagnen?) (?:wirk|zu|funktion)…|ob (?:[^\\s.;:|]{1,30} ){0,4}?(?:werbung|anzeigen?|kampagnen?) (?:[^\\s.;:|]{1,30} ){0,4}?(?:wirk|geführt|gewirkt|funktion)…|(?:wirkung|erfolg) (?:von|der|unserer) (?:werbung|anzeigen?|kampagnen?)|erfolgsmessung|werbeerfolg…',
      ),
      phrase(
        '(?:werbung|anzeigen?|kampagnen?|aktionen)[^.;|]{0,60} (?:wirk|erfolg|geführt|gebracht|lohn|funktion|nütz)…|ob [^.;|]{0,40}(?:werbung|anzeige)|(?:werbung|anzeigen?) wirk…|wirkung',
      ),
    ],
    retargeting: [
      phrase(
        'retargeting|remarketing|(?:personalisierte|persönliche|gezielte|zugeschnittene|passende|individuelle|interessenbezogene)[rns]? (?:werbung|anzeigen?|werbeanzeigen?)|(?:werbung|anzeigen?)[^.;|]{0,40}? (?:zeigen|anzeigen|einblenden|schicken|senden|passt|passen)>|(?:zeigen|schicken|senden|blenden) [^.;|]{0,40}?(?:werbung|anzeigen?)>',
      ),
      phrase('werb…|anzeige…'),
    ],
    personalization: [
      phrase(
        '(?:persönliche|personalisierte|passende|individuelle|maßgeschneiderte)[rns]? (?:angebote|empfehlungen|vorschläge|rabatte|inhalte)|personalisier(?:en|ung|t)>(?! (?:werbung|anzeige))|(?:schlagen|empfehlen) (?:wir )?(?:ihnen|dir|euch) [^.;|]{0,60}',
      ),
      phrase(
        'für (?:sie|dich)>|(?:ihren|deinen) geschmack|passend…|persönlich…|abgestimmt|interessier…|personalis…|empfehl…|vorschl…|vorschlagen|zu (?:ihnen|dir|euch) pass…|anpass…|zuschneid…',
      ),
    ],
    ai_training: [
      phrase(
        '(?:training|trainieren|trainiert|anlernen) [^.;|]{0,40}?(?:ki>|modelle?n?>|algorithm|künstlich|sprachmodell|maschin)…|(?:ki|künstliche[rn]? intelligenz|modelle?|algorithmen|sprachmodelle?|ki-modelle?)[^.;|]{0,40}? (?:zu )?(?:trainieren|trainiert|anlernen|entwickeln|verbessern)|ki-training|maschinelle[sn]? lernen',
      ),
      phrase('modelle?n?>|algorithm…|trainier…|training|lernen>|künstliche[rn]? intelligenz|ki>|ki-'),
    ],
    generative_ai: [phrase('generative[rn]? (?:ki|modelle?|künstliche)|ki-generiert…'), phrase('(?:texte|bilder) erzeug…')],
    ai_inference: [phrase('ki-inferenz'), phrase('ki (?:antwort|entscheid|les)…')],
    distribution: [
      phrase(
        '(?:weitergabe|weitergeben|überlassen|teilen|geben) [^.;|]{0,40}?(?:an|mit) (?:andere[n]? (?:unternehmen|firmen)|dritte|partner|werbetreibende|werbepartner|unsere partner|datenhändler)…|an (?:dritte|andere unternehmen|andere firmen|partner|werbepartner|datenhändler)[^.;|]{0,20}? (?:weiter|überlass)…',
      ),
      phrase('weitergabe|weitergeben|weiter>|verkauf…|teilen|empfänger'),
    ],
    analytics: [
      phrase('statistik…|auswertung…|marktforschung|nutzungsanalyse…|analysen?>|zählen (?:wir )?(?:aus )?,? ?(?:wie|was|welche)…'),
      phrase(
        'wie viele?|wie oft|anzahl|durchschnitt…|muster|trends?|planen|planung|verbesser…|ermitteln|untersuch…|auswerten|forsch…|bedarf|zähl…|vergleich…|wissen(?:,|>)|erfahren|erforsch…|auswert…|analys…|mess…|herausfind…|verstehen|studie…|welche',
      ),
    ],
    support: [
      phrase(
        '(?:für|zur|leisten|bieten|verbessern) (?:[^\\s.;:|]{1,30} ){0,2}?(?:kundendienst|kundenservice|kundensupport|support|kundenbetreuung)|(?:ihnen|dir|euch) (?:zu )?helfen|hilfe, wenn',
      ),
      phrase(
        'antwort…|lösen|probleme?|fragen>|reparier…|beratung|service|kundendienst|kundenservice|kundensupport|support|kundenbetreuung|helfen|hilfe|anfragen (?:zu )?beantwort…|unterstütz…',
      ),
    ],
  },
  data: {
    email_address: phrase('e-?mail-?adresse…|(?:ihre|deine|eure)[nrs]? e-?mail>'),
    phone_number: phrase('(?:telefon|handy|mobil|ruf)nummer…'),
    physical_address: phrase(
      '(?:anschrift|postanschrift|wohnadresse|postadresse|lieferadresse|wohnort)…|(?:ihre|deine)[nr]? adresse>|name und anschrift',
    ),
    contact_info: phrase('kontaktdaten'),
    health: phrase(
      'gesundheits(?:daten|angaben|informationen|zustand)…|(?:ihre|deine)[nr]? gesundheit>|krankheit…|blutdruck|herzfrequenz|puls>|medikament…|diagnosen|schlafdaten',
    ),
    fitness: phrase(
      'fitness…|trainings?(?:daten|einheiten)…|(?:ihre|deine|anzahl der) schritte>|schritte (?:pro|am)|schrittzahl…|sportdaten|bewegungsdaten|puls>|herzfrequenz|(?:ihre|deine) läufe>',
    ),
    payment_info: phrase(
      'zahlungs(?:daten|mittel|informationen|art|weise)…|kartennummer…|bankverbindung|kontonummer|kreditkart…|kartenzahlung…|iban',
    ),
    credit_info: phrase('kreditdaten|bonität…|schufa…|kreditwürdigkeit'),
    financial_info: phrase('finanzdaten|(?:ihr|dein)(?:e|en)? (?:einkommen|gehalt|ersparnisse|schulden)>|kontostand|kontostände'),
    precise_location: phrase(
      '(?:genaue|exakte|präzise)[nrs]? (?:standort|position|aufenthaltsort|ort)…|standort(?:daten|verlauf)?>|gps…|wo (?:sie|du) (?:gerade )?(?:sind|bist)',
    ),
    coarse_location: phrase(
      '(?:ungefähre|grobe)[nrs]? (?:standort|position|ort)…|standort(?:daten)?>|(?:ihre|deine)[nr]? (?:stadt|region|postleitzahl)>|postleitzahl',
    ),
    sensitive_info: phrase(
      'sensible[nr]? daten|besondere kategorien|religi…|ethnisch…|sexuelle orientierung|politische (?:meinung|ansicht)…|biometrisch…|genetisch…',
    ),
    contacts: phrase('(?:ihre|deine|eure)[n]? kontakte>|adressbuch|kontaktliste|telefonbuch'),
    messages: phrase(
      '(?:ihre|deine|eure|private)[nr]? (?:nachrichten|chats)>|nachrichten (?:an|von|mit)|chatverl…|inhalt(?:e)? (?:der|ihrer|deiner) nachrichten',
    ),
    photo_video: phrase(
      '(?:ihre|deine|eure|die)[nr]? (?:fotos|bilder|videos|kamera)>|aufnahmen von (?:ihnen|dir)|fotos und videos',
    ),
    audio: phrase('(?:ton|sprach|audio)aufnahmen?…|(?:ihre|deine)[r]? stimme>|mikrofon|aufnahmen (?:der|ihrer|deiner) stimme'),
    gameplay_content: phrase('spiel(?:inhalte|stände|daten|stand)…'),
    customer_support: phrase('support-?anfragen?|anfragen an (?:den|unseren) (?:kundendienst|support|service)|hilfeanfragen'),
    user_content: phrase(
      '(?:ihre|deine|eure)[n]? (?:beiträge|kommentare|bewertungen|texte|uploads)>|inhalte, die (?:sie|du)|von (?:ihnen|dir) (?:erstellte|verfasste|hochgeladene)…|was (?:sie|du) (?:hochladen|posten|schreiben|hochlädst|postest|schreibst)',
    ),
    browsing_history: phrase(
      'browserverl…|surf(?:verlauf|verhalten|historie)|(?:web)?seiten, die (?:sie|du)|besuchte[n]? (?:web)?seiten|welche (?:web)?seiten (?:sie|du)',
    ),
    search_history: phrase(
      'such(?:verlauf|anfragen|begriffe|historie|verläufe)…|wonach (?:sie|du)|(?:ihre|deine)[n]? suchen>|was (?:sie|du) such…',
    ),
    user_id: phrase('(?:nutzer|benutzer|kunden|mitglieds|konto|ausweis)(?:kennung|name|nummer|-id)…'),
    device_id: phrase(
      'geräte(?:kennung|nummer|-id|id)…|werbe-?id|kennung (?:ihres|deines) (?:geräts|handys|telefons)|seriennummer|imei',
    ),
    purchase_history: phrase(
      'kauf(?:historie|verlauf|daten|verhalten)…|einkäufe>|einkaufs(?:daten|verlauf|listen?|historie)…|bestell(?:ungen|historie|verlauf)|was (?:sie|du|ihr|kunden) (?:[^\\s.;:|]{1,30} ){0,3}?(?:kauf|einkauf|gekauft|eingekauft)…|käufe>',
    ),
    product_interaction: phrase(
      'aktivität(?:en)? in der app|wie (?:sie|du) die app (?:nutz|benutz|verwend)…|was (?:sie|du) (?:[^\\s.;:|]{1,30} ){0,3}?(?:antipp|tipp|klick|anklick)…|klicks>|interaktionen|klickverhalten',
    ),
    advertising_data: phrase('werbedaten|anzeigen, die (?:sie|du)|gesehene (?:werbung|anzeigen)'),
    usage_data: phrase(
      'nutzungs(?:daten|verhalten|statistik)…|verbrauchs(?:daten|werte)…|stromverbrauch|zählerst…|hördaten|wie (?:oft|lange) (?:sie|du) [^.;|]{0,30}(?:nutz|benutz|hör)…|verbrauch>|welche folge (?:sie|du)',
    ),
    crash_data: phrase('absturz(?:berichte|daten|meldungen)…|abstürze>'),
    performance_data: phrase('(?:geschwindigkeit|leistung) der app|leistungsdaten|ladezeiten'),
    diagnostic_data: phrase('fehler(?:berichte|codes?|meldungen|protokolle|speicher)…|diagnose(?:daten|werte)…'),
    physical_receipt: phrase(
      '(?:papier|papier-)(?:belege|bons|quittungen)…|(?:kassen)?(?:bons?|belege|zettel|quittungen) (?:auf|aus) papier|kassen(?:bons?|zettel)…|gedruckte (?:belege|bons)',
    ),
    email_receipt: phrase(
      '(?:belege|rechnungen|quittungen|bons|kassenbons) (?:per|aus) e-?mails?|(?:e-?mail|digitale|elektronische)[nr]?[- ]?(?:belege|bons|quittungen|rechnungen|kassenbons)…',
    ),
  },
  umbrellas: [
    [phrase('kontaktdaten'), ['email_address', 'phone_number', 'physical_address', 'contact_info']],
    [
      phrase('(?:belege|bons|quittungen)>(?! (?:auf|aus) papier| per e-?mail)'),
      ['physical_receipt', 'email_receipt', 'purchase_history'],
    ],
    [phrase('standort…'), ['precise_location', 'coarse_location']],
    [phrase('gerätedaten|technische daten'), ['device_id', 'crash_data', 'performance_data', 'diagnostic_data', 'usage_data']],
    [phrase('gesundheit…'), ['health', 'fitness']],
    [phrase('e-?mail'), ['email_address', 'email_receipt']],
    [phrase('telefon>'), ['phone_number', 'device_id']],
    [phrase('(?:bank|finanz)daten'), ['payment_info', 'credit_info', 'financial_info']],
  ],
  withdrawal: phrase(
    'widerruf…|widerrief…|zurückzieh…|zurücknehm…|zurückziehst|rücknahme|kündig…|kündbar|beenden|beendest|aufhören|aufhör…|abmeld…|austret…|austritt|widersprech…|widerspruch|abschalten|ausschalten|deaktivier…|schluss machen|aussteig…|ausstieg|zieh(?:en|st|e)>[^.;|]{0,60} zurück|nehm(?:en|e)|nimmst>[^.;|]{0,60} zurück|hör(?:en|st|t)>[^.;|]{0,50} auf>|stopp(?:en|st)?|pausier…|beendet|beende>|anders überleg…|nein sagen|verlassen|rücktritt|konto (?:zu )?löschen|löschung (?:ihrer|deiner|des kontos)|recht[^.;|]{0,40} löschen|einwilligung[^.;|]{0,40} ändern',
  ),
  everyone: phrase('jede[sn]? (?:unternehmen|person|firma)|beliebige dritte|dritte unserer wahl'),
  pressing: phrase(
    'verpass|verlier|verzicht|ist mir egal|ich (?:will|möchte|mag) (?:nicht|kein)|ich hasse|bereu|egoist|im stich|nein danke,',
  ),
  contact: phrase(
    '(?:schreib(?:en sie|t|e|)|rufen sie|ruf) (?:uns|an)|kontakt(?:ieren|iere|aufnahme|:)|\\p{L}{2,30}(?:straße|strasse|str\\.|weg|platz|allee|gasse|ring|ufer|damm) \\d|telefon \\d|postfach|formular',
  ),
  signature: phrase('unterschrift|unterschrieben|unterzeichnet|gezeichnet|gelesen und'),
  exhibit: phrase('(?:anlage|anhang|beilage)…'),
  references: {
    sections: 'abschnitte?[ns]?|ziffern?|klauseln?',
    articles: 'artikeln?|art\\.|§{1,2}|paragra(?:ph|f)(?:en)?',
    of: 'des|der|im|in der|nach|vom',
    own: 'dieses|dieser|diesem|oben|unten|hiervon',
    laws: 'gesetz(?:es|buch(?:es)?)?|verordnung|richtlinie|dsgvo|bgb|grundgesetz|satzung|ordnung',
    and: 'und|oder|bis|sowie',
  },
  grammar,
}
