import { CONSENT_STATES, type ConsentState } from '../../src/core/consent-states.ts'

/** The states that a surface cannot show, and the reason. */
interface ImpossibleStates {
  readonly reason: string
  readonly states: readonly ConsentState[]
}

const NO_READING_REQUIRED: ImpossibleStates = {
  reason: 'Only `ConsentScreen` can require reading to the end.',
  states: ['reading-required'],
}
const NOTICE: readonly ImpossibleStates[] = [
  {
    reason:
      'A notice asks about a change, so the state is `update-minor` or `update-material`, independent of choices, reading and network.',
    states: ['ready', 'choosing', 'reading-required', 'offline'],
  },
  {
    reason: 'Until the changed terms have loaded, nobody knows whether they are another text, and the notice renders nothing.',
    states: ['terms-loading', 'terms-error', 'terms-invalid'],
  },
  {
    reason: 'Without a change, the notice renders nothing.',
    states: [
      'checking',
      'device-slow',
      'already-licensed',
      'expiring',
      'expired',
      'withdrawing',
      'withdrawn',
      'device-unknown',
      'unsupported',
    ],
  },
]

/** Every surface by the title of its stories, with the states that it cannot show. */
export const SURFACES: Readonly<Record<string, readonly ImpossibleStates[]>> = {
  'Components/ConsentScreen/Page': [],
  'Components/ConsentScreen/Inline': [],
  'Components/ConsentScreen/Dialog': [],
  'Components/ConsentScreen/Sheet': [],
  'Components/ConsentButton': [
    {
      reason:
        'In the other states the button looks as in one of these. Its dialogs are the surfaces of the screen and the settings.',
      states: CONSENT_STATES.filter(
        (state) =>
          !['checking', 'ready', 'queued', 'already-licensed', 'declined', 'withdrawn', 'expired', 'unsupported'].includes(state),
      ),
    },
  ],
  'Components/ConsentGate': [NO_READING_REQUIRED],
  'Components/ConsentSettings': [NO_READING_REQUIRED],
  'Components/ConsentLink/Link': [
    { reason: 'The link looks the same in every state. Its dialog is the surface below.', states: CONSENT_STATES },
  ],
  'Components/ConsentLink/Dialog': [NO_READING_REQUIRED],
  'Components/TermsCheckbox': [NO_READING_REQUIRED],
  'Components/TermsNotice/Banner': NOTICE,
  'Components/TermsNotice/Dialog': NOTICE,
  'Components/TermsNotice/Inline': [...NOTICE, { reason: 'An inline notice cannot be closed.', states: ['dismissed'] }],
}
