import type { TermWords } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'

/** How Spanish contracts write defined terms. */
export const terms: TermWords = {
  candidate:
    /(?<![\p{L}\p{N}'"“«„-])(\p{Lu}[\p{Ll}-]{1,30}(?:\s(?:de|del|la|los|y)){0,2}\s\p{Lu}[\p{Ll}-]{1,30}(?:\s\p{Lu}[\p{Ll}-]{1,30}){0,2}|\p{Lu}[\p{Ll}-]{2,30})(?!["”»])(?![\p{L}\p{N}])/gu,
  heads: phrase(
    '(?:entidad(?:es)?|empresas?|socios?|datos?|información|servicios?|clientes?|usuari[oa]s?|proveedor(?:es)?|licenciante|licenciatari[oa]|titular(?:es)?|plataforma|contrato|partes?|productos?|programa|política|normas?|reglas?|condiciones|materiales|contenidos?|resultados?|territorio|período|plazo|tarifas?|beneficios?|puntos|cuenta|dispositivos?|colaboradores|afiliad[oa]s|filiales|terceros|destinatari[oa]s|prestador|comercios?|tiendas?|tarjeta|sistema|red|zona|finalidad(?:es)?|derechos|documentación|anexo|fecha|importe|sociedad(?:es)?|participantes?|miembros?|comité|equipo|persona|medios|operador(?:es|as?)?|administrador(?:es|as?)?|coordinador(?:es|as?)?|patrocinador(?:es|as?)?|aliad[oa]s?|agentes?|órgano|consejero)>',
  ),
  before: phrase(
    '(?:el|la|los|las|sus?|nuestr[oa]s?|al|del|cualquier|dich[oa]s?|tod[oa]s?|cada|un|una|unos|unas|otras?|otros|a|con|de|por|para|en|y|e|o)>',
  ),
  determiner: /^(?:El|La|Los|Las|Su|Sus|Cada|Todos|Todas|Dicho|Dichos)\s(?=\p{Lu})/u,
  plural: /(?:sus|los|las|nuestros|nuestras|dichos|dichas)$/iu,
  /** A noun and an adjective with capital letters, which proper names seldom have. */
  adjective: /^(?:\p{Lu}\p{Ll}{2,20}(?:[aidu]d[oa]|[dt]or[a]?|iv[oa]|ari[oa]|al|ble|nte|ic[oa]|os[oa])(?:e?s)?)$/u,
  names:
    /^(?:Agencia|Comisión|Tribunal|Corte|Ministerio|Secretaría|Ley|Código|Reglamento|Unión|Estados?|República|Banco|Universidad|Instituto|Junta|Consejo|Registro|Constitución|Directiva|Real|Boletín|Autoridad|Defensoría|Procuraduría|Policía|Museo|Hospital|Plaza|Orgánica|Europea|Nacional)$/u,
  documents: /^(?:(?:Política|Aviso|Términos|Código)(?![\p{L}])|Espacio Económico)/u,
  pronoun: /^(?:tú|usted(?:es)?|nosotros)$/iu,
  isHeadLast: false,
}
