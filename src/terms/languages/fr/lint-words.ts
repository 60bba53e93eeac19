import type { LintWords } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'
import { grammar } from './lint-grammar.ts'

/** French. */
export const lintWords: LintWords = {
  uses: {
    attribution: [
      phrase(
        "attribution|(?:quelles?|les) (?:publicités?|annonces?|campagnes?) (?:fonctionnent|marchent)|publicités? qui (?:fonctionnent|marchent)|mesur… ~(?:publicités?|annonces?|campagnes?)|(?:efficacité|effet|résultat|performance)s? (?:de |des |d'une |d'un )(?:[^\\s.;:|]{1,30} ){0,2}?(?:publicités?|annonces?|campagnes?)|si (?:une|la|les) (?:publicités?|annonces?) (?:[^\\s.;:|]{1,30} ){0,3}?(?:mené|conduit|fonctionn|entraîn)…",
      ),
      phrase(
        '(?:publicités?|annonces?|campagnes?|promotions?)[^.;|]{0,60} (?:fonctionn|efficac|résult|succès|mené|conduit|port)…|publicités? (?:fonctionn|march)…|mené à un achat',
      ),
    ],
    retargeting: [
      phrase(
        'reciblage|retargeting|remarketing|(?:publicités?|annonces) (?:personnalisée|ciblée|adaptée|fondée|basée|sur mesure)…|(?:montrer|afficher|envoyer|présenter|proposer|montrons|affichons|envoyons) (?:[^\\s.;:|]{1,30} ){0,3}?(?:publicités?|annonces)|publicités? (?:selon|en fonction)',
      ),
      phrase('publicit…|annonces'),
    ],
    personalization: [
      phrase(
        '(?:offres|recommandations|suggestions|remises|contenus?) (?:personnalisée?s?|personnelles?|adaptée?s?|sur mesure)|personnalis(?:er|ation|ons)>|(?:recommander|suggérer|recommandons|suggérons) [^.;|]{0,40}',
      ),
      phrase(
        'pour vous|vos goûts|sur mesure|pertinent…|personnel…|qui vous (?:plai|ressembl)…|personnalis…|recommand…|suggér…|adapt…|qui vous (?:convien|intéress|correspond)…',
      ),
    ],
    ai_training: [
      phrase(
        "(?:entraîne|entraîner|entraînement|entraînons|former|apprentissage) ~(?:d'ia|l'ia|ia>|modèles?|intelligence artificielle|algorithmes?|machines?|réseaux)…|entraînement d'(?:une )?(?:ia|intelligence)|apprentissage automatique|machine learning|(?:développer|améliorer) ~(?:intelligence artificielle|modèles? d'ia)",
      ),
      phrase('modèles?|algorithmes?|entraîn…|reconnaî…|intelligence artificielle|ia>'),
    ],
    generative_ai: [
      phrase('ia générative|intelligence artificielle générative|modèles génératifs'),
      phrase('générer (?:des )?(?:textes|images)'),
    ],
    ai_inference: [phrase("inférence d'ia"), phrase("qu'une ia (?:réponde|décide|lise)")],
    distribution: [
      phrase(
        "(?:céd|partag|transmett|communiqu|donn|fourni)… (?:[^\\s.;:|]{1,30} ){0,5}?(?:à|avec|aux) (?:d'autres (?:entreprises|sociétés)|des tiers|tiers|nos partenaires|des partenaires|partenaires|annonceurs|des annonceurs)|(?:partage|cession|transmission) (?:[^\\s.;:|]{1,30} ){0,4}?(?:avec|à|aux) (?:d'autres|des tiers|tiers|partenaires|des partenaires|nos)…",
      ),
      phrase('distribu…|partag…|transm…|céder|communiqu…'),
    ],
    analytics: [
      phrase(
        'statisti…|analyses? (?:de marché|des usages|d.usage)|études? de marché|compter (?:combien|ce que|qui)|mesure d.audience',
      ),
      phrase(
        'nombre de|combien|moyenne|tendances|habitudes|prévoir|planifi…|améliorer|découvrir|connaître|évaluer|observer|compt…|compar…|savoir (?:ce|qui|quels?|quelles?|comment|combien|où)…|comprendre|étudi…|analys…|mesur…|apprendre (?:ce|comment)|rapports?',
      ),
    ],
    support: [
      phrase(
        '(?:pour|offrir|assurer|améliorer|fournir) (?:[^\\s.;:|]{1,30} ){0,2}?(?:service client|assistance|support|service après-vente)…|(?:vous )?aider (?:quand|lorsque|si) vous|aide lorsque',
      ),
      phrase(
        'répon…|résoudre|problèmes?|questions?|dépann…|assist…|service (?:client|clients|clientèle)|assistance|support>|aide(?:r|rons)?>|répondre à vos (?:questions|demandes)',
      ),
    ],
  },
  data: {
    email_address: phrase('adresses? (?:e-?mail|électronique|courriel|de courriel|mail)…|(?:votre|ton) (?:e-?mail|courriel)>'),
    phone_number: phrase('numéros? de (?:téléphone|portable|mobile)|(?:votre|ton) (?:téléphone|portable)>'),
    physical_address: phrase(
      'adresses? (?:postale|de livraison|du domicile)…|(?:votre|ton) (?:adresse|domicile)>|où vous (?:habitez|vivez)',
    ),
    contact_info: phrase('coordonnées|données de contact'),
    health: phrase(
      'données de santé|(?:votre|ta) santé>|dossier médical|données médicales|maladie…|tension artérielle|fréquence cardiaque|rythme cardiaque|traitements? médica…|données de sommeil',
    ),
    fitness: phrase(
      'activité physique|(?:vos|tes|les) pas>|entraînements? sportif…|vos exercices>|fréquence cardiaque|rythme cardiaque|données sportives|séances de sport',
    ),
    payment_info: phrase(
      '(?:données|informations|moyens?|coordonnées) de paiement|cartes? (?:bancaire|de crédit|de paiement)…|numéros? de carte|compte bancaire|iban|coordonnées bancaires',
    ),
    credit_info: phrase('données de crédit|historique de crédit|solvabilité'),
    financial_info: phrase('données financières|(?:vos|tes) (?:revenus|économies|dettes)>|salaire|solde (?:du|de votre) compte'),
    precise_location: phrase(
      '(?:position|localisation|géolocalisation) (?:exacte|précise|en temps réel)|gps|(?:votre|ta) (?:position|localisation)>|géolocalisation|où vous (?:êtes|vous trouvez)',
    ),
    coarse_location: phrase(
      '(?:position|localisation) (?:approximative|générale)|(?:votre|ta) (?:ville|région|position|localisation|code postal)>|code postal|votre commune',
    ),
    sensitive_info: phrase(
      'données sensibles|(?:votre|vos) (?:religion|origine ethnique|opinions politiques|orientation sexuelle)…|données (?:biométrique|génétique)…',
    ),
    contacts: phrase("(?:vos|tes) contacts>|carnet d'adresses|liste de contacts|répertoire"),
    messages: phrase('(?:vos|tes) (?:messages|conversations|sms)>|messages privés|contenu des messages|messages que vous'),
    photo_video: phrase('(?:vos|tes|les) (?:photos|images|vidéos)>|photos et vidéos|appareil photo|caméra'),
    audio: phrase('enregistrements? (?:audio|sonore|vocaux|de (?:votre )?voix)…|(?:votre|ta) voix>|micro(?:phone)?>'),
    gameplay_content: phrase('contenus? (?:de|du) jeux?|parties (?:sauvegardées|enregistrées)|progression dans le jeu'),
    customer_support: phrase("demandes? (?:d'assistance|d'aide|au support)|échanges avec (?:le )?(?:service client|support)"),
    user_content: phrase(
      'contenus? que vous (?:créez|publiez|avez créé|postez)…|(?:vos|tes) (?:publications|commentaires|avis|textes)>|ce que vous (?:publiez|postez|écrivez)',
    ),
    browsing_history: phrase(
      'historique de navigation|(?:pages|sites) que vous (?:visitez|consultez|ouvrez)|données de navigation|habitudes de navigation|sites (?:visités|consultés)',
    ),
    search_history: phrase(
      'historique (?:de|des) recherches?|(?:vos|tes) recherches>|ce que vous (?:cherchez|recherchez)|termes de recherche|recherches que vous',
    ),
    user_id: phrase(
      "identifiant (?:d'utilisateur|utilisateur|client|de compte)|(?:nom|numéro) (?:d'utilisateur|de client|client|d'adhérent|de compte)",
    ),
    device_id: phrase(
      "identifiant(?:s)? (?:de l'appareil|d'appareil|du téléphone|publicitaire|de votre (?:appareil|téléphone))|numéro de série|imei",
    ),
    purchase_history: phrase(
      "historique (?:d'achats?|des achats|de commandes?|des commandes)|(?:vos|tes|les) (?:achats|commandes|courses)>|ce que vous (?:achetez|avez acheté|commandez)|données d'achat|achats effectués",
    ),
    product_interaction: phrase(
      "activité dans l'appli(?:cation)?|(?:la façon dont|comment) vous utilisez (?:l'appli|le site|l'application)|ce que vous (?:touchez|cliquez)|(?:vos|tes) clics>|interactions avec",
    ),
    advertising_data: phrase('données publicitaires|publicités que vous (?:voyez|avez vues)|historique publicitaire'),
    usage_data: phrase(
      "données (?:d'utilisation|d'usage|de consommation)|(?:votre|la) consommation>|relevés? (?:du|de) compteur|fréquence d'utilisation|consommation (?:électrique|d'énergie|d'eau)",
    ),
    crash_data: phrase('rapports de (?:plantage|panne)…|plantages>'),
    performance_data: phrase("rapidité de l'appli|données de performance|temps de chargement|vitesse de l'appli"),
    diagnostic_data: phrase("rapports? d'erreurs?|codes? d'erreurs?|(?:données|codes) de diagnostic|journaux d'erreurs?"),
    physical_receipt: phrase(
      '(?:tickets?(?: de caisse)?|reçus?) (?:en |sur )?(?:papier|imprimés?)|(?:tickets?|reçus?) (?:photographiés|scannés|numérisés)',
    ),
    email_receipt: phrase(
      '(?:tickets?(?: de caisse)?|reçus?|factures?) (?:(?:reçus|envoyés|arrivés) )?(?:par (?:e-?mail|courriel|mail)|électroniques?|numériques?|dématérialisés?)',
    ),
  },
  umbrellas: [
    [phrase('coordonnées(?! bancaires)'), ['email_address', 'phone_number', 'physical_address', 'contact_info']],
    [
      phrase('(?:tickets|reçus)>(?! (?:de caisse )?(?:en |sur )?papier|(?: de caisse)? (?:reçus )?par| électr| numér)'),
      ['physical_receipt', 'email_receipt', 'purchase_history'],
    ],
    [phrase('position>|localisation>'), ['precise_location', 'coarse_location']],
    [
      phrase("données (?:de l'appareil|techniques)"),
      ['device_id', 'crash_data', 'performance_data', 'diagnostic_data', 'usage_data'],
    ],
    [phrase('santé>'), ['health', 'fitness']],
    [phrase('e-?mail>|courriel>'), ['email_address', 'email_receipt']],
    [phrase('téléphone>'), ['phone_number', 'device_id']],
    [phrase('données (?:bancaires|financières)'), ['payment_info', 'credit_info', 'financial_info']],
  ],
  withdrawal: phrase(
    "retir(?:er|ez|é|e|ée|ons|ant)>|retrait|révoqu…|révoc…|résili…|annul(?:er|ez|ation)…|vous désinscri…|désabonn…|désactiv…|mettre fin|arrêter|vous opposer|droit d'opposition|quitter|cess(?:er|ez)|stopper|changer d'avis|interromp…|mettre un terme|sortir d|désinstall…|suspendre|reprendre votre|supprimer votre compte|droit[^.;|]{0,30} (?:d'effacement|à l'effacement|de supprimer|d'opposition)|se rétracter|rétract…|revenir sur",
  ),
  everyone: phrase("(?:toute|n'importe quelle) (?:entreprise|société|personne)|tout tiers|tiers de notre choix"),
  pressing: phrase("perdre|perdez|manquer|je (?:ne veux pas|m'en fiche|déteste)|regrett|égoïste|renonc|non merci,"),
  contact: phrase(
    '(?:écrivez|écrire|contactez|joignez|appelez|téléphonez)(?:-nous| à)|\\d{1,4}(?: bis| ter)?,? (?:rue|quai|avenue|place|boulevard|chemin|allée|impasse|route|cours) \\p{L}|boîte postale|formulaire|téléphone :? ?\\d|rua \\p{L}|calle \\p{L}',
  ),
  signature: phrase('signature|signé|fait à|lu et approuvé|pour la société'),
  exhibit: phrase('(?:annexe|appendice|pièce jointe)…'),
  references: {
    sections: 'sections?|clauses?',
    articles: 'articles?|arts?\\.|§{1,2}',
    of: "de|du|des|de la|de l'|d'|au|dans",
    own: 'ce|cette|ces|présente?|présent|ci-dessus|ci-dessous|ci-après|du présent|des présentes|précédent',
    laws: 'loi|code|règlement|directive|décret|constitution|rgpd|ordonnance|convention|arrêté',
    and: 'et|ou|à|au',
  },
  grammar,
}
