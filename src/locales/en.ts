import { tagNames } from '../core/tag-names/en.ts'
import { usecaseNames } from '../core/usecase-names/en.ts'
import { entriesOf } from './format/entries-of.ts'
import type { Plural } from './format/messages.ts'

/**
 * The texts of the kit in English. The other catalogs satisfy `Messages`, the type of this value.
 *
 * `{name}` is the place of a value. A text with plural forms is an object with the categories of `Intl.PluralRules`.
 * People give *permission*, the record of it is a *license*, and they can *withdraw* it.
 *
 * A new language needs a catalog like this one, a line in `load.ts`, and the names in `core/tag-names/` and `core/usecase-names/`. Terms in
 * that language also need `terms/words/`, `terms/parts/` and `terms/templates/`.
 */
export const en = {
  'language.tag': 'en',

  'screen.title': '{company} asks for your permission',
  'screen.title.update': '{company} changed what it asks for',
  'screen.title.expired': 'Your license for {company} has ended',
  'screen.close': 'Close without deciding',
  'screen.toDecision': 'Go to your choice',
  'screen.checking': 'Looking for a license on this device',

  'decision.label': 'Your choice',
  'decision.accept': 'Agree and create license',
  'decision.decline': 'Decline',
  'decision.decline.update': 'Keep what I agreed to',
  'decision.notice':
    'With “{accept}” you sign the full terms on this device. With “{decline}” nothing is signed and nothing is sent.',
  'decision.missing.title': 'Before you can agree',
  'decision.missing.reading': 'Read the full terms to the end',
  'decision.missing.terms': 'The full terms must be on screen first',
  'decision.missing.purposes': 'Turn on at least one purpose, or decline',
  'decision.missing.visibility': 'Close what lies over this choice',
  'decision.obscured': 'Something covers this choice. Close what lies over it and choose again.',

  'summary.label': 'In short',
  'summary.parties': 'Who asks',
  'summary.data': 'Your data',
  'summary.purposes': 'What for',
  'summary.recipients': 'Who gets it',
  'summary.duration': 'Until when',
  'summary.reward': 'What you get',
  'summary.withdrawal': 'How to withdraw',
  'summary.law': 'Which law',
  'summary.data.any': 'any data',
  'summary.recipients.any': 'anyone that {company} chooses',
  'summary.duration.none': 'No end date. It lasts until you withdraw.',
  'summary.duration.until': 'Until {date}, or until you withdraw',
  'summary.reward.none': 'No reward',
  'summary.withdrawal.how': 'At any time, in this app. No reason needed.',
  'summary.clause': '{topic}: read this clause',
  'summary.contact': 'Contact: {contact}',

  'purposes.necessary': 'Needed for this license',
  'purposes.optional': 'Your choice, off until you turn it on',
  'purposes.recipients': 'Goes to: {recipients}',
  'purposes.on': 'Your choice: on',
  'purposes.off': 'Your choice: off',
  'purposes.any': 'any purpose',

  'terms.label': 'Full terms',
  'terms.outline': 'In these terms',
  'terms.minutes': { one: 'About {count} minute to read', other: 'About {count} minutes to read' },
  'terms.language': 'These terms are in {language}.',
  'terms.translated': 'You are reading an automatic translation. You sign the original in {language}.',
  'terms.original': 'Show the original',
  'terms.leaves': 'opens {host} in a new tab',
  'terms.image': 'Image not shown: {text}',
  'terms.blockedLink': 'link removed',
  'terms.hidden': 'These terms held invisible or direction-changing characters. They are shown as marks.',
  'terms.long': 'This text is very long. It is shown without formatting.',
  'terms.end': 'End of the terms',
  'terms.progress': '{percent} read',
  'terms.loading': 'Loading the full terms',
  'terms.error': 'The full terms did not load. Without them you cannot agree. Check your connection and try again.',
  'terms.invalid': 'These terms are not complete, so you cannot agree to them. Try again, or come back later.',

  'status.offline': 'You are offline. You can still decide: your choice is kept on this device and sent later.',
  'status.offline.memory': 'You are offline. You can still decide, but leave this page open until your choice is sent.',
  'status.queued.title': 'Signed, waiting for the network',
  'status.queued': 'Your permission is signed and safe on this device. It becomes a license when it reaches the license service.',
  'status.queued.memory':
    'Your permission is signed, but this browser does not keep data for this page. Leave the page open until it reaches the license service.',
  'status.retry.failed':
    'That did not work: the license service still did not answer. Your decision is kept and is sent automatically.',
  'status.retry.failed.memory':
    'That did not work: the license service still did not answer. Leave this page open until your decision has been sent.',
  'status.sending.title': 'Your permission is being sent',
  'status.sending': 'You agreed, and your signed permission is on its way to the license service. You can still stop it.',
  'status.submitting': 'Creating your license. This takes a moment.',
  'status.licensed.title': 'Your license is ready',
  'status.licensed': 'You gave {company} permission on {date}. This is your receipt: keep it.',
  'status.already.title': 'You have already agreed',
  'status.already': 'You gave {company} permission on {date}. There is nothing more to do.',
  'status.declined.title': 'You declined',
  'status.declined':
    'Nothing was signed and nothing was sent. We will not ask again soon. You can change your mind here at any time.',
  'status.dismissed.title': 'You have not decided yet',
  'status.dismissed': 'Nothing was signed and nothing was sent.',
  'status.withdrawing': 'Your permission ends on this device at once. The license service is being told.',
  'status.withdrawing.title': 'Withdrawing your permission',
  'status.withdrawn.title': 'You withdrew your permission',
  'status.withdrawn': 'Your license ended on {date}. {company} may no longer use your data under it.',
  'status.withdrawn.queued':
    'Your withdrawal is signed and counts on this device. It is sent as soon as the license service can be reached.',
  'status.withdrawn.memory':
    'This browser does not keep data for this page. Leave the page open until your withdrawal has reached the license service. If you close it before that, what the service already has stays in force.',
  'status.expiring.title': 'Your license ends soon',
  'status.expiring': 'It ends on {date}. You can agree again, or let it end.',
  'status.expired': 'It ended on {date}. {company} needs your permission again to use your data.',
  'status.device.title': 'This device has lost its key',
  'status.device':
    'Its storage was cleared, so an earlier license cannot be found from here. If you agree, this device gets a new key and a new license.',
  'status.memory': 'This browser does not keep data for this page. Your license stays valid, but this page may ask again.',
  'status.unsupported.title': 'This browser cannot sign',
  'status.unsupported':
    'It lacks what a signed license needs. Nothing was signed. Try a current browser, or open this page over https.',

  'status.kept.title': 'You keep what you agreed to',
  'status.kept': 'Nothing changed. Your license of {date} stays in force.',

  'action.retry': 'Try again',
  'action.retrying': 'Trying again …',
  'action.stop': 'Stop and withdraw',
  'action.review': 'Review and decide',
  'action.reconsider': 'Change my mind',
  'action.done': 'Done',
  'action.close': 'Close',
  'action.renew': 'Review and renew',

  'error.title': 'Your license was not created',
  'error.withdraw.title': 'Your permission was not withdrawn',
  'error.network': 'The license service did not answer. Your choice is kept. Try again in a moment.',
  'error.unloaded':
    'A part of this page did not load, so nothing was signed. Connect to the internet, then try again. If that does not help, load this page again.',
  'error.refused': 'The license service refused this license. Nothing was stored. Try again, or come back later.',
  'error.setup': 'This app is set up wrongly. Trying again does not help: the people who run the app have to fix it.',
  'error.changed': 'The terms changed while you were reading. Read the new terms and decide again.',
  'error.storage': 'This browser could not keep your choice. Free some space or allow storage for this page, then try again.',
  'error.other': 'Something went wrong. Try again, or come back later.',
  'error.code': 'Code: {code}',

  'receipt.title': 'Data license receipt',
  'receipt.between': 'Between',
  'receipt.parties': '{company} and you, with the key on this device',
  'receipt.agreed': 'Agreed on',
  'receipt.data': 'Data',
  'receipt.purposes': 'Purposes',
  'receipt.recipients': 'Recipients',
  'receipt.until': 'Until',
  'receipt.until.none': 'No end date, until you withdraw',
  'receipt.reward': 'Reward',
  'receipt.number': 'License number',
  'receipt.device': 'Key of this device',
  'receipt.fingerprint': 'Fingerprint of the terms',
  'receipt.origin': 'App',
  'receipt.status': 'Status',
  'receipt.status.active': 'Active',
  'receipt.status.superseded': 'Replaced by a newer license',
  'receipt.status.revoked': 'Withdrawn',
  'receipt.status.expired': 'Ended',
  'receipt.status.erased': 'Erased',
  'receipt.verified': 'The signature of {issuer} is valid, checked on this device',
  'receipt.unverified': 'The signature has not been checked yet. It is checked when the license service can be reached.',
  'receipt.terms': 'The terms you agreed to',
  'receipt.downloadJson': 'Save as data (JSON)',
  'receipt.downloadHtml': 'Save as page (HTML)',
  'receipt.print': 'Print',
  'receipt.view': 'View receipt',

  'receipt.unmade':
    'This file could not be made, because a part of this page did not load. Connect to the internet, then try again.',
  'receipt.page.consistent': 'This page agrees with itself. Compare this fingerprint with the one that {issuer} publishes:',
  'receipt.page.invalid': 'The signature on this receipt is not valid. Do not rely on it.',
  'receipt.page.unchecked': 'This page could not check the signature here. Open it in a current browser.',
  'receipt.page.how': 'This page contains its own key, so it cannot show who made it. It checks itself without a network.',

  'settings.title': 'Your data permission',
  'settings.none': 'You have not given {company} permission.',
  'settings.none.hint': 'Nothing is signed and nothing is shared under a license.',
  'settings.since': 'Permission given on {date}',
  'settings.allows': 'What you allow',
  'settings.change': 'Change your choices',
  'settings.change.hint': 'A change creates a new license that takes the place of this one.',
  'settings.change.none': 'Every purpose of this license is needed for it. To stop, withdraw your permission.',
  'settings.withdraw': 'Withdraw permission',
  'settings.withdraw.hint': 'Takes effect at once. No reason needed.',
  'settings.stops': 'What stops',
  'settings.stops.text': '{company} may no longer collect or use your data under this license.',
  'settings.stays': 'What stays',
  'settings.stays.text':
    'What was done before you withdrew stays lawful. The record that you agreed and withdrew is kept as proof.',
  'settings.delete': 'Ask to delete data in this app',
  'settings.deleted': 'The app was asked to delete what it holds.',
  'settings.review': 'Review the request',

  'link.settings': 'Your data permission',

  'gate.locked': 'This needs your permission',
  'gate.locked.text': 'It works only while {company} may use your data for: {purpose}.',
  'gate.ask': 'Review the request',

  'notice.title': '{company} updates its terms',
  'notice.title.material': '{company} asks you to agree to changed terms',
  'notice.effective': 'The change takes effect on {date}.',
  'notice.deadline': 'Decide by {date}. Until you do, what you agreed to stays in force.',
  'notice.minor': 'A small change: it allows nothing more than what you agreed to. You do not have to do anything.',
  'notice.show': 'Show what changed',
  'notice.later': 'Not now',

  'checkbox.label': 'I agree to the {terms} of {company}',
  'checkbox.terms': 'data license terms',
  'checkbox.required': 'To go on, agree to the data license terms.',

  'diff.label': 'What changed',
  'diff.summary': { one: '{count} change in the text', other: '{count} changes in the text' },
  'diff.none': 'The wording is the same.',
  'diff.next': 'Next change',
  'diff.previous': 'Previous change',
  'diff.position': 'Change {index} of {count}',
  'diff.added': 'Added',
  'diff.removed': 'Removed',
  'diff.changed': 'Changed',
  'diff.moved': 'Moved',
  'diff.widened': 'Wider than before',
  'diff.narrowed': 'Narrower than before',
  'diff.minor': 'A small change: it allows nothing more than what you agreed to.',
  'diff.material': 'This changes what you agreed to, so you are asked again.',
  'diff.unchanged': 'Unchanged text left out',
  'diff.start': 'start of added text',
  'diff.end': 'end of added text',
  'diff.deletedStart': 'start of removed text',
  'diff.deletedEnd': 'end of removed text',

  // Names of use cases and data stand in the middle of a sentence. The kit capitalizes a name that stands alone.
  ...entriesOf('usecase', usecaseNames),

  ...entriesOf('tag', tagNames),
} as const satisfies Record<string, string | Plural>

export default en
