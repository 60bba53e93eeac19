import type { TermWords } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'

/** How Portuguese contracts write defined terms. */
export const terms: TermWords = {
  candidate:
    /(?<![\p{L}\p{N}'"“«„-])(\p{Lu}[\p{Ll}-]{1,30}(?:\s(?:de|da|do|das|dos|e)){0,2}\s\p{Lu}[\p{Ll}-]{1,30}(?:\s\p{Lu}[\p{Ll}-]{1,30}){0,2}|\p{Lu}[\p{Ll}-]{2,30})(?!["”»])(?![\p{L}\p{N}])/gu,
  heads: phrase(
    '(?:empresas?|entidades?|parceir[oa]s?|dados?|informaç(?:ão|ões)|serviços?|clientes?|usuári[oa]s?|fornecedor(?:es|as?)?|licenciante|licenciad[oa]|titular(?:es)?|plataforma|contrato|partes?|produtos?|programa|política|normas?|regras?|regulamento|condições|materiais|conteúdos?|resultados?|território|período|prazo|tarifas?|benefícios?|pontos|conta|dispositivos?|aparelhos?|colaboradores|coligadas|afiliad[oa]s|filiais|terceiros|destinatári[oa]s|prestador(?:a|es)?|lojas?|cartão|sistema|rede|zona|finalidades?|direitos|documentação|data|valor|sociedades?|participantes?|membros?|comitê|equipe|contratante|contratad[oa]|equipamentos?|medidor|operador(?:es|as?)?|administrador(?:es|as?)?|coordenador(?:es|as?)?|patrocinador(?:es|as?)?|agentes?|órgão|gestor(?:es|as?)?|corretor(?:es|as?)?)>',
  ),
  before: phrase(
    '(?:o|a|os|as|seus?|suas?|nossos?|nossas?|ao|aos|à|às|da|do|das|dos|na|no|nas|nos|pela|pelo|pelas|pelos|qualquer|quaisquer|tais|tod[oa]s?|cada|um|uma|outr[oa]s?|de|com|por|para|e|ou|que a|que o)>',
  ),
  determiner: /^(?:O|A|Os|As|Seus|Suas|Cada|Todos|Todas|Tais)\s(?=\p{Lu})/u,
  plural: /(?:seus|suas|os|as|aos|às|dos|das|nossos|nossas)$/iu,
  /** A noun and an adjective with capital letters, which proper names seldom have. */
  adjective: /^(?:\p{Lu}\p{Ll}{2,20}(?:[aiu]d[oa]|[dt]or[a]?|iv[oa]|ári[oa]|al|ais|vel|nte|ic[oa]|os[oa])(?:e?s)?)$/u,
  names:
    /^(?:Agência|Comissão|Conselho|Tribunal|Ministério|Secretaria|Lei|Código|Regulamento|Diretiva|União|Estados?|República|Banco|Universidade|Instituto|Autoridade|Prefeitura|Procon|Polícia|Museu|Hospital|Orgânica|Europeia|Nacional|Diário)$/u,
  documents: /^(?:(?:Política|Aviso|Termos|Código)(?![\p{L}])|Espaço Econômico)/u,
  pronoun: /^(?:você|nós)$/iu,
  isHeadLast: false,
}
