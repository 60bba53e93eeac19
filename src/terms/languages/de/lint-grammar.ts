import type { Grammar } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'
import { meaning } from './lint-meaning.ts'
import { terms } from './lint-terms.ts'

/** How German terms write what the linter looks for. */
export const grammar: Grammar = {
  meaning,
  negation: phrase(
    'nicht>|kein(?:e|en|er|es|em)?>|nie>|niemals|weder|noch>|niemand(?:em|en)?>|nichts>|ohne (?:zu |ihre[nr]? |deine[nr]? )?(?:nutz|verkauf|weiter)…',
  ),
  notNegation: phrase('nicht nur|noch (?:einmal|immer|nie)|nicht später|nicht länger als|nicht mehr als'),
  turn: phrase('aber>|sondern|jedoch|außer>|obwohl|während'),
  running: phrase(
    '(?:nur|ausschließlich|allein|lediglich) (?:,? ?(?:damit|um|für|zur|zum|wenn)) ~(?:zurückruf|erreich|erkenn|anmeld|einlogg|send|schick|zusend|rechnung|liefer|bezahl|zahl|kontakt|antwort|bestätig|konto|code|passwort|nachweis|beleg|quittung)…|brauchen wir nur|nur für die rechnung|(?:brauchen|benötigen|nutzen|nutzt)[^.;|]{0,30} nur, (?:damit|um)',
  ),
  collect: phrase(
    '(?:nutz|verwend|erheb|verarbeit|les|speicher|sammel|sammle|auswert|zeichn|aufzeichn|erfass|erhalt|bekomm|mess|seh|analysier|erlaub|umfass|gehör|benötig|brauch|teil|abfrag|zugreif|zugriff|bedeut|bezeichn|werten|kombinier|einseh|prüf|sicht)…|sind die|ist die|(?:darf|dürfen|möchten?|wollen|bitten um)>',
  ),
  person: phrase(
    '(?:(?:sie|du|ihr) (?:bekomm|erhalt|erhält|könn|kann|send|schick|zahl|find|erreich|schreib|seh)…|(?:bekommen|erhalten|können|finden|erreichen) sie|(?:bekommst|erhältst|kannst|findest|erreichst) du)',
  ),
  permit: phrase('erlaub…|gestatt…|lizenz…|einwillig…|darf>|dürfen|zustimm…'),
  ours: phrase('(?:unser[a-z]{0,2}|des anbieters|der firma|kontakt)>'),
  topics: {
    data: phrase(
      'daten>|welche daten|was wir (?:nutzen|erheben|brauchen|verwenden|möchten|wollen)|was (?:[^\\s.;:|?]{3,15} )?wir (?:[^\\s.;:|?]{1,10} )?an|informationen|worum geht es',
    ),
    recipients: phrase('wer (?:[^\\s.;:|]{1,30} ){0,2}?(?:bekommt|erhält|sieht)|empfänger|weitergabe|wer sie bekommt'),
    end: phrase('wie lange|dauer|laufzeit|bis wann|ende>|gültig…|geltung…|befristung|verläng…'),
    reward: phrase(
      'was (?:sie|du|ihr) (?:bekomm|erhalt|davon)…|was haben sie davon|was hast du davon|gegenleistung|belohnung|vergütung|dankeschön|vorteil|prämie|bekomm…',
    ),
  },
  months: [
    'jan(?:uar)?',
    'feb(?:ruar)?',
    'märz|mär',
    'apr(?:il)?',
    'mai',
    'juni?',
    'juli?',
    'aug(?:ust)?',
    'sep(?:t|tember)?',
    'okt(?:ober)?',
    'nov(?:ember)?',
    'dez(?:ember)?',
  ],
  numbers: {
    ein: 1,
    eine: 1,
    einem: 1,
    einen: 1,
    einer: 1,
    eines: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
    neun: 9,
    zehn: 10,
    elf: 11,
    zwölf: 12,
    vierzehn: 14,
    fünfzehn: 15,
    achtzehn: 18,
    zwanzig: 20,
    vierundzwanzig: 24,
    dreißig: 30,
    sechsunddreißig: 36,
    sechzig: 60,
    neunzig: 90,
    dreizehn: 13,
    sechzehn: 16,
    siebzehn: 17,
    neunzehn: 19,
    einundzwanzig: 21,
    achtundzwanzig: 28,
    fünfundvierzig: 45,
    achtundvierzig: 48,
    vierzig: 40,
    fünfzig: 50,
    hundert: 100,
    anderthalb: 1.5,
    eineinhalb: 1.5,
    zweieinhalb: 2.5,
  },
  half: 'und ein halbe[ns]?',
  units: { day: 'tage?n?', week: 'wochen?', month: 'monat(?:e|en|s)?', year: 'jahr(?:e|en|es)?' },
  end: phrase(
    '(?:endet|enden|läuft (?:bis|ab|aus|nach|für)?|läuft|gilt|gültig|dauert|dauer|befristet|erlischt|bis zum|bis|laufzeit)(?![\\p{L}])',
  ),
  ending: phrase(
    'vertrag…|lizenz…|erlaubnis|einwilligung|vereinbarung|zustimmung|(?:sie|er|es|diese[rs]?) (?:endet|gilt|läuft|dauert|erlischt)>|teilnahme|laufzeit|dauer',
  ),
  notEnd: phrase(
    'lösch…|entfern…|vernicht…|aufbewahr…|bewahr…|heben wir|rechnung…|speicher…|gespeichert|behalten|binnen|innerhalb|frist>|fristen|kündigungsfrist|verläng…|zahl…|gutschein…|begonnen|begann|gestartet|angebot|angekündigt|garantie|gewährleist…|danach|antwort…|spätestens|mindestens|alle \\d|rückgabe|verjähr…|cookie…|karte>|liefer…|alter>|widerrufsfrist|punkte verfallen|nach (?:dem|ihrem|deinem) widerruf',
  ),
  law: phrase(
    '(?:es gilt|gilt|unterliegt|findet|anwendbar ist|nach)[^.;|]{0,40}? (?:das )?recht (?:von |der |des )((?:bundesrepublik |republik )?\\p{L}{4,20})|(?:es gilt|gilt|unterliegt|findet|anwendbar ist)[^.;|]{0,30}? (\\p{L}{4,14})(?:es|em) recht|das recht (?:von |der |des )((?:bundesrepublik |republik )?\\p{L}{4,20})|(deutsches|österreichisches|schweizer|französisches|spanisches|irisches|niederländisches|englisches|italienisches|luxemburgisches) recht',
  ),
  notLaw: phrase(
    'wenn>|falls>|sofern|außerhalb|verbraucher…|zwingend…|verlang…|vorschreib…|auch>|ebenfalls|wohnsitz…|(?:ihrem|deinem|ihres|deines) land|gericht…|datenschutzrecht|un-kaufrecht|urheberrecht|sowie das|anwendbares recht|geltende[sm]? recht|nationales|landes, in de[mr]',
  ),
  reward: phrase(
    '(?:bekomm(?:en|st|t)|erhalt(?:en|et|et)|erhält(?:st)?|zahlen wir|wir zahlen|zahlt|schenken|gegenleistung|belohnung|vergütung|gutgeschrieben|erlassen|dafür gibt|prämie)(?![\\p{L}])',
  ),
  notReward: phrase(
    'kostet|kosten>|gebühr (?:für|von)|mahnung|versand|bis zu|wert>|preis|strafe|mindestens|steuer|über>|mehr als|höchstens|sonst|normalerweise|anstatt|aufpreis|selbst|nicht',
  ),
  share: phrase(
    '(?:geben|gibt|teilen|teilt|übermitteln|übermittelt|senden|sendet|verkaufen|verkauft|gehen|geht|schicken|überlassen|weitergabe|weitergegeben|empfänger:?|erhält|erhalten) (?:[^\\s.;:|]{1,30} ){0,7}?(?:an|mit)>|empfänger(?: sind| ist|:)',
  ),
  anytime: phrase(
    '(?:jederzeit|wann (?:sie|du) (?:wollen|willst|möchten|möchtest))[^.;|]{0,60} (?:widerruf|zurückzieh|zurücknehm|beend|aufhör|kündig|stopp)…|(?:widerruf|zurückzieh|beend|aufhör|kündig)…[^.;|]{0,60}? (?:jederzeit|wann (?:sie|du))|schluss machen kannst du jederzeit',
  ),
  irrevocable: phrase(
    '(?:widerruf|austritt|ausstieg|kündigung) (?:ist |sind )?(?:(?:nur|erst|frühestens)[^.;|]{0,40}(?:nach|ab|am|im|zum|möglich)>|nicht (?:möglich|zulässig|gestattet|erlaubt))|(?:widerrufen|kündigen|beenden|aufhören|zurückziehen|zurücknehmen) (?:können|kann|kannst)[^.;|]{0,30} (?:nur|erst|nicht|frühestens)|(?:kann|können|kannst) [^.;|]{0,60} (?:nicht|nur|erst) [^.;|]{0,50}(?:widerruf|zurückgezogen|zurückgenommen|gekündigt|beendet|aufhören|kündigen|beenden|zurücknehmen|zurückziehen)…|mindestlaufzeit|(?:bleibt|bleiben|bist|sind) [^.;|]{0,30}gebunden|ist endgültig|unwiderruflich…|nicht (?:mehr )?(?:widerruf|zurückzieh|zurücknehm|kündbar|widerrufbar|gekündigt|widerrufen)…|(?:kann|können|darf) (?:[^\\s.;:|]{1,30} ){0,3}?(?:nur|erst|frühestens) (?:[^\\s.;:|]{1,30} ){0,6}?(?:widerruf|beend|gekündigt|zurück|aufhör|kündig)…|(?:widerruf|kündigung|rücknahme)[^.;|]{0,30}? (?:ausgeschlossen|nicht möglich|unmöglich)|kein(?:en)? (?:recht|möglichkeit)[^.;|]{0,30}? (?:widerruf|kündig|zurück)…|für die gesamte (?:dauer|laufzeit) (?:gebunden|bindend)|frühestens (?:nach|zum|am)[^.;|]{0,40}? (?:widerruf|beend|kündig)…|(?:ein )?(?:widerruf|ausstieg|austritt) ist (?:nur|erst)',
  ),
  pressure: phrase(
    '(?:wer|alle, die) (?:nicht zustimm|ablehn|nein sag|widerruf|sich weiger)…[^.;|]{0,60} (?:verlier|zahl|muss|bekommt kein|erhält kein|wird (?:gesperrt|gelöscht|ausgeschlossen))…|(?:eine )?(?:ablehnung|verweigerung|ein nein|der widerruf)[^.;|]{0,50} (?:führt|bedeutet|kostet|hat zur folge|zieht)[^.;|]{0,50}|nur (?:\\p{L}{1,15} ){0,3}(?:lehnen ab|weigern sich|sagen nein)|(?:ihre|deine) (?:freunde|nachbarn|kollegen) (?:haben|machen|sind)|sonst (?:verlier|verfall|sperr|schließ|entfäll|müss|wird ihr|wird dein)…|andernfalls (?:verlier|verfall|sperr|schließ|entfäll|müss|wird)…|(?:ein )?(?:gute[rs]?|echte[rs]?|anständige[rs]?|verantwortungsvolle[rs]?) \\p{L}{3,20} (?:stimmt|macht|sagt|teilt)|(?:wenn|falls|wer|sobald|sollten|bei) [^.;|]{0,60}?(?:ablehn|nicht zustimm|nein sag|verweiger|widerruf|widerspr|nicht mitmach|nicht einwillig|aufhör|ablehnung|kündig|beend)…[^.;|]{0,60}? ?(?<!nicht )(?<!nichts )(?:verlier|verlor|verlust|verfall|zahl(?:en|st|t) (?:sie |du )?(?:mehr|[^\\s.;:|]{1,12} (?:gebühr|€|euro))|gebühr|(?:konto|zugang|punkte|mitgliedschaft|profil)[^.;|]{1,40}(?:gesperrt|sperr|gelösch|lösch|schließ|geschlossen|kündig|beend)|(?:sperren|schließen|löschen|kündigen) wir (?:ihr|dein)[^.;|]{0,12} ?(?:konto|zugang|profil|punkte|mitgliedschaft|karte)|(?:können sie|kannst du|dürfen sie|darfst du|bekommen sie|bekommst du|erhalten sie|erhältst du)[^.;|]{0,50}?(?:nicht mehr|kein)|entfällt|entfallen|ausgeschlossen|einbüß|aufpreis|teurer|höhere)…|verlier(?:en|st|t) (?:sie|du|ihr) (?:ihr|dein|eu|all|den|die|das)…|verlier(?:st|en) (?:alle|deine|ihre)…|egoist…|letzte (?:chance|gelegenheit)|nur (?:noch )?heute|beeil…|bereuen|im stich|schäm…|enttäusch…|alle anderen (?:haben|machen|stimmen)|sei kein|verpass…|bevor es zu spät|wer (?:anständig|vernünftig|ein herz)',
  ),
  refusal: phrase(
    'ablehn…|lehnen (?:sie|wir)|lehnst du|lehnt>|(?:nicht|ohne) (?:zu )?(?:zustimm|einwillig|unterschreib|akzeptier|teil|mitmach|einverstanden|erlaub)…|nein>|verweiger…|weiger…|widerruf…|widersprech…|(?:ohne) (?:ihre|deine|diese|die|eure) (?:zustimmung|einwilligung|erlaubnis|unterschrift|lizenz)|(?:wenn|falls|sobald|sollten) (?:sie|du|ihr) [^.;|]{0,30}(?:aufhör|kündig|beend|aussteig|zurückzieh)…|stimmen sie [^.;|]{0,20}nicht zu|stimmst du [^.;|]{0,20}nicht zu|(?:nicht|keine) (?:zugestimmt|zustimmt|zustimmen)',
  ),
  loss: phrase(
    'verlier…|verlust (?:ihr|dein|der|von|all)…|verfall(?:en|t)?>|verfällt|(?:punkte?|konto|zugang|rabatt|mitgliedschaft|profil|vorteile?|preis|beitrag|tarif|prämie|guthaben|platz|bonus|karte)[^.;|]{0,40} (?:gesperrt|gelöscht|geschlossen|gekündigt|steigt|erhöh|verfall|entfäll|endet|beendet|gestrichen|eingeschränkt|teurer|sperr|lösch|schließ|kürz)…|(?:sperren|schließen|löschen|kündigen|kürzen|streichen|erhöhen|beenden) wir (?:ihr|dein|den|das|die|eu)(?:e|en|em)? ?(?:konto|zugang|rabatt|mitgliedschaft|profil|vorteile|preis|beitrag|tarif|punkte|guthaben|karte|bonus)|(?:zahl|bezahl)(?:en|st|t) (?:sie |du )?(?:[\\p{L}]{1,15} ){0,3}(?:mehr|gebühr|aufpreis|den vollen|preis|beitrag|€|euro|\\d)…|kostet…|kosten sie|gebühr…|aufpreis|aufschlag|strafe|vertragsstrafe|länger warten|wartezeit|(?:können|dürfen) (?:sie|wir ihnen) [^.;|]{0,40}(?:nicht mehr|kein|nicht)|(?:kannst|darfst) du [^.;|]{0,40}(?:nicht mehr|kein|nicht)|(?:bekommen|erhalten) sie [^.;|]{0,40}(?:kein|nicht mehr)|(?:bekommst|erhältst) du [^.;|]{0,40}(?:kein|nicht mehr)|ausgeschlossen|entfällt|entfallen|müssen (?:sie |wir )?[^.;|]{0,40}(?:zurück|bezahl|zahl|verlass|wart)…|musst du [^.;|]{0,40}(?:zurück|bezahl|zahl|verlass|wart)…|zurückzahlen|teurer|schlechter',
  ),
  noLoss: phrase(
    'nichts>|keine (?:nachteile|kosten|folgen|gebühr|auswirkung)…|kein nachteil|kostenlos|kostet (?:sie |dich )?nichts|ohne (?:nachteil|kosten|folgen|gebühr)…|bleib(?:en|t) (?:alles|bestehen|erhalten|gleich|unberührt|wie|ihnen|dir|ihr|dein)…|behalten (?:sie|ihre)|behältst du|verlieren (?:sie )?(?:nicht|kein)|ändert sich nichts|trotzdem|rechtmäßigkeit',
  ),
  inThatCase: phrase('(?:dann|in diesem fall|andernfalls|sonst|in dem fall)>'),
  agreementByUse: phrase(
    '(?:mit|durch) (?:der|die|dem|das|ihre[mr]?|deine[mr]?|jede[rm]?) (?:weitere[nr]? )?(?:nutzung|benutzung|verwendung|besuch|zugriff|aufruf|installation|download|herunterladen|öffnen|kauf|betreten|anmeldung|weiterlesen|weitersurfen)[^.;|]{0,80}? (?:stimm|akzeptier|willig|erklär|einverstanden|erteil|erlaub|gestatt|anerkenn|erkenn)…|(?:die |das )?(?:weitere )?(?:nutzung|besuch|verwendung|weitersurfen)[^.;|]{0,60}? (?:gilt|bedeutet|stellt) [^.;|]{0,40}?(?:zustimm|einwillig|als|annahme)…|(?:indem|wenn|sobald|wer) (?:sie |du )?[^.;|]{0,60}?(?:nutz|benutz|verwend|weitersurf|besuch|öffn|installier)…[^.;|]{0,60}? (?:stimm|akzeptier|willig|einverstanden|erlaub)…|schweigen gilt|gilt als (?:zustimmung|einwilligung|angenommen)',
  ),
  endlessRetention: phrase(
    '(?:unbefristet|zeitlich unbegrenzt|unbegrenzt|für immer|auf unbestimmte zeit|dauerhaft|auf dauer|ohne (?:zeitliche )?(?:begrenzung|frist|befristung|zeitlimit))[^.;|]{0,60}? ?(?:speicher|gespeichert|aufbewahr|behalt|auf>|lager|archivier)…|(?:speicher|aufbewahr|behalt|bewahr|lager|archivier|bleib)…[^.;|]{0,80}? (?:unbefristet|unbegrenzt|für immer|auf unbestimmte zeit|dauerhaft|solange (?:wir|es uns|uns)|so lange (?:wir|es uns|uns)|auch (?:nach|wenn)|nach (?:dem|ihrem|deinem|einem) (?:widerruf|ende|kündigung|ausstieg|austritt)|nach der (?:kündigung|beendigung)|ohne (?:zeitliche )?(?:begrenzung|frist|befristung|zeitlimit))|auch (?:nach|wenn)[^.;|]{0,60}? (?:widerruf|kündig|beend|aufhör|ende|abmeld)…[^.;|]{0,50}? (?:speicher|behalt|aufbewahr|nutz|bleib|weiter|gespeichert)…|(?:nie|niemals|nicht) gelöscht|löschen (?:wir )?(?:[^\\s.;:|]{1,20} ){0,3}?(?:nie|niemals|nicht)>',
  ),
  legalRetention: phrase(
    'gesetzlich…|gesetz (?:verlangt|verpflicht)…|müssen wir|steuer…|abgabenordnung|§|anonym…|dieser text|beleg über',
  ),
  sale: phrase(
    '(?:verkauf(?:en|t|st)?|veräußer(?:n|t)|vermarkte(?:n|t)|weiterverkauf(?:en|t)?)> (?:[^\\s.;:|]{1,30} ){0,6}?(?:an (?:dritte|andere|partner|werb|interess|unternehmen|firmen|unsere|daten|jede|käufer|ausgewählte)|daten>|(?:ihre|deine|eure|die|diese) [\\p{L}-]{0,20}(?:daten|informationen|einkäufe|belege|profile|aufnahmen|werte|strecken)>)…|(?:daten|informationen|belege|profile|einkäufe|werte|aufnahmen|strecken)[^.;|]{0,50}? (?:verkauf|veräußer|vermarkt|verkauft)…|an (?:dritte|interessenten|andere (?:unternehmen|firmen)|werbepartner|datenhändler|partner) (?:[^\\s.;:|]{1,30} ){0,3}?(?:verkauf|veräußer|vermarkt)…|verkauf (?:ihrer|deiner|der) (?:[^\\s.;:|]{1,30} ){0,2}?daten|(?:verkauf|veräußer)…[^.;|]{0,60} an (?:jede[nr]?|wen auch|den meistbietenden|höchstbietende|wer auch)…|gegen (?:geld|bezahlung|entgelt)[^.;|]{0,40} (?:an )?(?:dritte|andere|partner|ausgewählte|unternehmen)…',
  ),
  notSale: phrase('verkauf des (?:unternehmens|geschäfts)|fusion|die wir (?:ihnen|dir) verkauf'),
  legalese: phrase(
    'ungeachtet (?:des|der|dessen) (?:vorstehende|vorgenannte|obige|vorhergehende|anderslautende)…|unbeschadet (?:des|der) (?:vorstehende|vorgenannte|obige|vorhergehende)…|vorbehaltlich (?:des|der) (?:vorstehende|vorgenannte)…|vorgenannt…|obgenannt…|vorbezeichnet…|hiermit>|kraft dessen|dergestalt|unter ausschluss jeglicher|mitnichten|gemäß (?:den )?vorstehend…|behufs|anheimgestellt|obliegt es|in ansehung|zwecks|sinngemäß anzuwenden|mutatis mutandis|insoweit als|der unterzeichnete|schadlos (?:zu )?halten|vollumfänglich|respektive|seitens de[rs]',
  ),
  means:
    /^["”“»'‘)\s,*_]{0,6}(?:bedeutet|beschreibt|bedeutet|bezeichnet|meint|ist (?:der|die|das|ein|eine|jede|jeder|jedes)|sind|umfasst|steht für|heißt|hat die bedeutung|:|=|–|—)(?![\p{L}])/giu,
  terms,
  parties: phrase(
    '(?:zwischen|vertrag mit|vereinbarung mit|wir sind|wir,|geschlossen mit|im namen)(?: (?:der|dem|die|das|den))?(?: (?:firma|gesellschaft))?,?>',
  ),
}
