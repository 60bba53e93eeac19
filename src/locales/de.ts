import { tagNames } from '../core/tag-names/de.ts'
import { usecaseNames } from '../core/usecase-names/de.ts'
import { entriesOf } from './format/entries-of.ts'
import type { Messages } from './format/messages.ts'

/** The texts of the kit in German. */
export const de = {
  'language.tag': 'de',

  'screen.title': 'Darf {company} Ihre Daten nutzen?',
  'screen.title.data': 'Darf {company} Ihre Daten nutzen ({data})?',
  'screen.title.update': '{company} hat die Anfrage geändert',
  'screen.title.expired': 'Ihre Erlaubnis für {company} ist abgelaufen',
  'screen.lead': 'Ohne Ihre Zustimmung wird nichts weitergegeben. Sie können sie jederzeit widerrufen.',
  'screen.lead.either':
    'Ohne Ihre Zustimmung wird nichts weitergegeben. Sie können sie jederzeit widerrufen. Sie können {company} auch ohne Zustimmung nutzen.',
  'screen.close': 'Schließen, ohne zu entscheiden',
  'screen.checking': 'Es wird geprüft, ob Sie schon entschieden haben',

  'decision.label': 'Ihre Entscheidung',
  'decision.accept': 'Zustimmen',
  'decision.accept.update': 'Der Änderung zustimmen',
  'decision.decline': 'Ablehnen',
  'decision.decline.update': 'Alles beim Alten lassen',
  'decision.notice': 'Mit „{accept}“ unterschreiben Sie {terms}. „{decline}“ sendet nichts.',
  'decision.terms': 'alle Bedingungen',
  'decision.language': 'Sie unterschreiben auf {language}.',
  'decision.notice.reading':
    'Lesen Sie die vollständigen Bedingungen bis zum Ende, um zuzustimmen. Ablehnen können Sie jetzt schon.',
  'decision.missing.title': 'Bevor Sie zustimmen können',
  'decision.missing.reading': 'Lesen Sie die vollständigen Bedingungen bis zum Ende',
  'decision.missing.terms': 'Warten Sie, bis die vollständigen Bedingungen zu sehen sind',
  'decision.missing.purposes': 'Schalten Sie mindestens einen Zweck ein, oder lehnen Sie ab',
  'decision.missing.visibility': 'Etwas verdeckt diese Schaltflächen. Schließen Sie es zuerst.',
  'decision.altered.decline': 'Diese Seite verbirgt die Möglichkeit abzulehnen. Es wurde nichts unterschrieben.',
  'decision.altered.choices': 'Diese Seite stellt die beiden Möglichkeiten ungleich dar. Es wurde nichts unterschrieben.',
  'decision.altered.facts': 'Diese Seite verbirgt, worum es bei der Zustimmung geht. Es wurde nichts unterschrieben.',
  'decision.obscured': 'Etwas hat diese Schaltflächen verdeckt. Schließen Sie es und wählen Sie erneut.',

  'summary.label': 'Kurz gesagt',
  'summary.parties': 'Wer fragt',
  'summary.data': 'Ihre Daten',
  'summary.purposes': 'Wofür',
  'summary.recipients': 'Wer sie bekommt',
  'summary.duration': 'Wie lange',
  'summary.reward': 'Was Sie bekommen',
  'summary.withdrawal': 'So widerrufen Sie',
  'summary.data.any': 'alle Daten',
  'summary.recipients.any': 'alle, die {company} auswählt',
  'summary.recipients.only': '{company} und sonst niemand',
  'summary.recipients.choice': 'Nur wenn Sie es einschalten: {recipients}',
  'summary.duration.none': 'Kein Enddatum. Gilt bis zu Ihrem Widerruf.',
  'summary.duration.until': 'Bis zum {date} oder bis zu Ihrem Widerruf',
  'summary.duration.after': '{duration} ab dem Tag Ihrer Zustimmung oder bis zu Ihrem Widerruf',
  'summary.reward.none': 'Keine Gegenleistung',
  'summary.withdrawal.how': 'Jederzeit in dieser App. Ohne Angabe von Gründen.',
  'summary.data.included': 'Auch Daten aus der Zeit vor Ihrer Zustimmung zählen dazu.',
  'summary.data.excluded': 'Daten aus der Zeit vor Ihrer Zustimmung zählen nicht dazu.',
  'summary.after': 'Nach dem Widerruf: {text}',
  'summary.after.deleted': 'Nach dem Widerruf werden Ihre Daten gelöscht, spätestens {duration} danach.',
  'summary.after.deidentified': 'Nach dem Widerruf wird aus den Daten alles entfernt, was auf Sie hinweist.',
  'summary.reward.kept': 'Nach dem Widerruf behalten Sie, was Sie schon bekommen haben.',
  'summary.reward.lost': 'Nach dem Widerruf verfällt, was Sie noch nicht eingelöst haben.',

  'purposes.necessary': 'Inbegriffen',
  'purposes.optional': 'Sie entscheiden',
  'purposes.needed': 'Für diese Funktion nötig',
  'purposes.recipients': 'Empfänger: {recipients}',
  'purposes.on': 'Ein',
  'purposes.off': 'Aus',
  'purposes.any': 'jeder Zweck',

  'terms.label': 'Vollständige Bedingungen',
  'terms.outline': 'In diesen Bedingungen',
  'terms.minutes': { one: 'Etwa {count} Minute Lesezeit', other: 'Etwa {count} Minuten Lesezeit' },
  'terms.language': 'Diese Bedingungen sind auf {language} verfasst.',
  'terms.translated': 'Sie lesen eine automatische Übersetzung. Sie unterschreiben das Original auf {language}.',
  'terms.original': 'Original anzeigen',
  'terms.leaves': 'öffnet {host} in einem neuen Tab',
  'terms.image': 'Bild nicht gezeigt: {text}',
  'terms.blockedLink': 'Link entfernt',
  'terms.hidden':
    'Diese Bedingungen enthielten unsichtbare oder die Leserichtung ändernde Zeichen. Sie sind als Markierungen zu sehen.',
  'terms.long': 'Dieser Text ist sehr lang. Er wird ohne Formatierung gezeigt.',
  'terms.end': 'Ende der Bedingungen',
  'terms.loading': 'Die vollständigen Bedingungen werden geladen',
  'terms.error':
    'Die vollständigen Bedingungen wurden nicht geladen. Ohne sie können Sie nicht zustimmen. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  'terms.invalid':
    'Diese Bedingungen sind nicht vollständig, deshalb können Sie nicht zustimmen. Versuchen Sie es erneut oder kommen Sie später wieder.',
  'terms.expired':
    'Das Enddatum in diesen Bedingungen ist vorbei, deshalb kann ihnen niemand mehr zustimmen. Es wurde nichts unterschrieben.',

  'status.offline':
    'Sie sind offline. Sie können trotzdem entscheiden: Ihre Wahl bleibt auf diesem Gerät und wird später gesendet.',
  'status.offline.memory':
    'Sie sind offline. Sie können trotzdem entscheiden, aber lassen Sie die Seite offen, bis Ihre Wahl gesendet ist.',
  'status.queued.title': 'Gespeichert, noch nicht gesendet',
  'status.queued':
    'Ihre Erlaubnis ist unterschrieben und auf diesem Gerät gespeichert. Sie wird gesendet, sobald der Dienst antwortet.',
  'status.queued.memory':
    'Ihre Erlaubnis ist unterschrieben, aber nicht gespeichert. Lassen Sie diese Seite offen, bis die Erlaubnis gesendet ist.',
  'status.retry.failed': 'Der Dienst antwortet noch immer nicht. Ihre Wahl ist gespeichert und wird automatisch gesendet.',
  'status.retry.failed.memory': 'Der Dienst antwortet noch immer nicht. Lassen Sie diese Seite offen, bis Ihre Wahl gesendet ist.',
  'status.sending.title': 'Ihre Erlaubnis wird gesendet',
  'status.sending': 'Ihre unterschriebene Erlaubnis ist unterwegs. Sie können sie noch widerrufen.',
  'status.submitting': 'Ihre Erlaubnis wird gespeichert. Das dauert einen Moment.',
  'status.licensed.title': '{company} hat Ihre Erlaubnis',
  'status.licensed': '{company} darf Ihre Daten jetzt nutzen. Zweck: {purposes}.',
  'status.already.title': 'Sie haben bereits zugestimmt',
  'status.already': 'Sie haben {company} am {date} Ihre Erlaubnis gegeben. Sie müssen nichts weiter tun.',
  'status.declined.title': 'Sie haben abgelehnt',
  'status.declined': 'Es wurde nichts unterschrieben und nichts gesendet. Sie können es sich jederzeit anders überlegen.',
  'status.dismissed.title': 'Sie haben noch nicht entschieden',
  'status.dismissed': 'Es wurde nichts unterschrieben und nichts gesendet.',
  'status.withdrawing': 'Ihre Erlaubnis gilt auf diesem Gerät nicht mehr. Der Dienst erhält jetzt Ihren Widerruf.',
  'status.withdrawing.title': 'Ihre Erlaubnis wird widerrufen',
  'status.withdrawn.title': 'Sie haben Ihre Erlaubnis widerrufen',
  'status.withdrawn':
    'Ihre Erlaubnis auf diesem Gerät endete am {date}. {company} darf Ihre Daten nicht mehr auf dieser Grundlage nutzen.',
  'status.withdrawn.all':
    'Ihre Erlaubnis auf allen Ihren Geräten endete am {date}. {company} darf Ihre Daten nicht mehr auf dieser Grundlage nutzen.',
  'status.withdrawn.elsewhere':
    'Sie haben Ihre Erlaubnis auf einem anderen Gerät widerrufen. {company} darf Ihre Daten nicht mehr auf dieser Grundlage nutzen.',
  'status.withdrawn.queued':
    'Sie haben Ihre Erlaubnis widerrufen. Der Widerruf ist gespeichert und wird gesendet, sobald der Dienst antwortet.',
  'status.withdrawn.memory':
    'Lassen Sie diese Seite offen, bis Ihr Widerruf gesendet ist. Wenn Sie sie vorher schließen, gilt Ihre Erlaubnis weiter.',
  'status.revoked.person': 'Ihre Erlaubnis wurde auf Ihren Wunsch beendet',
  'status.revoked.company': '{company} hat Ihre Erlaubnis beendet',
  'status.revoked.court': 'Ein Gericht hat Ihre Erlaubnis aufgehoben',
  'status.revoked.unasked': 'Wenn Sie nicht darum gebeten haben, schreiben Sie an {contact}.',
  'status.expiring.title': 'Ihre Erlaubnis endet bald',
  'status.expiring': 'Sie endet am {date}. Sie können erneut zustimmen oder sie enden lassen.',
  'status.expired': 'Sie endete am {date}. {company} braucht erneut Ihre Erlaubnis, um Ihre Daten zu nutzen.',
  'status.erased.title': 'Ihre Erlaubnis wurde gelöscht',
  'status.erased':
    '{company} darf Ihre Daten nicht mehr auf dieser Grundlage nutzen. Wenn Sie wieder zustimmen, geben Sie eine neue Erlaubnis.',
  'status.slow.title': 'Dieses Gerät ist langsam',
  'status.slow':
    'Es steht noch nicht fest, ob Sie schon zugestimmt haben. Zustimmen können Sie, sobald es feststeht. Ablehnen können Sie jetzt.',
  'status.slow.kept':
    'Sie haben zugestimmt, aber es ist noch nichts unterschrieben. Das geschieht, wenn dieses Gerät binnen einer Minute antwortet.',
  'status.slow.settings':
    'Es steht noch nicht fest, ob Sie Ihre Erlaubnis gegeben haben. Sobald es feststeht, wird es hier angezeigt.',
  'status.device.title': 'Dieser Browser hat verloren, was gespeichert war',
  'status.device':
    'Wenn Sie schon zugestimmt hatten, ist Ihre Erlaubnis nicht mehr auf diesem Gerät. Wenn Sie jetzt zustimmen, geben Sie eine neue.',
  'status.memory':
    'Eine Erlaubnis, die Sie geben, gilt weiter, aber dieser Browser bewahrt sie nicht auf. Für einen Widerruf schreiben Sie an {contact}.',
  'status.unsupported.title': 'Dieser Browser ist zu alt',
  'status.unsupported':
    'Er kann nicht unterschreiben, deshalb wurde nichts unterschrieben. Nehmen Sie einen aktuellen Browser oder öffnen Sie die Seite über https.',
  'status.kept.title': 'Es bleibt alles beim Alten',
  'status.kept': 'Es hat sich nichts geändert. Ihre Erlaubnis vom {date} gilt weiter.',

  'action.retry': 'Erneut versuchen',
  'action.retrying': 'Neuer Versuch …',
  'action.stop': 'Widerrufen',
  'action.review': 'Anfrage ansehen',
  'action.manage': 'Ändern oder widerrufen',
  'action.done': 'Fertig',
  'action.close': 'Schließen',
  'action.ok': 'OK',
  'action.renew': 'Ansehen und erneuern',

  'error.title': 'Ihre Erlaubnis wurde nicht erteilt',
  'error.withdraw.title': 'Ihre Erlaubnis wurde nicht widerrufen',
  'error.withdraw': 'Ihre Erlaubnis gilt weiter. Versuchen Sie es erneut, oder schreiben Sie an {contact}.',
  'error.withdraw.lost':
    'Dieser Browser hat Ihren Widerruf verloren. Ihre Erlaubnis gilt weiter. Um sie zu widerrufen, schreiben Sie an {contact}.',
  'error.network': 'Der Dienst hat nicht geantwortet. Ihre Wahl ist gespeichert. Versuchen Sie es gleich noch einmal.',
  'error.unloaded':
    'Ein Teil dieser Seite fehlt, deshalb wurde nichts unterschrieben. Stellen Sie eine Verbindung her oder laden Sie die Seite neu.',
  'error.refused':
    'Der Dienst hat diese Erlaubnis abgelehnt. Es wurde nichts gespeichert. Versuchen Sie es erneut oder kommen Sie später wieder.',
  'error.setup': 'Diese App hat einen Fehler. {company} muss ihn beheben.',
  'error.changed': 'Die Bedingungen haben sich beim Lesen geändert. Lesen Sie die neuen Bedingungen und entscheiden Sie erneut.',
  'error.storage':
    'Dieser Browser konnte Ihre Wahl nicht speichern. Schaffen Sie Platz oder erlauben Sie dieser Seite das Speichern und versuchen Sie es erneut.',
  'error.other': 'Etwas ist schiefgegangen. Versuchen Sie es erneut oder kommen Sie später wieder.',
  'error.code': 'Code: {code}',

  'receipt.title': 'Beleg zu Ihrer Erlaubnis',
  'receipt.heading': 'Sie haben am {date} zugestimmt',
  'receipt.activeUntil': 'Gültig bis zum {date}',
  'receipt.parties': '{company} und Sie, mit dem Schlüssel dieses Geräts',
  'receipt.agreed': 'Zugestimmt am',
  'receipt.until': 'Bis',
  'receipt.until.none': 'Kein Enddatum, bis zu Ihrem Widerruf',
  'receipt.law': 'Recht',
  'receipt.contact': 'Kontakt',
  'receipt.number': 'Lizenznummer',
  'receipt.license': 'Eine Lizenz ist der unterschriebene Nachweis Ihrer Erlaubnis.',
  'receipt.device': 'Schlüssel dieses Geräts',
  'receipt.fingerprint': 'Fingerabdruck der Bedingungen',
  'receipt.origin': 'App',
  'receipt.status.active': 'Gültig',
  'receipt.status.superseded': 'Durch eine neuere Erlaubnis ersetzt',
  'receipt.status.revoked': 'Widerrufen',
  'receipt.status.revoked.device': 'Auf diesem Gerät widerrufen',
  'receipt.status.revoked.all': 'Auf allen Geräten widerrufen',
  'receipt.status.revoked.elsewhere': 'Auf einem anderen Gerät widerrufen',
  'receipt.status.expired': 'Abgelaufen',
  'receipt.status.erased': 'Gelöscht',
  'receipt.verified.title': 'Auf diesem Gerät geprüft',
  'receipt.verified': 'Unterschrieben von Ihnen und, am {date}, von {issuer}',
  'receipt.unverified': 'Die Unterschrift ist noch nicht geprüft. Sie wird geprüft, sobald der Dienst erreichbar ist.',
  'receipt.logged': 'Eingetragen als Nummer {entry} im öffentlichen Protokoll {log}',
  'receipt.logged.before': 'Eingetragen als Nummer {entry} im öffentlichen Protokoll {log}, vor dem {date} ({by})',
  'receipt.logged.stamped': 'Eingetragen als Nummer {entry} im öffentlichen Protokoll {log}, vor dem {date} (Zeitstempel von {by})',
  'receipt.logged.unchecked': 'Das Zertifikat dieses Zeitstempels wurde mit keiner Liste abgeglichen',
  'receipt.logFork':
    'Das öffentliche Protokoll passt nicht zu dem, was dieses Gerät sah. Ihre Erlaubnis ändert sich nicht. Speichern Sie Ihren Beleg.',
  'receipt.details': 'Technische Angaben',
  'receipt.terms': 'Die Bedingungen, denen Sie zugestimmt haben',
  'receipt.downloadJson': 'Als Daten speichern (JSON)',
  'receipt.downloadHtml': 'Beleg speichern',
  'receipt.proof': 'Nachweis speichern',
  'receipt.print': 'Drucken',
  'receipt.view': 'Beleg ansehen',
  'receipt.email.subject': 'Beleg: Ihre Erlaubnis für {company}',
  'receipt.unmade':
    'Ein Teil dieser Seite fehlt, deshalb gibt es keine Datei. Stellen Sie eine Verbindung her und versuchen Sie es erneut.',
  'receipt.page.consistent':
    'Diese Seite ist in sich stimmig. Vergleichen Sie diesen Fingerabdruck mit dem, den {issuer} veröffentlicht:',
  'receipt.page.invalid': 'Die Unterschrift auf diesem Beleg ist nicht gültig. Verlassen Sie sich nicht darauf.',
  'receipt.page.logInvalid':
    'Der Nachweis des öffentlichen Protokolls auf dieser Seite ist ungültig. Verlassen Sie sich nicht darauf.',
  'receipt.page.unchecked': 'Diese Seite konnte die Unterschrift hier nicht prüfen. Öffnen Sie sie in einem aktuellen Browser.',
  'receipt.page.how':
    'Diese Seite enthält ihren eigenen Schlüssel und kann deshalb nicht zeigen, wer sie erstellt hat. Sie prüft sich selbst, ohne Netz.',

  'settings.title': 'Ihre Erlaubnis zur Datennutzung',
  'settings.none': 'Sie haben {company} keine Erlaubnis gegeben.',
  'settings.none.hint': 'Es ist nichts unterschrieben, und es wird nichts weitergegeben.',
  'settings.since': 'Erlaubnis erteilt am {date}',
  'settings.change': 'Auswahl ändern',
  'settings.change.hint': 'Ihre neue Wahl ersetzt die alte.',
  'settings.change.none': 'Jede Nutzung gehört zu Ihrer Erlaubnis. Um eine davon zu beenden, widerrufen Sie die Erlaubnis.',
  'settings.change.invalid':
    'Sie können Ihre Auswahl zurzeit nicht ändern, weil die neuen Bedingungen nicht vollständig sind. Kommen Sie später wieder.',
  'settings.withdraw': '{company} die Nutzung meiner Daten untersagen',
  'settings.withdraw.hint': 'Ihre Erlaubnis auf diesem Gerät endet sofort. Was vorher geschah, bleibt rechtmäßig.',
  'settings.withdraw.hint.all': 'Ihre Erlaubnis auf allen Ihren Geräten endet sofort. Was vorher geschah, bleibt rechtmäßig.',
  'settings.stays.text':
    'Was vor dem Widerruf geschah, bleibt rechtmäßig. Der Nachweis von Zustimmung und Widerruf wird aufbewahrt.',
  'settings.delete': 'Löschung der Daten in dieser App verlangen',
  'settings.deleted': 'Die App wurde gebeten, Ihre Daten zu löschen.',
  'settings.review': 'Anfrage ansehen',

  'link.settings': 'Ihre Erlaubnis zur Datennutzung',

  'gate.locked': 'Dafür ist Ihre Erlaubnis nötig: {purpose}',
  'gate.locked.text': '{company} nutzt Ihre Daten nur, wenn Sie zustimmen.',
  'gate.ask': 'Anfrage ansehen',

  'notice.title': '{company} aktualisiert die Bedingungen',
  'notice.title.material': '{company} bittet Sie, geänderten Bedingungen zuzustimmen',
  'notice.effective': 'Die Änderung gilt ab dem {date}.',
  'notice.deadline': 'Entscheiden Sie bis zum {date}. Solange Sie nicht entscheiden, gilt weiter, was Sie vereinbart haben.',
  'notice.minor': 'Eine kleine Änderung: Sie erlaubt nicht mehr als bisher. Sie müssen nichts tun.',
  'notice.show': 'Änderung ansehen',

  'checkbox.label': 'Ich stimme den {terms} von {company} zu',
  'checkbox.terms': 'Bedingungen zur Datennutzung',
  'checkbox.required': 'Um fortzufahren, stimmen Sie den Bedingungen zur Datennutzung zu.',
  'checkbox.agreed': 'Sie haben am {date} zugestimmt.',
  'checkbox.unsigned': 'Ohne JavaScript wird dieses Formular gesendet, es erteilt aber keine Erlaubnis.',

  'diff.label': 'Was sich geändert hat',
  'diff.summary': { one: '{count} Änderung im Text', other: '{count} Änderungen im Text' },
  'diff.none': 'Der Wortlaut ist gleich.',
  'diff.next': 'Nächste Änderung',
  'diff.previous': 'Vorige Änderung',
  'diff.position': 'Änderung {index} von {count}',
  'diff.added': 'Hinzugefügt',
  'diff.removed': 'Entfernt',
  'diff.changed': 'Geändert',
  'diff.moved': 'Verschoben',
  'diff.widened': 'Mehr als bisher',
  'diff.narrowed': 'Weniger als bisher',
  'diff.minor': 'Eine kleine Änderung: Sie erlaubt nicht mehr als bisher.',
  'diff.material': 'Das würde ändern, was Sie vereinbart haben, deshalb fragen wir Sie erneut.',
  'diff.recipients': {
    one: '{recipients} würde Ihre Daten auch erhalten.',
    other: '{recipients} würden Ihre Daten auch erhalten.',
  },
  'diff.company': 'Statt {before} hätte {company} Ihre Erlaubnis.',
  'diff.asks': '{company} bekäme auch diese Daten: {data}.',
  'diff.uses': 'Ihre Daten würden auch hierfür genutzt: {purposes}.',
  'diff.choice': 'Hierüber können Sie jetzt auch entscheiden: {purposes}.',
  'diff.value': '{name}: {before} → {after}.',
  'diff.reward': 'Gegenleistung',
  'diff.unchanged': 'Unveränderter Text ausgelassen',
  'diff.start': 'Anfang des hinzugefügten Textes',
  'diff.end': 'Ende des hinzugefügten Textes',
  'diff.deletedStart': 'Anfang des entfernten Textes',
  'diff.deletedEnd': 'Ende des entfernten Textes',

  ...entriesOf('usecase', usecaseNames),

  ...entriesOf('tag', tagNames),
} as const satisfies Messages

export default de
