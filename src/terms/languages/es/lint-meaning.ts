import type { Meaning } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'

/** Wider Spanish words, which mean a kind of data or a use only where the text lists data or purposes. */
export const meaning: Meaning = {
  data: {
    email_address: phrase('correo…|e-?mail'),
    phone_number: phrase('tel[ée]fono…|(?:número de |tu |su )(?:celular|móvil)'),
    physical_address: phrase('domicilio|direcci[óo]n…|dónde viv…|hogar'),
    contact_info: phrase('datos de contacto'),
    health: phrase(
      'salud|enferm…|médic…|clínic…|diagn[óo]stic…|medicament…|medicin…|alergi…|embaraz…|tratamient…|an[áa]lisis|sangre|sueño|discapacidad|pacientes?|expediente|pulso|radiografía…|receta médica',
    ),
    fitness: phrase('pasos|entrenam…|ejercici…|deport…|carrera…|correr|pulso|caloría…|repeticion…|ritmo|distancia…'),
    payment_info: phrase('tarjeta…|pago…|cuenta bancaria|iban'),
    credit_info: phrase('crédit…|solvencia'),
    financial_info: phrase('ingresos|sueldo|salario|ahorros|deudas|saldo|movimientos|extractos'),
    precise_location: phrase(
      'ubicaci[óo]n…|localizaci[óo]n…|posici[óo]n|gps|recorrido…|ruta…|viaje…|trayecto…|lugar…|d[óo]nde (?:est|and|vas|va)…',
    ),
    coarse_location: phrase(
      'ubicaci[óo]n…|localizaci[óo]n…|ciudad|barrio|regi[óo]n|zona|comuna|código postal|estaci[óo]n…|parada…',
    ),
    sensitive_info: phrase('religi…|étnic…|sexual…|polític…|biométric…|genétic…|huella…'),
    contacts: phrase('(?:tus|sus) contactos>|agenda|libreta'),
    messages: phrase('mensaje…|chat…|conversaci…|cartas>|correos>'),
    photo_video: phrase('foto…|imagen|imágenes|v[ií]deo…|cámara…|grabacion…|pel[íi]culas grabadas'),
    audio: phrase('audio>|voz|voces|sonido…|grabacion…|micrófono|llamadas>'),
    gameplay_content: phrase('juego…|partida…|jugada…|puntuaci…'),
    customer_support: phrase('consultas|reclamaci…|soporte|atenci[óo]n'),
    user_content: phrase(
      'publicaci…|comentario…|reseña…|valoraci…|opinion…|notas?>|textos?>|receta…|lista…|contenido…|lo que (?:escrib|public|sub)…|diario',
    ),
    browsing_history: phrase('navegaci[óo]n|páginas|sitios|webs?>|enlaces'),
    search_history: phrase('b[úu]squeda…|busc…'),
    user_id: phrase('(?:número|nombre|identificador) de (?:usuario|cliente|socio|cuenta|tarjeta)'),
    device_id: phrase('identificador…|dispositivo…|aparato|número de serie|dirección ip'),
    purchase_history: phrase(
      'compr…|pedido…|entradas?>|recibo…|tique…|ticket…|factura…|cesta|carrito|reserva…|préstamos?|transacci…|adquir…',
    ),
    product_interaction: phrase(
      'clic…|tocas?>|toques|puls…|abr…|actividad|interacci…|ves>|mir…|escuch…|qué [^.;|]{2,40} (?:usas|ves|tocas|abres|escuchas)|funciones|uso de la (?:app|aplicación|web)',
    ),
    advertising_data: phrase('anuncio…|publicidad'),
    usage_data: phrase(
      'uso>|consumo|lectura…|contador|horario…|horas?>|duraci[óo]n|visitas?|cuánt…|cu[áa]ndo|con qué frecuencia|viajes|kilómetros|paseos|repeticion…',
    ),
    crash_data: phrase('fallo…|cierre…|error…|avería…|caída…'),
    performance_data: phrase('velocidad|rendimiento|carga|batería'),
    diagnostic_data: phrase('diagn[óo]stico…|error…|registro…|fallo…|códigos?>'),
  },
  uses: {
    retargeting: phrase('anuncio…|publicidad|recordar…'),
    personalization: phrase(
      'personal…|a (?:tu|su) medida|para (?:ti|usted)|que te (?:gust|interes|conven|encaj|sirv)…|propon…|sugi?er…|recomend…|ofert…|consejo…|adapt…|ajust…|eleg…|planes|encaj…',
    ),
    ai_training: phrase('entren…|enseñ…|aprend…|modelo…|algoritmo…|ia>|inteligencia|sistemas?>|programa…'),
    generative_ai: phrase('gener…|crear…|escrib…|ia>|inteligencia|modelo…'),
    ai_inference: phrase('ia>|inteligencia|asistente|modelo…'),
    distribution: phrase('public…|compart…|ced…|entreg…|imprim…|expon…|mostr…|difund…|distribu…|vend…|mural|otras empresas|venta'),
    analytics: phrase(
      'estad[íi]stic…|cont(?:ar|amos)|cuent…|med(?:ir|imos)|mid…|analiz…|an[áa]lisis|estudi…|investig…|entender|conocer|averigu…|saber|planific…|mejor…|compar…|cuánt…|qu[ée] [^.;|]{2,30}(?:más|prefier|gust)…|inform…|tendencia…|demanda|calcul…|ver (?:qué|cómo|cuánt)…|aprend…',
    ),
    support: phrase(
      'ayud…|respond…|conte[sp]t…|atend…|atenci…|soluci…|resolv…|resuelv…|problema…|dudas?|pregunt…|repar…|soporte|asist…|cuando algo falla|fall(?:a|o)…|aconsej…',
    ),
  },
  pairs: {
    retargeting: [
      phrase('anuncios?>|publicidad'),
      phrase(
        '(?:que|lo que|según|porque|cuando) ~(?:mir|visit|busc|vist|compr|dej|interes|naveg|hac)…|de nuevo|otra vez|volver|intereses|basad…|recordar…',
      ),
    ],
    ai_training: [
      phrase('entren…|enseñ…|aprend…|desarroll…|mejor…|aliment…'),
      phrase(
        'ia>|inteligencia artificial|modelos? (?:de|que)|algoritmo…|chatbot…|asistentes?>|redes neuronales|aprendizaje automático|robots?',
      ),
    ],
  },
  grants: phrase('(?:puede|podrá|podemos|podremos|pueden|podrán|queremos|autoriza|permite|permites|vamos a)>'),
  more: phrase('(?:y )?(?:qué más|quién más|además|también|algo más|otros?)>'),
  purposes: phrase(
    'para qué|por qué|finalidad…|usos?>|qué hac(?:emos|en)|objetiv…|propósito…|motivo…|cómo (?:los |lo )?us…|se usan?>',
  ),
  removed: phrase('elimin…|borr…|anonimi…|quit(?:amos|an|ar|ado|ada|ados|adas)>|suprim…|destru…'),
  receive: phrase(
    '(?:recib|obt|ve|ven|acced|acceso|consult|lee|leen|guard|trat|proces|alma|analiz|copia|tien|revis|maneja)…|(?:van|va|llega|llegan|se envían?|pasan?)>',
  ),
  stop: phrase(
    '(?:retir|revoc|cancel|anul|rescind|desist|termin|dej|dar[^.;|]{0,12} (?:de )?baja|salir|sal(?:es|te)|par(?:ar|emos|amos)|desactiv|abandon|cambi[^.;|]{0,12} de (?:opinión|idea)|echar[^.;|]{0,6} atrás|poner fin|deten|suspend|renunci)…',
  ),
  anytime: phrase(
    'ajustes>|configuración|cuando (?:quier|dese|te apete|gust|le )…|en (?:cualquier|todo) momento|siempre>|cualquier día|sin (?:dar )?(?:explicaci|motivo|raz|preaviso)…|antes>',
  ),
  bound: phrase(
    'no (?:se )?(?:podrá|puede|puedes|podrás|cabe|es posible|será posible) ~(?:retir|revoc|cancel|anul|desist|dejar sin efecto|echar|rescind)…|irrevocabl…|irrenunciabl…|sin posibilidad de (?:retir|revoc|cancel|desist)…|(?:retirada|revocación) (?:no es posible|queda excluida)',
  ),
  otherGrant: phrase('comentarios|sugerencia…|ideas?>|contribuci…|patente…|marcas?>|estos mensajes'),
  endless: phrase(
    'no tiene (?:fin|fecha de fin|vencimiento)|(?:nunca|no) (?:termina|caduca|vence|acaba|expira)>|(?:se )?(?:renueva|prorroga|renovará|prorrogará)[^.;|]{0,40}(?:sol|automátic|cada|tácit)…|(?:dura|vigente|válid[oa]|rige) (?:para siempre|indefinid|por tiempo indefinido|sin límite)…|duración (?:indefinida|ilimitada)|por tiempo (?:indefinido|ilimitado)',
  ),
  lawOf: phrase(
    '(?:la |las )?ley(?:es)? de (?:la |el |los )?((?:República |Reino |Estado )?(?:de |del )?\\p{Lu}\\p{L}{2,20})|(?:ley|leyes|legislación|derecho) (español|mexican|chilen|argentin|colombian|peruan|uruguay|portugu|frances|aleman|italian|irland|ingles)(?:a|o|as|os)?>',
  ),
  adverse: phrase(
    '(?:perder|perd|pierd)…|(?:puntos?|saldo|descuento…|bonificaci|tarjeta|cuenta|cupones|vales|beneficios?|ventajas?|plaza|turno|acceso)[^.;|]{0,40} (?:se pierd|se borr|se anul|se elimin|caduc|desaparec|quedan? sin|se cancel|se bloque|se cierr)…|(?<!al )menos (?:puntos|ventajas|ofertas|descuento)|peor(?:es)? \\p{L}{3,20}|más (?:lent|car)(?:o|a|os|as)>|sin (?:acceso|descuento|derecho|servicio)|al final de la (?:cola|lista|fila)|pas(?:a|as|ará|arás) a (?:la tarifa|pagar|una tarifa)',
  ),
  shame: phrase(
    '(?:todos|casi todos|los demás|la mayoría)[^.;|]{0,40} (?:ya|han|firm|acept)…|s[óo]lo (?:la gente|quien|los que|una persona|las personas)[^.;|]{0,20} no [^.;|]{0,40}|decepcion…|vergüenza|egoísta|una pena>',
  ),
  yours: phrase('(?:es|son|sigue siendo|siguen siendo) (?:tuy|suy)[oa]s?>|conserv(?:as|a|arás)>|te quedas|te lo quedas'),
}
