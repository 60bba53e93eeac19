import type { TermWords } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'

/** How French contracts write defined terms. */
export const terms: TermWords = {
  candidate:
    /(?<![\p{L}\p{N}'"“«„-])(\p{Lu}[\p{Ll}-]{1,30}(?:\s(?:de|du|des|et)){0,2}\s\p{Lu}[\p{Ll}-]{1,30}(?:\s\p{Lu}[\p{Ll}-]{1,30}){0,2}|\p{Lu}[\p{Ll}-]{2,30})(?!["”»])(?![\p{L}\p{N}])/gu,
  heads: phrase(
    '(?:sociétés?|entités?|entreprises?|partenaires?|données?|informations?|services?|clients?|utilisateurs?|fournisseurs?|prestataires?|concédant|licencié|titulaires?|plateforme|contrat|parties?|produits?|programme|politique|règles?|règlement|conditions|contenus?|résultats?|territoire|période|tarifs?|avantages?|points|compte|appareils?|équipements?|affilié(?:e)?s?|filiales?|tiers|destinataires?|magasins?|cartes?|système|réseau|zone|finalités?|droits|documentation|date|montants?|participants?|membres?|comité|équipe|responsables?|bénéficiaires?|adhérents?|locataires?|bailleur|matériels?|sites?|logiciels?|application|opérateurs?|administrateurs?|coordinateurs?|agents?|organes?|gestionnaires?|mandataires?)>',
  ),
  before: phrase(
    "(?:le|la|les|l'|ses|son|sa|leurs?|nos|notre|vos|votre|au|aux|du|des|de|d'|tout|toute|tous|ledit|chaque|un|une|à|avec|par|pour|en|et|ou|autres?)",
  ),
  determiner: /^(?:Le|La|Les|Ses|Son|Chaque|Tous|Toutes|Ledit)\s(?=\p{Lu})/u,
  plural: /(?:ses|les|leurs|nos|des|aux)$/iu,
  /** A noun and an adjective with capital letters, which proper names seldom have. */
  adjective: /^(?:\p{Lu}\p{Ll}{2,20}(?:els?|elles?|é|ée|és|ées|ifs?|ives?|aires?|iques?|ants?|antes?|eurs?|euses?|eux|ables?))$/u,
  names:
    /^(?:Commission|Cour|Tribunal|Loi|Code|Règlement|Directive|Union|Ministère|Autorité|Conseil|Institut|Université|Musée|Hôpital|Ville|Mairie|Préfecture|République|Défenseur|Banque|Européenne|Nationale?|Journal)$/u,
  documents: /^(?:(?:Politique|Conditions Générales|Code)(?![\p{L}])|Espace Économique)/u,
  pronoun: /^(?:vous|nous|tu)$/iu,
  isHeadLast: false,
}
