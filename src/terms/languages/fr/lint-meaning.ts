import type { Meaning } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'

/** Wider French words, which mean a kind of data or a use only where the text lists data or purposes. */
export const meaning: Meaning = {
  data: {
    email_address: phrase('e-?mail…|courriel…|adresse électronique'),
    phone_number: phrase('téléphone…|numéro de mobile'),
    physical_address: phrase('adresse…|domicile|où vous habit…|foyer'),
    contact_info: phrase('coordonnées'),
    health: phrase(
      'santé|malad…|médic…|médec…|diagnos…|allerg…|grossesse|traitement…|soins?>|radiographie…|analyses>|sang>|sommeil|poids|handicap|patient…|pouls|ordonnance…',
    ),
    fitness: phrase('pas que|pas par jour|entraînement…|exercice…|sport…|course…|pouls|calorie…|répétition…|rythme|distance…'),
    payment_info: phrase('carte…|paiement…|compte bancaire|iban'),
    credit_info: phrase('crédit…|solvabilité'),
    financial_info: phrase('revenu…|salaire…|épargne|dettes?|solde|relevés?>|mouvements'),
    precise_location: phrase(
      'position…|localisation…|emplacement|gps|trajet…|itinéraire…|déplacement…|lieux?>|où (?:vous|il|elle)…',
    ),
    coarse_location: phrase('position…|localisation…|ville|quartier|région|commune|code postal|gare…|arrêt…|station…'),
    sensitive_info: phrase('religi…|ethni…|sexuel…|politique>|biométri…|génétiqu…|empreinte…'),
    contacts: phrase("contacts>|carnet d'adresses|répertoire"),
    messages: phrase('message…|conversation…|lettres>|courriers?>|sms|tchat…'),
    photo_video: phrase('photo…|images?>|vidéo…|caméra…|film…'),
    audio: phrase('audio|voix|enregistrement…|micro>|appels>'),
    gameplay_content: phrase('jeux?>|parties>|scores?'),
    customer_support: phrase("demandes d'aide|réclamation…|assistance"),
    user_content: phrase(
      'publication…|commentaire…|avis>|notes?>|textes?>|recette…|listes?>|contenu…|ce que vous (?:écri|publi|post)…|journal',
    ),
    browsing_history: phrase('navigation|pages>|sites?>|liens?>'),
    search_history: phrase('recherche…|cherch…'),
    user_id: phrase("(?:numéro|nom|identifiant) (?:de |d')(?:client|utilisateur|membre|adhérent|compte|carte)"),
    device_id: phrase('identifiant…|appareil…|numéro de série|adresse ip'),
    purchase_history: phrase('achat…|achet…|achèt…|command…|billet…|ticket…|facture…|panier…|réservation…|emprunt…|transaction…'),
    product_interaction: phrase(
      'clic…|cliqu…|touch…|ouvr…|activité…|interaction…|regard…|écout…|lis(?:ez)?>|lecture…|consult…|fonctions|émissions|quels? [^.;|]{2,40} vous',
    ),
    advertising_data: phrase('publicit…|annonces'),
    usage_data: phrase(
      "usage…|utilisation|consomm…|relevé…|compteur|heures?>|horaire…|durée|visites?|combien|quand>|fréquence|trajets|kilomètres|à quelle heure|l'heure",
    ),
    crash_data: phrase('plantage…|erreur…|panne…|incident…|défaut…'),
    performance_data: phrase('vitesse|performance…|chargement|batterie'),
    diagnostic_data: phrase('diagnostic…|erreur…|journaux|codes?>|défaut…'),
  },
  uses: {
    retargeting: phrase('publicit…|annonce…|rappel…|relanc…'),
    personalization: phrase(
      'personnal…|pour vous|votre goût|vos goûts|sur mesure|adapt…|ajust…|propos…|conseil…|suggér…|suggest…|recommand…|offre…|correspond…|convien…|plair…|plai(?:t|re)|choisi…',
    ),
    ai_training: phrase('entraîn…|apprend…|apprent…|enseign…|modèle…|algorithme…|ia>|intelligence|programme…'),
    generative_ai: phrase('génér…|crée…|écri…|ia>|intelligence|modèle…'),
    ai_inference: phrase('ia>|intelligence|assistant|modèle…'),
    distribution: phrase(
      "partag…|publi…|imprim…|expos…|montr…|diffus…|distribu…|cédé…|céder|transmet…|communiqu…|vend…|d'autres (?:entreprises|sociétés)|affich…",
    ),
    analytics: phrase(
      'statistiqu…|compt…|mesur…|analys…|étudi…|étude…|recherch…|comprendre|connaître|savoir|sachions|planifi…|prévoir|amélior…|compar…|combien|quel(?:le)?s? [^.;|]{2,30}|rapport…|tendance…|demande|calcul…|audience|voir (?:ce|comment|combien|quel)…|apprend…',
    ),
    support: phrase(
      'aid…|répon…|assist…|dépann…|répar…|résou…|résol…|problème…|question…|conseil…|support|rappel…|en panne|ne (?:marche|fonctionne)…',
    ),
  },
  pairs: {
    retargeting: [
      phrase('publicités?>|annonces?>|pubs?>'),
      phrase(
        '(?:que|ce que|selon|parce que|après) ~(?:regard|visit|cherch|vu|achet|abandonn|intéress|navigu|consult)…|de nouveau|à nouveau|intérêt…|ciblé…|basé…|rappel…',
      ),
    ],
    ai_training: [
      phrase('entraîn…|apprend…|apprent…|enseign…|développ…|amélior…|nourri…'),
      phrase('ia>|intelligence artificielle|modèles? (?:de|qui)|algorithme…|chatbot…|assistants?>|réseaux? de neurones|robots?'),
    ],
  },
  grants: phrase(
    '(?:peut|pouvons|pourra|pourrons|peuvent|souhaite|souhaitons|voulons|aimerions|autorise|autorisez|permet|permettez)>',
  ),
  more: phrase("(?:et )?(?:quoi d'autre|qui d'autre|en outre|aussi|de plus|autres?)>"),
  purposes: phrase(
    "pour quoi|pourquoi|à quoi|finalité…|objet>|objectif…|usages?>|utilisation|ce que nous en fais…|ce qu'on en fait|but>|motif…|raison…",
  ),
  removed: phrase('retiré(?:e|s|es)?>|retirons|supprim…|effac…|anonymis…|enlev…|détrui…|masqu…'),
  receive: phrase(
    '(?:reçoi|recev|obt|voi|voit|voient|accéd|accès|li[ts]|conserv|trait|héberg|stock|consult|analys|copie|examin|utilis)…|(?:va|vont|sont envoyé|est envoyé|sont transmis|arrive)…',
  ),
  stop: phrase(
    "(?:retir|révoqu|révoc|annul|résili|résoudre|mettre fin|cess|arrêt|quitt|sort(?:ir|ez)|interromp|suspend|désactiv|renonc|repren(?:dre|ez)|revenir sur|changer d'avis|changez d'avis|se désist|désinscri)…",
  ),
  anytime: phrase(
    "réglages|paramètres|à tout moment|à tout instant|quand (?:vous |il |elle )(?:voul|souhait|veu|le )…|n'importe quand|n'importe quel (?:jour|moment)|toujours|sans (?:donner (?:de )?)?(?:motif|raison|préavis|justifi|explication)…|plus tôt",
  ),
  bound: phrase(
    "ne (?:peu|pourr|saurai)[^.;|]{0,12} (?:pas |plus |être |en aucun cas |jamais ){0,3}(?:retir|révoqu|annul|résili|repris|reprendre|revenir|mettre fin)…|irrévocabl…|sans possibilité de (?:retrait|retour|révocation)|(?:retrait|révocation) (?:n'est pas possible|est exclu)…",
  ),
  otherGrant: phrase('commentaires|suggestion…|idées?>|contribution…|brevet…|marques?>|retours>|modifiées? ou'),
  endless: phrase(
    "n'a pas de (?:fin|terme|date de fin)|sans (?:date de )?fin>|ne (?:prend|finit|se termine|expire)[^.;|]{0,12} (?:jamais|pas)|(?:se renouvelle|est renouvelé|se reconduit|est reconduit|tacite(?:ment)? (?:reconduct|renouvel|reconduit))…|reconduction (?:tacite|automatique)|(?:pour une )?durée (?:indéterminée|illimitée)|(?:valable|vaut|dure|court) (?:pour toujours|indéfiniment|sans limite)",
  ),
  lawOf: phrase(
    "(?:le droit|la loi|les lois) (?:de |du |de la |de l'|des )((?:République |Royaume )?\\p{Lu}\\p{L}{2,20})|(?:droit|loi|lois) (français|belge|suiss|luxembourgeois|italien|espagnol|allemand|anglais|irlandais|portugais|québécois|monégasqu)(?:e|es)?>",
  ),
  adverse: phrase(
    "(?:perd|perdr)…|(?:points?|solde|réductions?|remises?|carte|compte|avantages?|bons?|place|accès|prime|cotisation|tarif|prix|loyer)[^.;|]{0,40} (?:est|sont|sera|seront|est )?(?:supprim|annul|perdu|fermé|bloqué|retiré|augment|majoré|expir|disparaî)…|(?<!au )moins (?:bien|vite|de (?:points|remises|avantages))|plus (?:lent|cher)(?:e|es|s)?>|sans (?:accès|réduction|droit|service)|(?:n'a|n'aura|n'ont|n'aurez|n'avez) plus (?:accès|droit|de)|en (?:fin|bas) de (?:liste|file)|en queue de",
  ),
  shame: phrase(
    "(?:tous|presque tous|la plupart)[^.;|]{0,40} (?:déjà|ont|signé|accepté)…|seuls? (?:les gens|ceux|celui|quelqu'un|une personne)[^.;|]{0,20} n[e'][^.;|]{0,40}|déç…|décev…|honte|égoïste|dommage>",
  ),
  yours: phrase(
    '(?:reste|restent|sont|est) (?:à vous|acquis|les vôtres|le vôtre)…|vous (?:restent|reste)>|vous (?:garde|conserv)…',
  ),
}
