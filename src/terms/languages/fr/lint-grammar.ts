import type { Grammar } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'
import { meaning } from './lint-meaning.ts'
import { terms } from './lint-terms.ts'

/** How French terms write what the linter looks for. */
export const grammar: Grammar = {
  meaning,
  negation: phrase(
    "ne>|n'|jamais|aucun…|ni>|personne ne|rien>|pas (?:de|d'|votre|vos)|sans (?:utiliser|vendre|partager|céder)|non>",
  ),
  notNegation: phrase(
    "non seulement|pas seulement|n'importe|ne (?:[^\\s.;:|]{1,20} ){1,4}?que>|pas plus tard|ne (?:[^\\s.;:|]{1,20} ){1,3}?pas seulement",
  ),
  turn: phrase('mais>|sauf>|toutefois|cependant|alors que|bien que'),
  running: phrase(
    '(?:uniquement|seulement|exclusivement|que) pour ~(?:préven|joindr|reconnaîtr|envoy|connect|factur|livr|pay|contact|répond|confirm|compte|vérifi|identifi|code|mot de passe|preuve|rappel)…|ne (?:[^\\s.;:|]{1,20} ){1,4}?que pour ~(?:envoy|préven|joindr|connect|factur|livr|pay|contact|répond|confirm|compte|vérifi|identifi|code|mot de passe)…',
  ),
  collect: phrase(
    '(?:utilis|collect|recueill|trait|li[ts]|enregistr|conserv|analys|recev|reçoi|obt|demand|accéd|accès|voi|voyons|mesur|compren|inclu|permet|autoris|partag|combin|stock|consult|désign|comport|scann|examin|écout|étudi)…|sont la|sont les|(?:peut|pouvons|souhaitons|souhaite|voulons)>',
  ),
  person: phrase('vous (?:recev|pouv|obten|envoy|écriv|pay|trouv|voy|demand)…'),
  permit: phrase('permet…|autoris…|licence|donnez (?:le |votre )?(?:droit|accord|permission)|concéd…|peut utiliser|pouvons'),
  ours: phrase('(?:notre|nos|de la société|écrivez-nous|contact)>'),
  topics: {
    data: phrase(
      'données|informations|ce que nous (?:utilisons|collectons|demandons|voulons|regardons|lisons|gardons)|nous (?:utilisons|collectons)',
    ),
    recipients: phrase('qui (?:les |la |le )?(?:reçoit|voit|y a accès)|destinataires?|partage|communication|à qui'),
    end: phrase(
      "combien de temps|durée|jusqu'à quand|jusqu'au|fin>|terme>|validité|échéance|expiration|jusqu|renouvel…|reconduction",
    ),
    reward: phrase(
      'ce que vous (?:recevez|gagnez|obtenez)|que recevez-vous|récompense|en échange|contrepartie|avantage|cadeau|rémunération|argent|merci|remerciement',
    ),
  },
  months: [
    'janv(?:ier)?\\.?|janvier',
    'févr(?:ier)?|fevrier',
    'mars',
    'avr(?:il)?',
    'mai',
    'juin',
    'juil(?:let)?',
    'août|aout',
    'sept(?:embre)?',
    'oct(?:obre)?',
    'nov(?:embre)?',
    'déc(?:embre)?|decembre',
  ],
  numbers: {
    un: 1,
    une: 1,
    deux: 2,
    trois: 3,
    quatre: 4,
    cinq: 5,
    six: 6,
    sept: 7,
    huit: 8,
    neuf: 9,
    dix: 10,
    onze: 11,
    douze: 12,
    quatorze: 14,
    quinze: 15,
    'dix-huit': 18,
    vingt: 20,
    'vingt-quatre': 24,
    trente: 30,
    'trente-six': 36,
    soixante: 60,
    'quatre-vingt-dix': 90,
    treize: 13,
    seize: 16,
    'dix-sept': 17,
    'dix-neuf': 19,
    'vingt et un': 21,
    'vingt-huit': 28,
    quarante: 40,
    'quarante-cinq': 45,
    'quarante-huit': 48,
    cinquante: 50,
    cent: 100,
  },
  half: 'et demie?',
  units: { day: 'jours?', week: 'semaines?', month: 'mois', year: 'ans?|années?' },
  end: phrase(
    "(?:prend(?:ra)? fin|se termine(?:ra)?|termine|expire(?:ra)?|dure(?:ra)?|s'achève|finit|valable|valide|en vigueur|jusqu'au|jusqu'à|pour une durée de|durée de|cesse(?:ra)?|conclue? pour|échoit|arrive à échéance)(?![\\p{L}])",
  ),
  ending: phrase(
    'contrat|licence|autorisation|accord|convention|consentement|(?:elle|il|cela) (?:prend fin|dure|expire|se termine)…|participation|durée|permission',
  ),
  notEnd: phrase(
    "supprim…|effa[cç]…|effaç…|détrui…|conserv…|gard(?:ons|e|er|és|ées)>|stock…|préavis|renouvel…|prolong…|reconduc…|pay…|vers(?:é|ée|és|ons|ement)>|bon d'achat|chèque|points expirent|commenc…|débuté|offre>|annonc…|dans (?:les|un délai|le délai)|sous \\d|délai|garantie|au moins|minimum|répon…|plus tard|après (?:le|votre|un) retrait|âge|cookie…|prescri…|carte>|livraison|qui suivent",
  ),
  law: phrase(
    "(?:régie?s?|soumise?s?|interprétée?s?)[^.;|]{0,20}? (?:par|au|à|selon) (?:le |la |les )?(?:droit|loi|lois) (?:de la |de l'|du |des |de |d')?(\\p{L}{4,20})|(?:le|la) (?:droit|loi) (?:de la |de l'|du |des |de |d')?(\\p{L}{4,20})(?: s'appliqu…| est applicable| régit| gouverne|, )|droit applicable :? ?(?:le )?(?:droit )?(?:de la |de l'|du )?(français|belge|suisse|allemand|espagnol|luxembourgeois|irlandais|anglais|italien)",
  ),
  notLaw: phrase(
    'si>|hors de|lorsque|consommat…|impérati…|également|aussi>|votre pays|son pays|résidence|tribunaux|arbitrage|protection des données|exig…|oblig…|autoris…|permet…|prévoi…|prévu|applicables? actuellement|informatique|réserv…',
  ),
  reward: phrase(
    '(?:vous (?:recevez|recevrez|gagnez|obtenez)|reçoi(?:t|vent)|recevra|nous vous (?:versons|donnons|offrons|payons)|verse|en échange|récompense|contrepartie|en remerciement|offrons|rémunér…)(?![\\p{L}])',
  ),
  notReward: phrase(
    "coûte|coût…|frais|livraison|jusqu'à|vaut|valeur|prix|pénalité|amende|maximum|minimum|au moins|tarif|impôt|plus de|sinon|normalement|au lieu|envoi|ne>|n'",
  ),
  share: phrase(
    '(?:partag|communiqu|transmett|transmi|envo|céd|fourni|vend|donn|transfér|remett|revend|reçoi|adress)… (?:[^\\s.;:|]{1,30} ){0,7}?(?:à|avec|aux|au)>|destinataires?(?: sont| est|:| :)',
  ),
  anytime: phrase(
    "(?:retir|révoqu|résili|annul|arrêt|quitt|mettre fin)…[^.;|]{0,60} (?:à tout moment|quand vous (?:voulez|le souhaitez)|n'importe quand)|(?:à tout moment|quand vous voulez)[^.;|]{0,40} (?:retir|révoqu|résili|annul|arrêt)…",
  ),
  irrevocable: phrase(
    "(?:le |tout |aucun )?(?:retrait|désistement) (?:n.est (?:pas |plus )?(?:possible|accepté|admis)|ne peut)[^.;|]{0,40}|(?:retirer|révoquer|résilier|arrêter|quitter)[^.;|]{0,40} (?:qu.une fois|qu.à|qu.au|qu.après|seulement|uniquement)|ne (?:peut|pourra|pouvez|pourrez)[^.;|]{0,50}(?:retir|révoqu|résili|annul|arrêt|quitt)…|est définiti(?:f|ve)>|vous êtes engagé|irrévocabl…|ne (?:peut|peuvent|pouvez|pourra|pourrez) (?:plus |pas )?(?:être )?(?:[^\\s.;:|]{1,20} ){0,3}?(?:retir|révoqu|résili|annul|arrêt|quitt)…|ne (?:peut|peuvent|pouvez|pourra|pourrez) (?:[^\\s.;:|]{1,20} ){0,4}?(?:retir|révoqu|résili|annul|arrêt|quitt|mettre fin)…[^.;|]{0,20}? qu|(?:retrait|révocation|résiliation)[^.;|]{0,30}? (?:impossible|exclu|pas possible|n'est possible qu)…|sans (?:possibilité|droit) de (?:retrait|révocation|retirer|rétractation)|(?:retir|révoqu|résili|quitt)(?:er|é|ée|ez) (?:seulement|uniquement)|définitif et sans retour|aucun (?:retrait|droit de retrait)",
  ),
  pressure: phrase(
    "(?:ceux|celui|celle|quiconque|toute personne) qui (?:refus|n’accept|dit non|retir|déclin)…[^.;|]{0,60} (?:perd|pai|devr|ser|ne)…|(?:le |un |votre )?(?:refus|retrait)(?: de votre part)? (?:entraîne|implique|signifie|coûte|conduit|met fin)…|refuser[^.;|]{0,40} (?:entraîne|implique|signifie|coûte|revient)…|seuls (?:les )?(?:\\p{L}{1,15} ){0,3}(?:refusent|disent non)|(?:vos|tes) (?:amis|voisins|collègues) (?:ont|sont)|(?:sinon|faute de quoi|à défaut),? (?:vous|votre|vos)[^.;|]{0,60}|(?:un |une )?(?:bon|bonne|vrai|vraie) \\p{L}{3,15} (?:accepte|partage|dit oui)|acceptez (?:vite|maintenant|aujourd.hui)|vous (?:perdez|perdrez)>|(?:si|lorsque|quand|quiconque|en cas de|celui qui|ceux qui) [^.;|]{0,60}?(?:refus|n'acceptez pas|dites non|ne consent|retir|décline|n'êtes pas d'accord|ne souhait|révoqu|arrêt|quitt|résili)…[^.;|]{0,60}? (?<!pas )(?<!rien )(?:perd|pai(?:e|er|erez) (?:plus|un|des|le)|payez|(?:ferm|suspend|bloqu|supprim|annul)[^.;|]{1,24}(?:compte|accès|points|abonnement|carte)|(?:compte|accès|points|remise|abonnement|carte)[^.;|]{1,30}(?:fermé|suspendu|bloqué|supprimé|annulé|perdu)|vous (?:ne pourrez|ne pouvez|ne recevrez|ne bénéfici|n'aurez|n'avez)|privé|pénalité|des frais|exclu|majoré|sanction)…|vous perd(?:ez|rez) (?:vos|votre|tous|toutes|le|les)|égoïste|dernière chance|aujourd'hui seulement|seulement aujourd'hui|dépêchez|ne (?:manquez|ratez) pas|vous (?:le )?regretterez|honte|décev…|tous les autres|tout le monde (?:a )?(?:déjà )?accept…|avant qu'il ne soit trop tard|laisser tomber|ne soyez pas|un (?:bon|vrai) (?:client|ami|voisin) accepte",
  ),
  refusal: phrase(
    "refus…|(?:n'|ne )(?:accept|consent|sign|partag|particip|donn|autoris|souhait|êtes pas d'accord|voul)…|dites non|dire non|dit non|déclin…|retir…|retrait|révoqu…|résili…|(?:sans) (?:votre|cet|cette|l') ?(?:accord|consentement|autorisation|licence|permission|signature)|(?:si|lorsque|quand) vous (?:arrêt|quitt|cess)…|désaccord",
  ),
  loss: phrase(
    "perd(?:re|ez|rez|ent|ront|s|u)?>|perte de|(?:points?|compte|accès|remise|réduction|abonnement|carte|avantages?|prix|tarif|cotisation|prime|place|solde|bonus|loyer)[^.;|]{0,40} (?:ferm|suspend|bloqu|supprim|annul|augment|expir|disparaî|limit|retir|résili|major)…|(?:ferm|suspend|bloqu|supprim|annul|rédui|retir|limit|augment)(?:ons|erons|ent|eront|era|e|rons|ra) (?:votre|vos|le|la|les) (?:compte|accès|remise|réduction|abonnement|carte|avantages|points|prix|tarif|cotisation|prime|place)|(?:pay|pai)(?:er|ez|erez|e|era) (?:plus|davantage|le (?:plein|double|tarif|prix)|un (?:supplément|surcoût)|des frais|une (?:pénalité|amende)|\\d)|(?:frais|pénalité|supplément|amende|surcoût) de>|coût(?:e|era|ent)>|pénalité…|supplément|surcoût|attend(?:re|rez) plus|(?:ne|n') ?(?:pourrez|pouvez|aurez|recevrez|bénéficierez)…[^.;|]{0,10}plus|vous ne (?:pourrez|pouvez) (?:pas )?(?:utiliser|participer|entrer|recevoir|continuer|accéder|acheter)|exclu(?:s|e|es)?>|privé(?:s|e|es)? de|devr(?:ez|a) (?:payer|rembourser|quitter|attendre)|rembourser",
  ),
  noLoss: phrase(
    'rien>|aucun(?:e)? (?:frais|conséquence|pénalité|effet|coût|perte)|sans (?:frais|conséquence|pénalité|perte|perdre)|gratuit…|ne (?:perd|chang|coût|modifi|affect)…|ni (?:la|le|les|votre|vos)|reste(?:nt)? (?:inchangé|acquis|le même|les mêmes|valable)…|conserv(?:ez|erez|e) (?:vos|tous|votre)|gardez (?:vos|votre)|licéité|quand même',
  ),
  inThatCase: phrase('(?:alors|dans ce cas|sinon|à défaut|en ce cas)>'),
  agreementByUse: phrase(
    "(?:vaut|compte comme|tient lieu d|équivaut à)[^.;|]{0,12}(?:acceptation|accord|consentement|autorisation)|en (?:utilisant|continuant|naviguant|visitant|accédant|installant|téléchargeant|ouvrant|poursuivant|vous connectant|entrant|achetant|restant)[^.;|]{0,80}? (?:accept|consent|autoris|donnez|reconnaiss|êtes d'accord|approuv)…|(?:l'utilisation|l'usage|la poursuite|la navigation|la visite|utiliser|continuer)[^.;|]{0,60}? (?:vaut|emporte|implique|constitue|signifie)…|(?:si|dès que|tant que) vous (?:utilisez|continuez|naviguez|visitez|ouvrez|restez)[^.;|]{0,60}? (?:vous accept|vous consent|cela vaut|réput|êtes d'accord)…|(?:réputé|considéré|présumé)s? (?:avoir )?accept…|le silence vaut|en (?!sign|cliqu|coch|accept|appuy|choisiss|confirm)\\p{L}{2,15}ant [^.;|]{0,60} vous (?:acceptez|consentez|autorisez)>",
  ),
  endlessRetention: phrase(
    "sans limite(?: de (?:durée|temps))?|indéfiniment|pour toujours|(?:pour|à) une durée (?:illimitée|indéterminée|indéfinie)|à perpétuité|(?:conserv|gard|stock|archiv|détien|rest)…[^.;|]{0,80}? (?:aussi longtemps (?:que|qu')|tant que (?:nous|cela|bon)|autant que|même (?:après|si|lorsque)|après (?:le |votre |un )?(?:retrait|résiliation|révocation|départ|fin|que vous)|sans limite|illimité|en permanence)…|même (?:après|si)[^.;|]{0,60}? (?:conserv|gard|rest|utilis|stock)…|(?:ne|n') ?(?:[^\\s.;:|]{1,20} ){0,4}?(?:supprim|effaç)…(?: (?:[^\\s.;:|]{1,20} ){0,1}?)jamais|jamais (?:supprimé|effacé)…|sans (?:limitation|limite) de (?:durée|temps)",
  ),
  legalRetention: phrase('la loi (?:nous )?(?:exige|oblige|impose)|obligation légale|légalement|fiscal…|anonym…|ce texte|reçu de'),
  sale: phrase(
    "(?:vend(?:re|ons|ez|ent|rons|us?|ues?)|vente|revend…|monnay…|commercialis…|cédons) (?:[^\\s.;:|]{1,30} ){0,6}?(?:à (?:des tiers|d'autres|nos partenaires|des partenaires|des annonceurs|des entreprises|des sociétés|tiers|quiconque|qui|tout|des acheteurs)|aux (?:annonceurs|partenaires|entreprises)|(?:les |vos |ces |des |leurs |la |de (?:vos|ces) )?(?:données|informations|tickets|achats|relevés|profils|historique|enregistrements)>)|les vendons|(?:données|informations|tickets|achats|relevés|profils) (?:peuvent|pourront|sont|seront) (?:être )?(?:vendu|cédé|revendu)…|(?:les|la|le) (?:vendre|revendre)",
  ),
  notSale: phrase("vente de (?:l'entreprise|la société)|fusion|nous vous vendons|produits que nous vendons"),
  legalese: phrase(
    'nonobstant (?:ce qui précède|toute|les|la|le)|nonobstant|ledit|ladite|lesdits|lesdites|dudit|susvisé…|susmentionné…|susdit…|précité…|ci-avant|il appert|aux fins des présentes|par les présentes|en foi de quoi|sans préjudice de ce qui précède|sous réserve de ce qui précède|eu égard à|mutatis mutandis|le soussigné|la soussignée|en sus de|à peine de|stipulé ès|ès qualités|icelui|icelle|attendu que|considérant que|au titre des présentes|inter alia|ipso facto|à toutes fins utiles|tenir indemne|subséquemment',
  ),
  means:
    /^["”“»')\s,*_]{0,6}(?:désigne|recouvre|correspond|désigne|désignent|signifie|signifient|s'entend|s'entendent|est (?:le|la|un|une|tout|toute|l')|sont|a le sens|ont le sens|comprend|comprennent|renvoie|:|=|–|—)(?![\p{L}])/giu,
  terms,
  parties: phrase(
    "(?:entre|(?:contrat|accord|licence) (?:avec|conclu avec)|sommes|nous,|conclu (?:avec|par)|au nom de)(?: vous et)?(?: (?:la (?:société|mutuelle)|la|le|les|l'))?>",
  ),
}
