import type { LintWords } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'
import { grammar } from './lint-grammar.ts'

/** Spanish. */
export const lintWords: LintWords = {
  uses: {
    attribution: [
      phrase(
        'atribución|(?:qué|cuáles) (?:anuncios|campañas) funcionan|medi… ~(?:anuncios?|campañas?|publicidad)|(?:eficacia|rendimiento|efecto|resultado) de ~(?:anuncios?|campañas?|publicidad)|si (?:un|el|los) anuncios? ~(?:llev|funcion|sirv)…',
      ),
      phrase(
        '(?:anuncios?|publicidad|campañas?|promociones?)[^.;|]{0,60} (?:funcion|efect|result|éxito|llev|sirv|consig)…|anuncios? (?:u oferta|funciona)…|qué resultó de',
      ),
    ],
    retargeting: [
      phrase(
        'retargeting|remarketing|(?:publicidad|anuncios) (?:personalizad|dirigid|segmentad|basad|pensad|adaptad|a tu medida)…|(?:mostr|enseñ|envi|pon)… (?:[^\\s.;:|]{1,30} ){0,3}?(?:anuncios|publicidad)|nueva publicidad|anuncios (?:según|que (?:encaj|te interes))…',
      ),
      phrase('publicidad|anuncios'),
    ],
    personalization: [
      phrase(
        '(?:ofertas|recomendaciones|sugerencias|descuentos|contenidos?) (?:personal|personalizad|pensad|adaptad|a tu medida|a medida)…|personaliza(?:r|mos|ción|n|ndo)>|(?:recomend|suger)(?:ar|amos|ir|imos|irte|arte)>',
      ),
      phrase(
        'para ti|tus gustos|relevante|a tu medida|que te gust|personal|personaliza…|recomend…|suger…|adaptar|que (?:encaj|te interes)…',
      ),
    ],
    ai_training: [
      phrase(
        'entren(?:ar|amos|amiento|an|ando) ~(?:ia>|modelos?|inteligencia|algoritmos?|máquinas?|redes)…|aprendizaje automático|machine learning|(?:desarrollar|mejorar) ~(?:ia>|inteligencia artificial)',
      ),
      phrase('modelos?|algoritmos?|entren…|reconoc…|inteligencia artificial|ia>'),
    ],
    generative_ai: [
      phrase('ia generativa|inteligencia artificial generativa|modelos generativos'),
      phrase('generar (?:textos|imágenes)'),
    ],
    ai_inference: [phrase('inferencia de ia'), phrase('que (?:una|la) ia (?:responda|decida|lea)')],
    distribution: [
      phrase(
        '(?:ced|compart|entreg|comunic|pas|d)(?:emos|er|er los|imos|ir|amos|ar|en|an|e|a)> (?:[^\\s.;:|]{1,30} ){0,5}?(?:a|con) (?:otras empresas|terceros|socios|nuestros socios|anunciantes|otros)|(?:cesión|entrega) (?:de (?:los |tus |sus )?datos )?a (?:otras|terceros|socios)…',
      ),
      phrase('distribu…|entreg…|compart…|ceder'),
    ],
    analytics: [
      phrase('estadístic…|analítica|análisis de (?:uso|datos|mercado)|estudios? de mercado|contar (?:qué|cuánt|cómo)…'),
      phrase(
        'número de|cuánt…|promedio|patrones|tendencias|planific…|mejorar|averiguar|entender|conocer|evaluar|recuento|contar|compar…|saber (?:qué|cómo|cuánt|con qué|quién|dónde|lo que)…|estudi…|analiz…|análisis|medi[rm]…|calcul…|inform…',
      ),
    ],
    support: [
      phrase('(?:para|dar|prestar|mejorar|ofrecer) ~(?:atención al cliente|soporte|asistencia)|ayudarte cuando|ayudarle cuando'),
      phrase('respond…|solucion…|problemas?|dudas|preguntas|reparar|atender|atención al cliente|soporte|asistencia|ayud…'),
    ],
  },
  data: {
    email_address: phrase('(?:dirección|direcciones) de (?:correo|e-?mail)…|(?:tu|su) (?:correo|e-?mail)>(?! .{0,12}recibo)'),
    phone_number: phrase('números? de (?:teléfono|móvil)|(?:tu|su) (?:teléfono|móvil)>'),
    physical_address: phrase(
      '(?:dirección|direcciones) (?:postal|de (?:casa|envío|entrega))…|(?:tu|su) (?:domicilio|dirección)>|dónde vives',
    ),
    contact_info: phrase('datos de contacto'),
    health: phrase(
      'datos (?:de|sobre (?:tu|su)) salud|(?:tu|su) salud>|historia(?:l)? (?:clínic|médic)…|datos médicos|tensión|enfermedad…|frecuencia cardíaca|pulso',
    ),
    fitness: phrase(
      '(?:datos de )?actividad física|(?:tus|sus|los) pasos>|número de pasos|pasos (?:que|al día)|entrenamientos|ejercicio|frecuencia cardíaca|pulso',
    ),
    payment_info: phrase(
      'datos de pago|medios? de pago|(?:datos|número) de (?:la|tu|su) tarjeta|pagos con tarjeta|tarjetas? de (?:crédito|débito)|cuenta bancaria',
    ),
    credit_info: phrase('datos de crédito|historial (?:de crédito|crediticio)|solvencia'),
    financial_info: phrase('datos financieros|(?:tus|sus) (?:ingresos|ahorros|deudas)|salario|sueldo|saldo'),
    precise_location: phrase(
      '(?:ubicación|posición|localización) (?:exacta|precisa|en tiempo real)|gps|(?:tu|su) (?:ubicación|localización|posición)>|dónde estás|dónde está usted',
    ),
    coarse_location: phrase(
      '(?:ubicación|posición|localización) (?:aproximada|general)|(?:tu|su) (?:ciudad|región|código postal|provincia|ubicación|localización)>|código postal',
    ),
    sensitive_info: phrase(
      'datos sensibles|(?:tu|su) (?:religión|etnia|ideología|orientación sexual)|datos (?:biométric|genétic)…|origen (?:étnico|racial)',
    ),
    contacts: phrase('agenda de contactos|(?:tus|sus) contactos>|lista de contactos|libreta de direcciones'),
    messages: phrase(
      '(?:tus|sus|los) mensajes|mensajes (?:privados|que (?:envías|escribes))|(?:tus|sus) (?:chats|conversaciones)>',
    ),
    photo_video: phrase('(?:tus|sus|las) (?:fotos|fotografías|imágenes|vídeos|videos)>|fotos y v[ií]deos|(?:tu|su|la) cámara>'),
    audio: phrase('grabaciones? de (?:sonido|voz|audio)|(?:tu|su) voz>|audios?>|micrófono'),
    gameplay_content: phrase('contenido de (?:los )?juegos?|partidas guardadas|(?:tus|sus) partidas>'),
    customer_support: phrase('peticiones de ayuda|consultas (?:a|al) (?:servicio|soporte)|solicitudes de (?:ayuda|soporte)'),
    user_content: phrase(
      'publicaciones|contenidos? que (?:creas|publicas|subes)|(?:tus|sus) (?:comentarios|reseñas|textos)>|lo que (?:publicas|subes|escribes)',
    ),
    browsing_history: phrase(
      'historial de navegación|(?:páginas|sitios|webs) que (?:visitas|visita|ves|abres)|hábitos de navegación',
    ),
    search_history: phrase('historial de búsquedas?|(?:tus|sus) búsquedas>|lo que (?:buscas|busca)|búsquedas que'),
    user_id: phrase('identificador de (?:usuario|cliente|cuenta)|(?:nombre|número) de (?:usuario|cliente|socio|cuenta)'),
    device_id: phrase(
      '(?:identificador|número) (?:del|de tu|de su) (?:dispositivo|teléfono|móvil|aparato)|identificador publicitario|imei',
    ),
    purchase_history: phrase(
      'historial de (?:compras?|pedidos)|(?:tus|sus|las) compras>|lo que (?:compras|compra|has comprado)|qué compras?>(?! (?:o hace )?la gente)|datos de compra|lista de (?:la )?compra|(?:tus|sus) pedidos>',
    ),
    product_interaction: phrase(
      'actividad en la (?:aplicación|app|web)|cómo usas (?:la|nuestra) (?:aplicación|app|web)|lo que (?:tocas|pulsas)|interacciones con|(?:tus|sus) (?:clics|toques)>',
    ),
    advertising_data: phrase('historial de anuncios|anuncios que (?:ves|has visto|tocas)|datos publicitarios'),
    usage_data: phrase(
      'datos de (?:uso|consumo)|(?:tu|su) consumo>|consumo (?:de|eléctrico)|cuánto usas|con qué frecuencia usas|lecturas? del contador',
    ),
    crash_data: phrase('informes de (?:fallos|cierres)|cierres inesperados'),
    performance_data: phrase('velocidad de la (?:aplicación|app)|datos de (?:velocidad|rendimiento)|tiempos de carga'),
    diagnostic_data: phrase('informes de errores|(?:datos|códigos) de (?:diagnóstico|error|errores)|registros de errores'),
    physical_receipt: phrase('(?:recibos?|tickets?|tiques?) (?:en|de) papel|(?:recibos?|tickets?) (?:impresos?|escaneados?)'),
    email_receipt: phrase(
      '(?:recibos?|tickets?|facturas?) (?:(?:que llegan |recibidos )?por (?:correo|e-?mail)|electrónic|digital)…',
    ),
  },
  umbrellas: [
    [phrase('datos de contacto'), ['email_address', 'phone_number', 'physical_address', 'contact_info']],
    [
      phrase('(?:recibos|tickets|tiques)>(?! (?:en|de) papel| por (?:correo|e-?mail)| electr| digital| impres| escane)'),
      ['physical_receipt', 'email_receipt', 'purchase_history'],
    ],
    [phrase('ubicación>|localización>'), ['precise_location', 'coarse_location']],
    [
      phrase('datos (?:del dispositivo|técnicos)'),
      ['device_id', 'crash_data', 'performance_data', 'diagnostic_data', 'usage_data'],
    ],
    [phrase('salud>'), ['health', 'fitness']],
    [phrase('e-?mail>|correo electrónico'), ['email_address', 'email_receipt']],
    [phrase('teléfono>'), ['phone_number', 'device_id']],
    [phrase('datos (?:bancarios|financieros|económicos)'), ['payment_info', 'credit_info', 'financial_info']],
  ],
  withdrawal: phrase(
    'retir(?:ar|as|arl|as|e|es|ada|o|arse|ándo)…|retirada|revoc…|desist…|(?:rescindir|rescisión|resolver el contrato|resolución)|cancel…|darte? de baja|darse de baja|(?:puedes?|podrás?|cómo) (?:lo )?(?:dej|par|termin)…|desactivar|anul…|(?:quieres?|desea[s]?|decide[s]?) (?:[^\\s]{1,12} ){0,2}(?:par|dej|sal|termin|abandon)…|interrump…|abandon…|finaliz…|dejar de (?:participar|compartir)|dejarlo|dar marcha atrás|quitar (?:el|tu|este) permiso|cambiar de (?:opinión|idea)|poner fin|echarse atrás|salir (?:del|de la|cuando)|suspender|pausar|eliminar (?:tu|su) cuenta|derecho (?:de|a)[^.;|]{0,30} (?:supresión|oposición|elimin|suprim|opon)…|oponerte|oponerse',
  ),
  everyone: phrase('cualquier (?:empresa|persona|tercero)|terceros de nuestra elección'),
  pressing: phrase('perder|pierd|renunci|no (?:me importa|quiero|necesito)>|me da igual>|odio>|me arrepent|egoísta>|no, gracias,'),
  contact: phrase(
    '(?:escríbenos|escribe a|escríbanos|escriba a|llámanos|llámenos|contáctanos|contacta con|contacte con|contacto:)|(?:calle|avenida|avda\\.|av\\.|paseo|plaza|camino|carretera|ronda) [^.;|]{2,40}? \\d|apartado (?:de correos|postal)|formulario',
  ),
  signature: phrase('firma|firmado|firman|por:|leído y (?:conforme|aceptado)'),
  exhibit: phrase('(?:anexo|apéndice|adjunto)…'),
  references: {
    sections: 'secci(?:ón|ones)|cl[áa]usulas?|apartados?|estipulaci(?:ón|ones)',
    articles: 'art[íi]culos?|arts?\\.|§{1,2}',
    of: 'de|del|de la|en|d[eo]l? la',
    own: 'est[ea]|estos|estas|presente|anterior|siguiente|del presente|de este|de esta',
    laws: 'ley|código|reglamento|directiva|decreto|constitución|rgpd|orden|convenio|disposición',
    and: 'y|e|o|a|al',
  },
  grammar,
}
