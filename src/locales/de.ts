import { tagNames } from '../core/tag-names/de.ts'
import { usecaseNames } from '../core/usecase-names/de.ts'
import { entriesOf } from './format/entries-of.ts'
import type { Messages } from './format/messages.ts'

/** The texts of the kit in German. */
export const de = {
  'language.tag': 'de',

  'screen.title': '{company} bittet um Ihre Erlaubnis',
  'screen.title.update': '{company} hat die Anfrage geändert',
  'screen.title.expired': 'Ihre Lizenz für {company} ist beendet',
  'screen.close': 'Schließen, ohne zu entscheiden',
  'screen.toDecision': 'Zu Ihrer Entscheidung',
  'screen.checking': 'Suche nach einer Lizenz auf diesem Gerät',

  'decision.label': 'Ihre Entscheidung',
  'decision.accept': 'Zustimmen und Lizenz erstellen',
  'decision.decline': 'Ablehnen',
  'decision.decline.update': 'Bei meiner Zustimmung bleiben',
  'decision.notice':
    'Mit „{accept}“ unterschreiben Sie die vollständigen Bedingungen auf diesem Gerät. Mit „{decline}“ wird nichts unterschrieben und nichts gesendet.',
  'decision.missing.title': 'Bevor Sie zustimmen können',
  'decision.missing.reading': 'Lesen Sie die vollständigen Bedingungen bis zum Ende',
  'decision.missing.terms': 'Die vollständigen Bedingungen müssen erst zu sehen sein',
  'decision.missing.purposes': 'Schalten Sie mindestens einen Zweck ein, oder lehnen Sie ab',
  'decision.missing.visibility': 'Schließen Sie, was über dieser Auswahl liegt',
  'decision.obscured': 'Etwas verdeckt diese Auswahl. Schließen Sie, was darüber liegt, und wählen Sie erneut.',

  'summary.label': 'Kurz gesagt',
  'summary.parties': 'Wer fragt',
  'summary.data': 'Ihre Daten',
  'summary.purposes': 'Wofür',
  'summary.recipients': 'Wer sie erhält',
  'summary.duration': 'Bis wann',
  'summary.reward': 'Was Sie bekommen',
  'summary.withdrawal': 'So widerrufen Sie',
  'summary.law': 'Geltendes Recht',
  'summary.data.any': 'alle Daten',
  'summary.recipients.any': 'alle, die {company} auswählt',
  'summary.duration.none': 'Kein Enddatum. Die Lizenz gilt, bis Sie widerrufen.',
  'summary.duration.until': 'Bis zum {date} oder bis Sie widerrufen',
  'summary.reward.none': 'Keine Gegenleistung',
  'summary.withdrawal.how': 'Jederzeit in dieser App. Ohne Angabe von Gründen.',
  'summary.clause': '{topic}: diese Klausel lesen',
  'summary.contact': 'Kontakt: {contact}',

  'purposes.necessary': 'Für diese Lizenz nötig',
  'purposes.optional': 'Ihre Wahl: aus, bis Sie es einschalten',
  'purposes.recipients': 'Geht an: {recipients}',
  'purposes.on': 'Ihre Wahl: ein',
  'purposes.off': 'Ihre Wahl: aus',
  'purposes.any': 'jeder Zweck',

  'terms.label': 'Vollständige Bedingungen',
  'terms.outline': 'In diesen Bedingungen',
  'terms.minutes': { one: 'Etwa {count} Minute Lesezeit', other: 'Etwa {count} Minuten Lesezeit' },
  'terms.language': 'Sprache dieser Bedingungen: {language}.',
  'terms.translated':
    'Sie lesen eine automatische Übersetzung. Sie unterschreiben das Original. Sprache des Originals: {language}.',
  'terms.original': 'Original anzeigen',
  'terms.leaves': 'öffnet {host} in einem neuen Tab',
  'terms.image': 'Bild nicht gezeigt: {text}',
  'terms.blockedLink': 'Link entfernt',
  'terms.hidden':
    'Diese Bedingungen enthielten unsichtbare oder die Leserichtung ändernde Zeichen. Sie sind als Markierungen zu sehen.',
  'terms.long': 'Dieser Text ist sehr lang. Er wird ohne Formatierung gezeigt.',
  'terms.end': 'Ende der Bedingungen',
  'terms.progress': '{percent} gelesen',
  'terms.loading': 'Die vollständigen Bedingungen werden geladen',
  'terms.error':
    'Die vollständigen Bedingungen wurden nicht geladen. Ohne sie können Sie nicht zustimmen. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  'terms.invalid':
    'Diese Bedingungen sind nicht vollständig, deshalb können Sie nicht zustimmen. Versuchen Sie es erneut oder kommen Sie später wieder.',

  'status.offline':
    'Sie sind offline. Sie können trotzdem entscheiden: Ihre Wahl bleibt auf diesem Gerät und wird später gesendet.',
  'status.offline.memory':
    'Sie sind offline. Sie können trotzdem entscheiden, aber lassen Sie die Seite offen, bis Ihre Wahl gesendet ist.',
  'status.queued.title': 'Unterschrieben, wartet auf das Netz',
  'status.queued':
    'Ihre Erlaubnis ist unterschrieben und auf diesem Gerät sicher. Sie wird zur Lizenz, sobald sie den Lizenzdienst erreicht.',
  'status.queued.memory':
    'Ihre Erlaubnis ist unterschrieben, aber dieser Browser bewahrt für diese Seite keine Daten auf. Lassen Sie die Seite offen, bis sie den Lizenzdienst erreicht.',
  'status.retry.failed':
    'Das hat nicht geklappt: Der Lizenzdienst antwortet noch immer nicht. Ihre Entscheidung bleibt erhalten und wird automatisch gesendet.',
  'status.retry.failed.memory':
    'Das hat nicht geklappt: Der Lizenzdienst antwortet noch immer nicht. Lassen Sie diese Seite offen, bis Ihre Entscheidung gesendet wurde.',
  'status.sending.title': 'Ihre Erlaubnis wird gesendet',
  'status.sending':
    'Sie haben zugestimmt. Ihre unterschriebene Erlaubnis ist auf dem Weg zum Lizenzdienst. Sie können sie noch anhalten.',
  'status.submitting': 'Ihre Lizenz wird erstellt. Das dauert einen Moment.',
  'status.licensed.title': 'Ihre Lizenz ist fertig',
  'status.licensed': 'Sie haben {company} am {date} Ihre Erlaubnis gegeben. Das ist Ihr Beleg: Bewahren Sie ihn auf.',
  'status.already.title': 'Sie haben bereits zugestimmt',
  'status.already': 'Sie haben {company} am {date} Ihre Erlaubnis gegeben. Sie müssen nichts weiter tun.',
  'status.declined.title': 'Sie haben abgelehnt',
  'status.declined':
    'Nichts wurde unterschrieben und nichts gesendet. Wir fragen so bald nicht wieder. Sie können hier jederzeit Ihre Meinung ändern.',
  'status.dismissed.title': 'Sie haben noch nicht entschieden',
  'status.dismissed': 'Nichts wurde unterschrieben und nichts gesendet.',
  'status.withdrawing': 'Ihre Erlaubnis endet auf diesem Gerät sofort. Der Lizenzdienst erfährt es gerade.',
  'status.withdrawing.title': 'Ihre Erlaubnis wird widerrufen',
  'status.withdrawn.title': 'Sie haben Ihre Erlaubnis widerrufen',
  'status.withdrawn': 'Ihre Lizenz endete am {date}. {company} darf Ihre Daten nicht mehr auf Grundlage dieser Lizenz nutzen.',
  'status.withdrawn.queued':
    'Ihr Widerruf ist unterschrieben und gilt auf diesem Gerät. Er wird gesendet, sobald der Lizenzdienst erreichbar ist.',
  'status.withdrawn.memory':
    'Dieser Browser bewahrt für diese Seite keine Daten auf. Lassen Sie die Seite offen, bis Ihr Widerruf den Lizenzdienst erreicht hat. Schließen Sie sie vorher, bleibt in Kraft, was der Dienst schon hat.',
  'status.expiring.title': 'Ihre Lizenz endet bald',
  'status.expiring': 'Sie endet am {date}. Sie können erneut zustimmen oder sie enden lassen.',
  'status.expired': 'Sie endete am {date}. {company} braucht wieder Ihre Erlaubnis, um Ihre Daten zu nutzen.',
  'status.device.title': 'Dieses Gerät hat seinen Schlüssel verloren',
  'status.device':
    'Sein Speicher wurde geleert, deshalb ist eine frühere Lizenz von hier aus nicht zu finden. Wenn Sie zustimmen, erhält dieses Gerät einen neuen Schlüssel und eine neue Lizenz.',
  'status.memory':
    'Dieser Browser bewahrt für diese Seite keine Daten auf. Ihre Lizenz bleibt gültig, aber diese Seite fragt vielleicht wieder.',
  'status.unsupported.title': 'Dieser Browser kann nicht unterschreiben',
  'status.unsupported':
    'Ihm fehlt, was eine unterschriebene Lizenz braucht. Nichts wurde unterschrieben. Nehmen Sie einen aktuellen Browser oder öffnen Sie diese Seite über https.',
  'status.kept.title': 'Es bleibt bei Ihrer Zustimmung',
  'status.kept': 'Nichts hat sich geändert. Ihre Lizenz vom {date} gilt weiter.',

  'action.retry': 'Erneut versuchen',
  'action.retrying': 'Neuer Versuch …',
  'action.stop': 'Anhalten und widerrufen',
  'action.review': 'Ansehen und entscheiden',
  'action.reconsider': 'Meinung ändern',
  'action.done': 'Fertig',
  'action.close': 'Schließen',
  'action.renew': 'Ansehen und erneuern',

  'error.title': 'Ihre Lizenz wurde nicht erstellt',
  'error.withdraw.title': 'Ihre Erlaubnis wurde nicht widerrufen',
  'error.network': 'Der Lizenzdienst hat nicht geantwortet. Ihre Wahl ist gespeichert. Versuchen Sie es gleich noch einmal.',
  'error.unloaded':
    'Ein Teil dieser Seite wurde nicht geladen, deshalb wurde nichts unterschrieben. Stellen Sie eine Internetverbindung her und versuchen Sie es erneut. Hilft das nicht, laden Sie diese Seite neu.',
  'error.refused':
    'Der Lizenzdienst hat diese Lizenz abgelehnt. Nichts wurde gespeichert. Versuchen Sie es erneut oder kommen Sie später wieder.',
  'error.setup': 'Diese App ist falsch eingerichtet. Ein neuer Versuch hilft nicht: Wer die App betreibt, muss es beheben.',
  'error.changed': 'Die Bedingungen haben sich beim Lesen geändert. Lesen Sie die neuen Bedingungen und entscheiden Sie erneut.',
  'error.storage':
    'Dieser Browser konnte Ihre Wahl nicht speichern. Schaffen Sie Platz oder erlauben Sie dieser Seite das Speichern und versuchen Sie es erneut.',
  'error.other': 'Etwas ist schiefgegangen. Versuchen Sie es erneut oder kommen Sie später wieder.',
  'error.code': 'Code: {code}',

  'receipt.title': 'Beleg der Datenlizenz',
  'receipt.between': 'Zwischen',
  'receipt.parties': '{company} und Ihnen, mit dem Schlüssel dieses Geräts',
  'receipt.agreed': 'Zugestimmt am',
  'receipt.data': 'Daten',
  'receipt.purposes': 'Zwecke',
  'receipt.recipients': 'Empfänger',
  'receipt.until': 'Bis',
  'receipt.until.none': 'Kein Enddatum, bis Sie widerrufen',
  'receipt.reward': 'Gegenleistung',
  'receipt.number': 'Lizenznummer',
  'receipt.device': 'Schlüssel dieses Geräts',
  'receipt.fingerprint': 'Fingerabdruck der Bedingungen',
  'receipt.origin': 'App',
  'receipt.status': 'Stand',
  'receipt.status.active': 'Gültig',
  'receipt.status.superseded': 'Durch eine neuere Lizenz ersetzt',
  'receipt.status.revoked': 'Widerrufen',
  'receipt.status.expired': 'Beendet',
  'receipt.status.erased': 'Gelöscht',
  'receipt.verified': 'Die Unterschrift von {issuer} ist gültig, auf diesem Gerät geprüft',
  'receipt.unverified': 'Die Unterschrift ist noch nicht geprüft. Sie wird geprüft, sobald der Lizenzdienst erreichbar ist.',
  'receipt.terms': 'Die Bedingungen, denen Sie zugestimmt haben',
  'receipt.downloadJson': 'Als Daten speichern (JSON)',
  'receipt.downloadHtml': 'Als Seite speichern (HTML)',
  'receipt.print': 'Drucken',
  'receipt.view': 'Beleg ansehen',
  'receipt.unmade':
    'Diese Datei konnte nicht erstellt werden, weil ein Teil dieser Seite nicht geladen wurde. Stellen Sie eine Internetverbindung her und versuchen Sie es erneut.',
  'receipt.page.consistent':
    'Diese Seite stimmt mit sich selbst überein. Vergleichen Sie diesen Fingerabdruck mit dem, den {issuer} veröffentlicht:',
  'receipt.page.invalid': 'Die Unterschrift auf diesem Beleg ist nicht gültig. Verlassen Sie sich nicht darauf.',
  'receipt.page.unchecked': 'Diese Seite konnte die Unterschrift hier nicht prüfen. Öffnen Sie sie in einem aktuellen Browser.',
  'receipt.page.how':
    'Diese Seite enthält ihren eigenen Schlüssel und kann deshalb nicht zeigen, wer sie erstellt hat. Sie prüft sich selbst, ohne Netz.',

  'settings.title': 'Ihre Erlaubnis zur Datennutzung',
  'settings.none': 'Sie haben {company} keine Erlaubnis gegeben.',
  'settings.none.hint': 'Nichts ist unterschrieben und nichts wird unter einer Lizenz geteilt.',
  'settings.since': 'Erlaubnis gegeben am {date}',
  'settings.allows': 'Was Sie erlauben',
  'settings.change': 'Auswahl ändern',
  'settings.change.hint': 'Mit einer Änderung entsteht eine neue Lizenz, die diese ersetzt.',
  'settings.change.none': 'Jeder Zweck dieser Lizenz ist für sie nötig. Zum Beenden widerrufen Sie Ihre Erlaubnis.',
  'settings.withdraw': 'Erlaubnis widerrufen',
  'settings.withdraw.hint': 'Wirkt sofort. Ohne Angabe von Gründen.',
  'settings.stops': 'Was aufhört',
  'settings.stops.text': '{company} darf Ihre Daten nicht mehr auf Grundlage dieser Lizenz sammeln oder nutzen.',
  'settings.stays': 'Was bleibt',
  'settings.stays.text':
    'Was vor Ihrem Widerruf geschah, bleibt rechtmäßig. Der Nachweis, dass Sie zugestimmt und widerrufen haben, wird aufbewahrt.',
  'settings.delete': 'Löschung der Daten in dieser App verlangen',
  'settings.deleted': 'Die App wurde gebeten, zu löschen, was sie hat.',
  'settings.review': 'Anfrage ansehen',

  'link.settings': 'Ihre Erlaubnis zur Datennutzung',

  'gate.locked': 'Dafür ist Ihre Erlaubnis nötig',
  'gate.locked.text': 'Das geht nur, solange {company} Ihre Daten hierfür nutzen darf: {purpose}.',
  'gate.ask': 'Anfrage ansehen',

  'notice.title': '{company} aktualisiert die Bedingungen',
  'notice.title.material': '{company} bittet Sie, geänderten Bedingungen zuzustimmen',
  'notice.effective': 'Die Änderung gilt ab dem {date}.',
  'notice.deadline': 'Entscheiden Sie bis zum {date}. Solange Sie nicht entscheiden, gilt weiter, was Sie vereinbart haben.',
  'notice.minor': 'Eine kleine Änderung, die nicht mehr erlaubt, als Sie vereinbart haben. Sie müssen nichts tun.',
  'notice.show': 'Änderungen zeigen',
  'notice.later': 'Nicht jetzt',

  'checkbox.label': 'Ich stimme den {terms} von {company} zu',
  'checkbox.terms': 'Bedingungen der Datenlizenz',
  'checkbox.required': 'Um fortzufahren, stimmen Sie den Bedingungen der Datenlizenz zu.',

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
  'diff.widened': 'Weiter als bisher',
  'diff.narrowed': 'Enger als bisher',
  'diff.minor': 'Eine kleine Änderung, die nicht mehr erlaubt, als Sie vereinbart haben.',
  'diff.material': 'Das ändert, was Sie vereinbart haben, deshalb fragen wir Sie erneut.',
  'diff.unchanged': 'Unveränderter Text ausgelassen',
  'diff.start': 'Anfang des hinzugefügten Textes',
  'diff.end': 'Ende des hinzugefügten Textes',
  'diff.deletedStart': 'Anfang des entfernten Textes',
  'diff.deletedEnd': 'Ende des entfernten Textes',

  ...entriesOf('usecase', usecaseNames),

  ...entriesOf('tag', tagNames),
} as const satisfies Messages

export default de
