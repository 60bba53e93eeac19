import { tagNames } from '../core/tag-names/fr.ts'
import { usecaseNames } from '../core/usecase-names/fr.ts'
import { entriesOf } from './format/entries-of.ts'
import type { Messages } from './format/messages.ts'

/** The texts of the kit in French. */
export const fr = {
  'language.tag': 'fr',

  'screen.title': '{company} demande votre autorisation',
  'screen.title.update': '{company} a modifié sa demande',
  'screen.title.expired': 'Votre licence pour {company} a pris fin',
  'screen.close': 'Fermer sans décider',
  'screen.toDecision': 'Aller à votre choix',
  'screen.checking': 'Recherche d’une licence sur cet appareil',

  'decision.label': 'Votre choix',
  'decision.accept': 'Accepter et créer la licence',
  'decision.decline': 'Refuser',
  'decision.decline.update': 'Garder ce que j’ai accepté',
  'decision.notice':
    'En choisissant «\u00a0{accept}\u00a0», vous signez les conditions complètes sur cet appareil. En choisissant «\u00a0{decline}\u00a0», vous ne signez rien et rien n’est envoyé.',
  'decision.missing.title': 'Avant de pouvoir accepter',
  'decision.missing.reading': 'Lisez les conditions complètes jusqu’à la fin',
  'decision.missing.terms': 'Les conditions complètes doivent d’abord être affichées',
  'decision.missing.purposes': 'Activez au moins une finalité, ou refusez',
  'decision.missing.visibility': 'Fermez ce qui recouvre ce choix',
  'decision.obscured': 'Quelque chose recouvre ce choix. Fermez ce qui se trouve dessus et choisissez à nouveau.',

  'summary.label': 'En bref',
  'summary.parties': 'Qui demande',
  'summary.data': 'Vos données',
  'summary.purposes': 'Pour quoi faire',
  'summary.recipients': 'Qui les reçoit',
  'summary.duration': 'Jusqu’à quand',
  'summary.reward': 'Ce que vous recevez',
  'summary.withdrawal': 'Comment retirer l’autorisation',
  'summary.law': 'Droit applicable',
  'summary.data.any': 'toutes les données',
  'summary.recipients.any': 'toute personne choisie par {company}',
  'summary.duration.none': 'Pas de date de fin. La licence dure jusqu’à ce que vous retiriez l’autorisation.',
  'summary.duration.until': 'Jusqu’au {date}, ou jusqu’à ce que vous retiriez l’autorisation',
  'summary.reward.none': 'Aucune récompense',
  'summary.withdrawal.how': 'À tout moment, dans cette appli. Sans donner de raison.',
  'summary.clause': '{topic}\u00a0: lire cette clause',
  'summary.contact': 'Contact\u00a0: {contact}',

  'purposes.necessary': 'Nécessaire à cette licence',
  'purposes.optional': 'À vous de choisir\u00a0: désactivé tant que vous ne l’activez pas',
  'purposes.recipients': 'Transmis à\u00a0: {recipients}',
  'purposes.on': 'Votre choix\u00a0: activé',
  'purposes.off': 'Votre choix\u00a0: désactivé',
  'purposes.any': 'toute finalité',

  'terms.label': 'Conditions complètes',
  'terms.outline': 'Dans ces conditions',
  'terms.minutes': {
    one: 'Environ {count} minute de lecture',
    many: 'Environ {count} minutes de lecture',
    other: 'Environ {count} minutes de lecture',
  },
  'terms.language': 'Ces conditions sont rédigées en {language}.',
  'terms.translated': 'Vous lisez une traduction automatique. Vous signez l’original en {language}.',
  'terms.original': 'Afficher l’original',
  'terms.leaves': 'ouvre {host} dans un nouvel onglet',
  'terms.image': 'Image non affichée\u00a0: {text}',
  'terms.blockedLink': 'lien supprimé',
  'terms.hidden':
    'Ces conditions contenaient des caractères invisibles ou qui changent le sens de lecture. Ils sont affichés comme des repères.',
  'terms.long': 'Ce texte est très long. Il est affiché sans mise en forme.',
  'terms.end': 'Fin des conditions',
  'terms.progress': '{percent} lu',
  'terms.loading': 'Chargement des conditions complètes',
  'terms.error':
    'Les conditions complètes n’ont pas pu être chargées. Sans elles, vous ne pouvez pas accepter. Vérifiez votre connexion et réessayez.',
  'terms.invalid': 'Ces conditions ne sont pas complètes, vous ne pouvez donc pas les accepter. Réessayez ou revenez plus tard.',

  'status.offline':
    'Vous êtes hors ligne. Vous pouvez quand même décider\u00a0: votre choix est gardé sur cet appareil et envoyé plus tard.',
  'status.offline.memory':
    'Vous êtes hors ligne. Vous pouvez quand même décider, mais laissez la page ouverte jusqu’à l’envoi de votre choix.',
  'status.queued.title': 'Signé, en attente du réseau',
  'status.queued':
    'Votre autorisation est signée et conservée sur cet appareil. Elle deviendra une licence quand elle parviendra au service de licences.',
  'status.queued.memory':
    'Votre autorisation est signée, mais ce navigateur ne conserve pas de données pour cette page. Laissez la page ouverte jusqu’à ce qu’elle parvienne au service de licences.',
  'status.retry.failed':
    'Échec : le service de licences ne répond toujours pas. Votre décision est conservée et sera envoyée automatiquement.',
  'status.retry.failed.memory':
    'Échec : le service de licences ne répond toujours pas. Laissez cette page ouverte jusqu’à ce que votre décision soit envoyée.',
  'status.sending.title': 'Votre autorisation est en cours d’envoi',
  'status.sending':
    'Vous avez accepté, et votre autorisation signée est en route vers le service de licences. Vous pouvez encore l’arrêter.',
  'status.submitting': 'Création de votre licence. Cela prend un instant.',
  'status.licensed.title': 'Votre licence est prête',
  'status.licensed': 'Vous avez donné votre autorisation à {company} le {date}. Voici votre reçu\u00a0: gardez-le.',
  'status.already.title': 'Vous avez déjà accepté',
  'status.already': 'Vous avez donné votre autorisation à {company} le {date}. Vous n’avez rien d’autre à faire.',
  'status.declined.title': 'Vous avez refusé',
  'status.declined':
    'Rien n’a été signé ni envoyé. Nous ne reposerons pas la question de sitôt. Vous pouvez changer d’avis ici à tout moment.',
  'status.dismissed.title': 'Vous n’avez pas encore décidé',
  'status.dismissed': 'Rien n’a été signé ni envoyé.',
  'status.withdrawing': 'Votre autorisation prend fin aussitôt sur cet appareil. Le service de licences en est averti.',
  'status.withdrawing.title': 'Retrait de votre autorisation',
  'status.withdrawn.title': 'Vous avez retiré votre autorisation',
  'status.withdrawn': 'Votre licence a pris fin le {date}. {company} ne peut plus utiliser vos données dans ce cadre.',
  'status.withdrawn.queued':
    'Votre retrait est signé et vaut sur cet appareil. Il sera envoyé dès que le service de licences sera joignable.',
  'status.withdrawn.memory':
    'Ce navigateur ne conserve pas de données pour cette page. Laissez la page ouverte jusqu’à ce que votre retrait parvienne au service de licences. Si vous la fermez avant, ce que le service a déjà reste en vigueur.',
  'status.expiring.title': 'Votre licence prend bientôt fin',
  'status.expiring': 'Elle prend fin le {date}. Vous pouvez accepter à nouveau ou la laisser prendre fin.',
  'status.expired': 'Elle a pris fin le {date}. {company} a de nouveau besoin de votre autorisation pour utiliser vos données.',
  'status.device.title': 'Cet appareil a perdu sa clé',
  'status.device':
    'Son stockage a été effacé\u00a0: une licence antérieure ne peut pas être retrouvée d’ici. Si vous acceptez, cet appareil reçoit une nouvelle clé et une nouvelle licence.',
  'status.memory':
    'Ce navigateur ne conserve pas de données pour cette page. Votre licence reste valable, mais cette page peut vous reposer la question.',
  'status.unsupported.title': 'Ce navigateur ne peut pas signer',
  'status.unsupported':
    'Il lui manque ce qu’exige une licence signée. Rien n’a été signé. Essayez un navigateur récent ou ouvrez cette page en https.',
  'status.kept.title': 'Vous gardez ce que vous avez accepté',
  'status.kept': 'Rien n’a changé. Votre licence du {date} reste en vigueur.',

  'action.retry': 'Réessayer',
  'action.retrying': 'Nouvel essai …',
  'action.stop': 'Arrêter et retirer',
  'action.review': 'Examiner et décider',
  'action.reconsider': 'Changer d’avis',
  'action.done': 'Terminé',
  'action.close': 'Fermer',
  'action.renew': 'Examiner et renouveler',

  'error.title': 'Votre licence n’a pas été créée',
  'error.withdraw.title': 'Votre autorisation n’a pas été retirée',
  'error.network': 'Le service de licences n’a pas répondu. Votre choix est conservé. Réessayez dans un instant.',
  'error.unloaded':
    'Une partie de cette page ne s’est pas chargée, donc rien n’a été signé. Connectez-vous à internet, puis réessayez. Si cela ne suffit pas, rechargez cette page.',
  'error.refused': 'Le service de licences a refusé cette licence. Rien n’a été enregistré. Réessayez ou revenez plus tard.',
  'error.setup': 'Cette appli est mal configurée. Réessayer ne sert à rien\u00a0: les responsables de l’appli doivent y remédier.',
  'error.changed': 'Les conditions ont changé pendant votre lecture. Lisez les nouvelles conditions et décidez à nouveau.',
  'error.storage':
    'Ce navigateur n’a pas pu garder votre choix. Libérez de l’espace ou autorisez le stockage pour cette page, puis réessayez.',
  'error.other': 'Un problème est survenu. Réessayez ou revenez plus tard.',
  'error.code': 'Code\u00a0: {code}',

  'receipt.title': 'Reçu de licence de données',
  'receipt.between': 'Entre',
  'receipt.parties': '{company} et vous, avec la clé de cet appareil',
  'receipt.agreed': 'Accepté le',
  'receipt.data': 'Données',
  'receipt.purposes': 'Finalités',
  'receipt.recipients': 'Destinataires',
  'receipt.until': 'Date de fin',
  'receipt.until.none': 'Aucune, jusqu’à votre retrait',
  'receipt.reward': 'Récompense',
  'receipt.number': 'Numéro de licence',
  'receipt.device': 'Clé de cet appareil',
  'receipt.fingerprint': 'Empreinte des conditions',
  'receipt.origin': 'Appli',
  'receipt.status': 'État',
  'receipt.status.active': 'Active',
  'receipt.status.superseded': 'Remplacée par une licence plus récente',
  'receipt.status.revoked': 'Retirée',
  'receipt.status.expired': 'Terminée',
  'receipt.status.erased': 'Effacée',
  'receipt.verified': 'Signé par {issuer}\u00a0: la signature est valable, vérifiée sur cet appareil',
  'receipt.unverified': 'La signature n’a pas encore été vérifiée. Elle le sera quand le service de licences sera joignable.',
  'receipt.terms': 'Les conditions que vous avez acceptées',
  'receipt.downloadJson': 'Télécharger les données (JSON)',
  'receipt.downloadHtml': 'Télécharger la page (HTML)',
  'receipt.print': 'Imprimer',
  'receipt.view': 'Voir le reçu',
  'receipt.unmade':
    'Ce fichier n’a pas pu être créé, car une partie de cette page ne s’est pas chargée. Connectez-vous à internet, puis réessayez.',
  'receipt.page.consistent': 'Cette page concorde avec elle-même. Comparez cette empreinte avec celle que publie {issuer}\u00a0:',
  'receipt.page.invalid': 'La signature de ce reçu n’est pas valable. Ne vous y fiez pas.',
  'receipt.page.unchecked': 'Cette page n’a pas pu vérifier la signature ici. Ouvrez-la dans un navigateur récent.',
  'receipt.page.how':
    'Cette page contient sa propre clé\u00a0: elle ne peut donc pas montrer qui l’a faite. Elle se vérifie elle-même, sans réseau.',

  'settings.title': 'Autorisation d’utiliser vos données',
  'settings.none': 'Vous n’avez pas autorisé {company} à utiliser vos données.',
  'settings.none.hint': 'Rien n’est signé et rien n’est partagé dans le cadre d’une licence.',
  'settings.since': 'Autorisation donnée le {date}',
  'settings.allows': 'Ce que vous autorisez',
  'settings.change': 'Modifier vos choix',
  'settings.change.hint': 'Une modification crée une nouvelle licence qui remplace celle-ci.',
  'settings.change.none': 'Chaque finalité de cette licence lui est nécessaire. Pour arrêter, retirez votre autorisation.',
  'settings.withdraw': 'Retirer l’autorisation',
  'settings.withdraw.hint': 'Effet immédiat. Sans donner de raison.',
  'settings.stops': 'Ce qui s’arrête',
  'settings.stops.text': '{company} ne peut plus recueillir ni utiliser vos données dans le cadre de cette licence.',
  'settings.stays': 'Ce qui demeure',
  'settings.stays.text':
    'Ce qui a été fait avant votre retrait reste licite. La trace de votre accord et de votre retrait est gardée comme preuve.',
  'settings.delete': 'Demander l’effacement des données de cette appli',
  'settings.deleted': 'Il a été demandé à l’appli d’effacer ce qu’elle détient.',
  'settings.review': 'Examiner la demande',

  'link.settings': 'Autorisation d’utiliser vos données',

  'gate.locked': 'Votre autorisation est nécessaire',
  'gate.locked.text': 'Cela ne fonctionne que si {company} peut utiliser vos données pour\u00a0: {purpose}.',
  'gate.ask': 'Examiner la demande',

  'notice.title': '{company} met à jour ses conditions',
  'notice.title.material': '{company} vous demande d’accepter des conditions modifiées',
  'notice.effective': 'La modification prend effet le {date}.',
  'notice.deadline': 'Décidez au plus tard le {date}. Tant que vous n’avez pas décidé, ce que vous avez accepté reste en vigueur.',
  'notice.minor':
    'Une petite modification\u00a0: elle n’autorise rien de plus que ce que vous avez accepté. Vous n’avez rien à faire.',
  'notice.show': 'Voir ce qui a changé',
  'notice.later': 'Pas maintenant',

  'checkbox.label': 'J’accepte les {terms} proposées par {company}',
  'checkbox.terms': 'conditions de la licence de données',
  'checkbox.required': 'Pour continuer, acceptez les conditions de la licence de données.',

  'diff.label': 'Ce qui a changé',
  'diff.summary': {
    one: '{count} modification dans le texte',
    many: '{count} modifications dans le texte',
    other: '{count} modifications dans le texte',
  },
  'diff.none': 'Le texte est identique.',
  'diff.next': 'Modification suivante',
  'diff.previous': 'Modification précédente',
  'diff.position': 'Modification {index} sur {count}',
  'diff.added': 'Ajouté',
  'diff.removed': 'Supprimé',
  'diff.changed': 'Modifié',
  'diff.moved': 'Déplacé',
  'diff.widened': 'Plus large qu’avant',
  'diff.narrowed': 'Plus restreint qu’avant',
  'diff.minor': 'Une petite modification\u00a0: elle n’autorise rien de plus que ce que vous avez accepté.',
  'diff.material': 'Cela change ce que vous avez accepté, nous vous posons donc à nouveau la question.',
  'diff.unchanged': 'Texte inchangé non affiché',
  'diff.start': 'début du texte ajouté',
  'diff.end': 'fin du texte ajouté',
  'diff.deletedStart': 'début du texte supprimé',
  'diff.deletedEnd': 'fin du texte supprimé',

  ...entriesOf('usecase', usecaseNames),

  ...entriesOf('tag', tagNames),
} as const satisfies Messages

export default fr
