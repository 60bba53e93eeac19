import type { Grammar } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'
import { meaning } from './lint-meaning.ts'
import { terms } from './lint-terms.ts'

/** How Spanish terms write what the linter looks for. */
export const grammar: Grammar = {
  meaning,
  negation: phrase('no>|nunca|jamás|ni>|tampoco|nadie|ningun…|ningún|nada>|sin (?:usar|vender|compartir|ceder)'),
  notNegation: phrase('no s[oó]lo|no solamente|no más (?:tarde|de)|no obstante'),
  turn: phrase('pero>|sino>|aunque|salvo>|excepto|mientras'),
  running: phrase(
    '(?:s[oó]lo|únicamente|solamente|exclusivamente) (?:para|por|cuando|si) ~(?:avis|llam|reconoc|envi|mand|inici|recib|factur|entreg|pag|contact|respond|contest|confirm|cuenta|verific|identific|código|contraseña|record)…',
  ),
  collect: phrase(
    '(?:us|utiliz|recog|recopil|recab|trat|le|registr|almacen|guard|analiz|obt|recib|pid|ped|acced|ve|mid|med|incluy|comprend|permit|compart|necesit|observ|consult|combin|examin|revis|mir)(?:a|o|e|ar|er|ir|amos|emos|imos|áis|an|en|as|es|ará|ado|ada|ados|adas|iene|enemos|ienen|en|eer|eemos|e|ue|iere)>|leemos|por «|significa|se entiende|son>|permiso para',
  ),
  person: phrase(
    '(?:recibes|obtienes|usas|puedes|envías|escribes|pides|ves|pagas|recibirás|recibe usted|usted (?:recibe|puede|envía))>',
  ),
  permit: phrase('permit…|autoriz…|licencia|das permiso|conced…|podemos|puede usar'),
  ours: phrase('(?:nuestr[oa]s?|de la empresa|escríbenos|contacto)>'),
  topics: {
    data: phrase('datos|información|qué \\p{L}{3,15}mos|lo que (?:usamos|recogemos|pedimos)|usamos|recogemos'),
    recipients: phrase('qui[ée]n(?:es)? (?:los |lo |la |las )?(?:recib|ve|tien)…|destinatari…|compart…|comunicación|cesión'),
    end: phrase(
      'cu[áa]nto (?:tiempo|dura)|hasta cu[áa]ndo|duración|vigencia|plazo|fin>|termin…|vencimiento|validez|tiempo|renov…|renuev…|prórroga',
    ),
    reward: phrase(
      'qué (?:recib|gan|te d|obtien)…|recompensa|a cambio|contraprestación|premio|ventaja|beneficio|dinero|recib…|gracias',
    ),
  },
  months: [
    'ene(?:ro)?',
    'feb(?:rero)?',
    'mar(?:zo)?',
    'abr(?:il)?',
    'mayo?',
    'jun(?:io)?',
    'jul(?:io)?',
    'ago(?:sto)?',
    'sep(?:tiembre)?|setiembre',
    'oct(?:ubre)?',
    'nov(?:iembre)?',
    'dic(?:iembre)?',
  ],
  numbers: {
    un: 1,
    una: 1,
    uno: 1,
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
    seis: 6,
    siete: 7,
    ocho: 8,
    nueve: 9,
    diez: 10,
    once: 11,
    doce: 12,
    catorce: 14,
    quince: 15,
    dieciocho: 18,
    veinte: 20,
    veinticuatro: 24,
    treinta: 30,
    'treinta y seis': 36,
    sesenta: 60,
    noventa: 90,
    trece: 13,
    dieciséis: 16,
    diecisiete: 17,
    diecinueve: 19,
    veintiún: 21,
    veintiocho: 28,
    cuarenta: 40,
    'cuarenta y cinco': 45,
    'cuarenta y ocho': 48,
    cincuenta: 50,
    cien: 100,
  },
  half: 'y medi[oa]',
  units: { day: 'días?', week: 'semanas?', month: 'mes(?:es)?', year: 'años?' },
  end: phrase(
    '(?:termina(?:rá)?|acaba(?:rá)?|finaliza(?:rá)?|vence(?:rá)?|expira(?:rá)?|dura(?:rá)?|concluye|caduca|(?:será |es )?válid[oa]|vigente|en vigor|vigencia|hasta(?: el)?|por un (?:plazo|periodo|período) de|tendrá una duración)(?![\\p{L}])',
  ),
  ending: phrase(
    'contrato|licencia|permiso|autorización|consentimiento|acuerdo|dura(?:rá)?>|termina(?:rá)?>|participación|podemos|vigencia|convenio|cesión',
  ),
  notEnd: phrase(
    'borr…|suprim…|elimin…|destru…|conserv…|guard…|almacen…|plazo de respuesta|preaviso|prórrog…|renov…|prorrog…|pag…|abon…|vale>|vales>|cupón|puntos (?:caducan|vencen)|empez…|comenz…|oferta|anunci…|después de (?:retir|termin|revoc)…|hasta \\d{1,9} ?(?:€|euros|\\$|puntos|pesos)|a los \\w{1,20} (?:días|meses)|dentro de|en un plazo|antelación|garantía|al menos|como mínimo|responde…|contest…|edad|cookie…|prescri…|tarjeta|envío|entrega|reclam…',
  ),
  law: phrase(
    '(?:se rige|se regirá|regido|rige|sujeto|conforme|se interpreta) (?:por|a) (?:lo dispuesto en )?(?:la|las) (?:ley|leyes|legislación) (?:de (?:la |el |los )?)?(\\p{L}{4,20})|se aplica(?:rá)? (?:la|las) (?:ley|leyes|legislación) (?:de (?:la |el |los )?)?(\\p{L}{4,20})|la (?:ley|legislación) (?:de (?:la |el |los )?)?(\\p{L}{4,20})(?= (?:rige|se aplica|es aplicable)|\\.)|derecho (español|mexicano|argentino|chileno|colombiano|peruano|francés|alemán|portugués|irlandés|inglés)',
  ),
  notLaw: phrase(
    'si>|fuera de|consumidor…|imperativ…|también|además|tu país|su país|donde viv|residencia|tribunales|arbitra…|protección de datos|exi[gj]…|oblig…|permit…|previst|orgánica \\d|ley \\d',
  ),
  reward: phrase(
    '(?:recib(?:es|irás|e|irá|en)|te (?:damos|pagamos|regalamos)|ganas|obtien(?:es|e)|le (?:damos|pagamos)|a cambio|recompensa|contraprestación|en agradecimiento|abonar…|(?:la empresa )?paga)(?![\\p{L}])',
  ),
  notReward: phrase(
    'cuesta…|coste…|costo|gastos|envío|hasta>|vale \\d|equival…|precio|multa|penaliz…|descuent… (?:de|la) cuota|mínimo|máximo|tarifa|comisión|impuesto|caduc…|autobús|más de|al menos|normalmente|en vez de',
  ),
  share: phrase(
    '(?:compart|comunic|ced|entreg|envi|transmit|facilit|vend|d|transfer|pas|v|rem)(?:e|o|a|imos|amos|emos|ir|ar|er|en|an|ido|ado|aremos|iremos|eremos|itimos|ite|amos|an|endo|idos|adas|adas) (?:[^\\s.;:|]{1,30} ){0,7}?(?:a|con|al)>|(?:destinatarios?|quién los recibe)(?: son| es|:)',
  ),
  anytime: phrase(
    '(?:retir|revoc|cancel|desist|dej|par|termin)(?:ar|irl|arl|a|as|e|ir|o|ándol)…[^.;|]{0,60} (?:en cualquier momento|cuando (?:quieras|quiera|lo desee))|(?:en cualquier momento|cuando quieras)[^.;|]{0,40} (?:retir|revoc|cancel|desist)…',
  ),
  irrevocable: phrase(
    '(?:retirada|revocación|baja|cancelación) (?:(?:s[oó]lo|únicamente) (?:es|se|será)[^.;|]{0,40}|no (?:es|será|se) (?:posible|admi|permi|acept)…)|no (?:se )?(?:podrá|puede|podrás|puedes) [^.;|]{0,40}(?:retir|revoc|cancel|dejar|anul|termin)…|(?:te|se) compromete(?:s)? a (?:permanecer|seguir)|hasta entonces no (?:puedes|podrás|se puede)|definitivo e|es definitiv[oa]>|irrevocabl…|no (?:se )?(?:puedes?|podrás?|pueden) (?:ser )?(?:retir|revoc|cancel|desist|deja)…|(?:s[oó]lo|únicamente) (?:se )?(?:puedes?|podrás?|podrá) (?:ser )?(?:retir|revoc|cancel|termin|dejar)…|no (?:es posible|cabe|admite) (?:la )?(?:retir|revoc|cancel)…|sin (?:posibilidad|derecho) (?:de|a) (?:retir|revoc)…|(?:retir|revoc|cancel|termin)(?:arse|ar|arla|arlo) (?:s[oó]lo|únicamente) (?:al|cuando|tras|después|desde|a partir|una vez|en|pasad)…|permanencia obligatoria',
  ),
  pressure: phrase(
    '(?:quien(?:es)?|los que|las que) (?:no acept|rechac|se nieg|digan que no|dice que no|retir)…[^.;|]{0,60} (?:pierd|pag|qued|no podr|perder)…|(?:rechazar|negarse|decir que no|retirar(?:lo|la|se)?|no aceptar)[^.;|]{0,50} (?:supone|implica|conlleva|significa|te hace|cuesta)…|s[oó]lo (?:\\p{L}{1,12} ){0,3}(?:rechazan|se niegan|dicen que no)|(?:tus|sus) (?:amigos|vecinos|compañeros) ya|acepta (?:ya|ahora|hoy)[^.;|]{0,40} o |o perder…|un (?:buen|verdadero) \\p{L}{2,15} (?:acepta|comparte|dice que sí)|perder(?:á|ás|án) (?:los|las|el|la|su|sus|tu|tus)|pierdes? (?:los|las|el|la|su|sus|tu|tus)>|nos dejar(?:ás|ía)|(?:si|cuando|quien(?:es)?|al>|en caso de) [^.;|]{0,50}?(?:no acept|rechaz|dices que no|dice que no|te niegas|se niega|neg|retir|revoc|no da|no das|deja|no firm|no consient)…[^.;|]{0,60}? (?<!no )(?<!nada )(?:perder|pierd|pag(?:ar|as|a) (?:más|un|el doble)|(?:cerr|bloque|suspend|elimin|cancel|limit)[^.;|]{1,24}(?:cuenta|acceso|puntos|suscripción|tarjeta)|(?:cuenta|acceso|puntos|descuento)[^.;|]{1,30}(?:cerr|bloque|suspend|elimin|cancel)|no (?:podrás|puedes)|usted (?:ya )?no pod|dejarás de|dejará de (?:recib|ten)|sin (?:tu|su|descuento|puntos|acceso)|recargo|te cobr|le cobr|penaliz|quedar…? (?:sin|fuera)|te qued)…|perder(?:ás|á) (?:tu|tus|su|sus|el|los|todo)|egoísta|última oportunidad|s[oó]lo hoy|date prisa|dese prisa|no te lo pierdas|te arrepentirás|se arrepentirá|todos (?:los demás )?(?:ya )?(?:han aceptado|lo hacen|aceptan)|no seas|nos (?:decepcion|fall)…|vergüenza|antes de que sea (?:demasiado )?tarde|un buen (?:cliente|vecino|amigo) acepta',
  ),
  refusal: phrase(
    'rechaz…|(?:no|sin) (?:acept|firm|autoriz|consient|consent|compart|particip|da[sr]?|diera|quier|das|estar|está)…|(?:dic|dig|dec)(?:es|e|as|an|ir|a) que no|te niegas|se niega…|negarse|negativa|retir…|revoc…|(?:sin) (?:tu|su|este|el) (?:permiso|consentimiento|acuerdo|autorización|licencia|firma)|te das de baja|se da de baja|(?:dejas|deja|dejar) de (?:compart|particip)…|si (?:lo )?(?:dejas|cancelas|deja|cancela)',
  ),
  loss: phrase(
    'perder…|pierd…|pérdida de|(?:puntos?|cuenta|acceso|descuento|tarjeta|ventajas?|beneficios?|precio|cuota|tarifa|prima|plaza|saldo|bono|antigüedad)[^.;|]{0,40} (?:caduc|cerr|cierr|bloque|suspend|cancel|elimin|sub|aument|desaparec|anul|encarec|limit)…|(?:cancel|cerr|cierr|bloque|suspend|elimin|reduc|quit|anul|limit|sub)(?:aremos|amos|arán|an|ará|a|imos|imos|iremos)? (?:tu|su|tus|sus|la|el|los) (?:cuenta|acceso|descuento|tarjeta|ventajas|beneficios|puntos|precio|cuota|tarifa|prima|plaza|saldo)|(?:pag|abon)(?:ar|a|as|arás|ará|an|arán) (?:la (?:cuota|tarifa)|el precio|el doble|más|una? (?:[\\p{L}]{1,12} )?(?:cuota|tasa|recargo|comisión)|\\d)|(?:coste|cuota|recargo|comisión|multa|tasa) de>|cuesta…|recargo|penaliz…|esper(?:ar|arás|ará) más|(?:no (?:podrás|puedes)|usted no podrá) (?:usar|utilizar|seguir|entrar|recibir|participar|comprar|jugar|acceder)|dejarás de (?:recib|ten|pod|usar)…|dejará de (?:recib|ten|pod|usar)…|(?:te|se) (?:quedas|queda|quedarás) (?:sin|fuera)|excluid…|tendr(?:ás|á) que (?:pagar|devolver|esperar|abandonar)|devolver',
  ),
  noLoss: phrase(
    'no (?:pierd|perder|cambi|afect|cuest|tien(?:e|es) (?:coste|consecuenc|que)|hay|pag|supon|implic)…|nada>|ningún|ninguna|sin (?:coste|perder|penaliz|consecuencia)…|gratis|sigue igual|siguen igual|conserv(?:as|a|arás) (?:tus|sus|los|todos)|mantien…|igualmente|de todas formas',
  ),
  inThatCase: phrase('(?:entonces|en ese caso|de lo contrario|si no,|en tal caso)>'),
  agreementByUse: phrase(
    '(?:cuenta|vale|equivale|se toma|se interpreta)(?: como| a| por) (?:tu |su |una |la )?(?:aceptación|consentimiento|acuerdo|autorización)|(?:al|con) (?:(?:solo |mero )?(?:hecho de )?)?(?:usar|utilizar|acceder|navegar|visitar|continuar|seguir|instalar|descargar|entrar|abrir|comprar|el uso|la utilización|la navegación|la visita)[^.;|]{0,80}? (?:acept|consient|conform|de acuerdo|autoriz|das (?:tu )?(?:permiso|consentimiento)|presta)…|(?:el uso|la utilización|usar|seguir usando|la navegación|continuar)[^.;|]{0,60}? (?:implica|supone|significa|equivale|constituye)…|si (?:usas|utilizas|sigues|continúas|usa|sigue|continúa|entras|navegas)[^.;|]{0,60}? (?:acept|consient|entende|estás de acuerdo|das por)…|se (?:considera|entiende|entenderá|considerará) (?:que )?(?:acept|aceptad|otorgad)…|al (?!firm|puls|marc|acept|elegir|hacer clic|tocar|confirm)\\p{L}{2,15}[aei]r [^.;|]{0,60}(?:aceptas?|consientes?|autorizas?)>',
  ),
  endlessRetention: phrase(
    'por tiempo (?:indefinido|ilimitado)|indefinidamente|para siempre|(?:sin|ningún) límite (?:de tiempo|temporal|de plazo)|sin plazo|(?:guard|conserv|almacen|manten|qued)…[^.;|]{0,80}? (?:mientras (?:queramos|lo consideremos|nos|sea útil|convenga|quiera)|todo el tiempo que|el tiempo que (?:queramos|estimemos|consideremos|quiera|nos)|incluso (?:después|si|cuando|tras)|aunque (?:te|retir|dej|revoc|cancel|se )|después de (?:que )?(?:retir|revoc|cancel|dej|termin|la baja)|tras (?:la|tu|su) (?:retirada|revocación|baja|cancelación)|a perpetuidad|permanente)…|nunca (?:los |las |se )?(?:borr|elimin|suprim)…|no (?:los |las |se )?(?:borr|elimin|suprim)(?:amos|an|arán|aremos|en|a)>',
  ),
  legalRetention: phrase('(?:la )?ley (?:nos )?(?:exige|obliga)|obligación legal|por ley|hacienda|anónim…|este texto|recibo de'),
  sale: phrase(
    '(?:vend(?:er|emos|e|en|eremos|idos|idas)|venta|revend…|comercializ…) (?:[^\\s.;:|]{1,30} ){0,6}?(?:a (?:terceros|otras|otros|socios|anunciantes|quien|cualquier|nuestros|empresas|compañías|compradores|interesados)|(?:los |tus |sus |estos |esos |las |esta |la )?(?:datos|información|recibos|compras|registros|perfiles|historial)>)|(?:los|las) vendemos|(?:datos|recibos|compras|registros) (?:pueden|podrán|podrían) (?:ser vendid|venderse)…|se (?:venden|venderán|pueden vender)',
  ),
  notSale: phrase('venta de (?:la )?(?:empresa|compañía|negocio)|fusión|te vendemos|productos que vend'),
  legalese: phrase(
    'sin perjuicio de lo (?:anterior|dispuesto|establecido)|no obstante lo (?:anterior|dispuesto)|a tenor de|en aras de|ut supra|infrascrit…|abajo firmante|el susodicho|la susodicha|susodich…|antedich…|antemencionad…|precitad…|supracitad…|de conformidad con lo (?:previsto|dispuesto|establecido) (?:en|anteriormente)|en lo sucesivo denominad…|habida cuenta|so pena de|otrosí|mutatis mutandis|a mayor abundamiento|en su virtud|por medio del presente|se obliga a mantener indemne|amén de|in fine|inter alia|cuantas acciones',
  ),
  means:
    /^["”“»')\s,*_]{0,6}(?:significa|comprende|denota|significa|se entiende|se entenderá|designa|son|es (?:el|la|lo|un|una|cualquier)|quiere decir|tiene el significado|tendrá el significado|se refiere|incluye|:|=|–|—)(?![\p{L}])|^["”“»')\s,*_]{0,6}(?:se )/giu,
  terms,
  parties: phrase(
    '(?:entre|(?:contrato|acuerdo|licencia) con|somos|celebrado (?:con|por)|en nombre de)(?: (?:tú|ti|usted|el cliente|la persona que firma) y)?(?: (?:la (?:empresa|sociedad|compañía)|el|la|los|las))?>',
  ),
}
